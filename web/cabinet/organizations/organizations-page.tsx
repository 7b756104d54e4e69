import { Anchor, Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconBuildingStore, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useOpenDemo } from '../../shell/demo.ts'
import { PageLink } from '../../shell/link.tsx'
import { type Organization, organizationsQuery } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { moneyWhole, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorCard } from '../../ui/error-card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { CreateOrganization } from './create-organization.tsx'
import { DeleteOrganization } from './delete-organization.tsx'
import { LicenseBadge } from './license-badge.tsx'
import { OrganizationCard, OrganizationMenu } from './organization-card.tsx'
import classes from './organizations.module.css'

/** Up to this many are cards; more are rows. */
const CARDS_MAX = 12
/** Searching among fewer is slower than looking. */
const SEARCH_FROM = 6

export function OrganizationsPage() {
  const t = useText('organizations')
  const { values, set } = useFilters({ create: '', q: '' })
  const query = useQuery(organizationsQuery)
  const [doomed, setDoomed] = useState<Organization>()
  const open = () => set({ create: '1' })
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={
          query.data && query.data.total > 0 ? (
            <Button leftSection={<IconPlus size={20} />} onClick={open} data-hotkey="new">
              {t('create')}
            </Button>
          ) : undefined
        }
      />
      {query.error && !query.data ? (
        <ErrorCard
          what={t('what')}
          error={query.error}
          sentence={problemSentence(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.data ? (
        <List
          all={query.data.items}
          q={values.q}
          onSearch={(q) => set({ q })}
          onCreate={open}
          onDelete={setDoomed}
        />
      ) : (
        <CardsSkeleton />
      )}
      <CreateOrganization opened={values.create !== ''} onClose={() => set({ create: '' })} />
      <DeleteOrganization organization={doomed} onClose={() => setDoomed(undefined)} />
    </>
  )
}

type ListProps = {
  all: Organization[]
  q: string
  onSearch: (q: string) => void
  onCreate: () => void
  onDelete: (organization: Organization) => void
}

function List({ all, q, onSearch, onCreate, onDelete }: ListProps) {
  const t = useText('organizations')
  const demo = useOpenDemo()
  if (all.length === 0) {
    return (
      <div className={classes.frame}>
        <EmptyState
          icon={<IconBuildingStore size={32} stroke={1.5} />}
          title={t('empty.title')}
          text={t('empty.text')}
          action={
            <>
              <Button size="lg" onClick={onCreate}>
                {t('create')}
              </Button>
              <Button
                size="lg"
                variant="default"
                loading={demo.isPending}
                onClick={() => demo.mutate()}
              >
                {t('empty.demo')}
              </Button>
            </>
          }
        />
      </div>
    )
  }
  const wanted = q.trim().toLocaleLowerCase()
  const found = all
    .filter((one) => `${one.name} ${one.city_name ?? ''}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => b.stats_brief.month_turnover - a.stats_brief.month_turnover)
  return (
    <>
      {all.length >= SEARCH_FROM ? (
        <TextInput
          className={classes.search}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} />}
          value={q}
          onChange={(event) => onSearch(event.currentTarget.value)}
          data-hotkey="search"
        />
      ) : null}
      {all.length > CARDS_MAX ? (
        <Rows
          found={found}
          searching={wanted !== ''}
          onReset={() => onSearch('')}
          onDelete={onDelete}
        />
      ) : (
        <ul className={classes.cards}>
          {found.map((organization) => (
            <li key={organization.id}>
              <OrganizationCard
                organization={organization}
                onDelete={() => onDelete(organization)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type RowsProps = Pick<ListProps, 'onDelete'> & {
  found: Organization[]
  searching: boolean
  onReset: () => void
}

function Rows({ found, searching, onReset, onDelete }: RowsProps) {
  const t = useText('organizations')
  const navigate = useNavigate()
  const data = { items: found, total: found.length, page: 1, limit: found.length || 1 }
  const query = useQuery({ ...organizationsQuery, select: () => data })
  return (
    <DataPage
      query={query}
      what={t('what')}
      rowId={(one) => one.id}
      onRowClick={(one) => void navigate({ href: paths.overview(one.id) })}
      empty={t('none_found')}
      chips={searching ? [{ key: 'q', label: t('search'), onRemove: onReset }] : []}
      onResetFilters={onReset}
      card={(one) => ({
        title: one.name,
        value: moneyWhole(one.stats_brief.month_turnover, one.currency),
        line: one.city_name,
      })}
      columns={[
        {
          accessor: 'name',
          title: t('column.name'),
          render: (one) => (
            <Anchor component={PageLink} href={paths.overview(one.id)} fw={560}>
              {one.name}
            </Anchor>
          ),
        },
        { accessor: 'city_name', title: t('column.city') },
        {
          accessor: 'license',
          title: t('column.license'),
          render: (one) => <LicenseBadge organization={one} />,
        },
        {
          accessor: 'pos',
          title: t('stat.pos'),
          textAlign: 'right',
          render: (one) => number(one.stats_brief.pos_count),
        },
        {
          accessor: 'buyers',
          title: t('stat.buyers'),
          textAlign: 'right',
          render: (one) => number(one.stats_brief.buyers_count),
        },
        {
          accessor: 'turnover',
          title: t('stat.turnover'),
          textAlign: 'right',
          render: (one) => moneyWhole(one.stats_brief.month_turnover, one.currency),
        },
        {
          accessor: 'menu',
          title: '',
          textAlign: 'right',
          render: (one) => <OrganizationMenu organization={one} onDelete={() => onDelete(one)} />,
        },
      ]}
    />
  )
}
