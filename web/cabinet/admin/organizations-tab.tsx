import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBuildingStore } from '@tabler/icons-react'
import type { ItemOf } from '../../api/call.ts'
import { date, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useFilters } from '../../ui/use-filters.ts'
import { organizationsQuery } from './queries.ts'

type Row = ItemOf<'GET /api/v1/admin/organizations'>

/** Every owner's organizations, the newest first. */
export function OrganizationsTab() {
  const t = useText('admin')
  const { values, set } = useFilters({ tab: 'organizations', q: '', page: '1' })
  const query = useQuery(organizationsQuery(values.q.trim(), Number(values.page) || 1))
  return (
    <DataPage
      query={query}
      what={t('organizations.what')}
      sentence={problemSentence}
      rowId={({ id }) => id}
      columns={[
        {
          accessor: 'name',
          title: t('organizations.name'),
          render: (row) => (
            <>
              {row.name}{' '}
              {row.is_demo ? <Badge color="stone">{t('organizations.demo')}</Badge> : null}
            </>
          ),
        },
        { accessor: 'owner_email', title: t('organizations.owner') },
        { accessor: 'city_name', title: t('organizations.city') },
        {
          accessor: 'pos_count',
          title: t('organizations.pos'),
          textAlign: 'right',
          render: ({ pos_count }) => number(pos_count),
        },
        {
          accessor: 'buyers_count',
          title: t('organizations.buyers'),
          textAlign: 'right',
          render: ({ buyers_count }) => number(buyers_count),
        },
        {
          accessor: 'license',
          title: t('organizations.license'),
          render: (row) => licenseOf(row, t),
        },
        {
          accessor: 'created_at',
          title: t('organizations.since'),
          noWrap: true,
          render: ({ created_at }) => date(created_at),
        },
      ]}
      card={(row) => ({
        title: row.name,
        value: number(row.buyers_count),
        line: `${row.owner_email} · ${licenseOf(row, t)}`,
      })}
      filters={
        <SearchInput
          className={undefined}
          label={t('organizations.search')}
          value={values.q}
          onChange={(q) => set({ q, page: '1' })}
        />
      }
      chips={values.q ? [{ key: 'q', label: values.q, onRemove: () => set({ q: '' }) }] : []}
      onResetFilters={() => set({ q: '' })}
      onPageChange={(page) => set({ page: String(page) })}
      empty={
        <EmptyState
          icon={<IconBuildingStore size={32} stroke={1.5} />}
          title={t('organizations.empty')}
        />
      }
    />
  )
}

function licenseOf({ license }: Row, t: Text<'admin'>): string {
  if (!license) return t('organizations.none')
  const words = { date: date(license.expires_at) }
  return t(license.is_trial ? 'organizations.trial' : 'organizations.paid', words)
}
