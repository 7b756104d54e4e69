/** The promotions of a shop: what runs, what did, and what each has given. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { type Point, pointsQuery } from '../../shell/points.ts'
import { WithOrganization } from '../../shell/with-organization.tsx'
import { counted, moneyWhole, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage, type FilterChip } from '../../ui/data-page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { ActionsMenu } from './actions-menu.tsx'
import { Chooser, TILES } from './chooser.tsx'
import classes from './promotions.module.css'
import { type Promotion, promotionsQuery } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { type Actions, useActions } from './use-actions.tsx'
import { tileOf } from './values.ts'
import { kindOf, periodOf, rewardOf, STATUSES } from './words.ts'

const NONE = { status: '', kind: '', pos: '', archived: '' }
type Filters = typeof NONE

export function PromotionsPage() {
  return (
    <WithOrganization>
      {(organization) => <Promotions organization={organization} />}
    </WithOrganization>
  )
}

function Promotions({ organization }: { organization: Organization }) {
  const t = useText('promotions')
  const shell = useText('shell')
  const navigate = useNavigate()
  const { values, set, reset } = useFilters(NONE)
  const actions = useActions(organization.id)
  const points = useQuery(pointsQuery(organization.id)).data?.items ?? []
  const query = useQuery({
    ...promotionsQuery(organization.id, values.archived !== ''),
    select: (all) => pageOf(all.filter((promotion) => fits(promotion, values))),
  })
  const href = (promotion: Promotion) => paths.promotion(organization.id, promotion.id)
  return (
    <>
      <PageHeader
        title={shell('page.promotions')}
        purpose={t('purpose')}
        actions={
          <Button
            component={PageLink}
            href={paths.promotion(organization.id, 'new')}
            leftSection={<IconPlus size={20} stroke={1.75} />}
          >
            {t('add')}
          </Button>
        }
      />
      <DataPage
        query={query}
        what={t('what')}
        sentence={problemSentence}
        columns={columnsOf(organization, points, actions, t)}
        rowId={({ id }) => id}
        card={(promotion) => cardOf(promotion, organization, t)}
        onRowClick={(promotion) => void navigate({ href: href(promotion) })}
        filters={<FilterFields values={values} set={set} points={points} />}
        chips={chipsOf(values, set, points, t)}
        onResetFilters={reset}
        empty={<Empty organization_id={organization.id} />}
      />
      {actions.question}
    </>
  )
}

const pageOf = (items: Promotion[]) => ({ items, total: items.length, page: 1, limit: 1000 })

function fits(promotion: Promotion, { status, kind, pos }: Filters): boolean {
  return (
    (status === '' || promotion.status === status) &&
    (kind === '' || tileOf(promotion) === kind) &&
    (pos === '' || promotion.pos_ids.length === 0 || promotion.pos_ids.includes(pos))
  )
}

type FieldsProps = { values: Filters; set: (changes: Partial<Filters>) => void; points: Point[] }

function FilterFields({ values, set, points }: FieldsProps) {
  const t = useText('promotions')
  return (
    <>
      <NativeSelect
        aria-label={t('filter.status')}
        value={values.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.any_status') },
          ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
        ]}
      />
      <NativeSelect
        aria-label={t('filter.kind')}
        value={values.kind}
        onChange={(event) => set({ kind: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.any_kind') },
          ...TILES.map((value) => ({ value, label: t(`tile.${value}`) })),
        ]}
      />
      {points.length > 1 ? (
        <NativeSelect
          aria-label={t('filter.pos')}
          value={values.pos}
          onChange={(event) => set({ pos: event.currentTarget.value })}
          data={[
            { value: '', label: t('filter.any_pos') },
            ...points.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      ) : null}
      <Checkbox
        style={{ alignSelf: 'center' }}
        label={t('filter.archived')}
        checked={values.archived !== ''}
        onChange={(event) => set({ archived: event.currentTarget.checked ? 'yes' : '' })}
      />
    </>
  )
}

function chipsOf(
  values: Filters,
  set: FieldsProps['set'],
  points: Point[],
  t: Text<'promotions'>,
): FilterChip[] {
  const label: Record<keyof Filters, string> = {
    status: values.status && t(`status.${values.status}` as 'status.draft'),
    kind: values.kind && t(`tile.${values.kind}` as 'tile.stamp'),
    pos: points.find(({ id }) => id === values.pos)?.name ?? values.pos,
    archived: t('filter.archived'),
  }
  return (Object.keys(NONE) as (keyof Filters)[])
    .filter((key) => values[key] !== '')
    .map((key) => ({ key, label: label[key], onRemove: () => set({ [key]: '' }) }))
}

function Empty({ organization_id }: { organization_id: string }) {
  const t = useText('promotions')
  return (
    <div style={{ padding: 24, display: 'grid', gap: 24 }}>
      <div>
        <p className={classes.cardTitle}>{t('empty.title')}</p>
        <p className={classes.quiet}>{t('empty.text')}</p>
      </div>
      <Chooser organization_id={organization_id} />
    </div>
  )
}

function cardOf(promotion: Promotion, organization: Organization, t: Text<'promotions'>) {
  const { statistics } = promotion
  return {
    title: promotion.name,
    value: <StatusBadge promotion={promotion} />,
    line: [
      rewardOf(promotion, t),
      periodOf(promotion, t),
      t('uses', { count: statistics.uses, amount: number(statistics.uses) }),
      moneyWhole(statistics.turnover, organization.currency),
    ].join(' · '),
  }
}

function columnsOf(
  { id: organization_id, currency }: Organization,
  points: Point[],
  actions: Actions,
  t: Text<'promotions'>,
): DataTableColumn<Promotion>[] {
  return [
    {
      accessor: 'name',
      title: t('col.name'),
      render: (row) => (
        <>
          <PageLink className={classes.name} href={paths.promotion(organization_id, row.id)}>
            {row.name}
          </PageLink>
          <p className={classes.quiet}>
            {kindOf(row, t)} · {rewardOf(row, t)}
          </p>
        </>
      ),
    },
    {
      accessor: 'status',
      title: t('col.status'),
      render: (row) => <StatusBadge promotion={row} />,
    },
    {
      accessor: 'date_to',
      title: t('col.period'),
      noWrap: true,
      render: (row) => periodOf(row, t),
    },
    {
      accessor: 'pos_ids',
      title: t('col.points'),
      render: ({ pos_ids: [first, ...others] }) => {
        if (first === undefined) return t('all_points')
        if (others.length > 0) return counted('pos', others.length + 1)
        return points.find(({ id }) => id === first)?.name ?? counted('pos', 1)
      },
    },
    number_(t('col.buyers'), (row) => number(row.statistics.buyers)),
    number_(t('col.bonuses'), (row) => number(row.statistics.bonuses)),
    number_(t('col.discount'), (row) => moneyWhole(row.statistics.discount, currency)),
    number_(t('col.turnover'), (row) => moneyWhole(row.statistics.turnover, currency)),
    {
      accessor: 'id',
      title: <span className="v-sr">{t('col.actions')}</span>,
      textAlign: 'right',
      render: (row) => <ActionsMenu promotion={row} actions={actions} />,
    },
  ]
}

const number_ = (
  title: string,
  render: (row: Promotion) => string,
): DataTableColumn<Promotion> => ({ accessor: title, title, textAlign: 'right', render })
