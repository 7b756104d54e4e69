/** Whose bonuses the shop holds now: its liability, account by account. */
import { useQuery } from '@tanstack/react-query'
import { IconCoins } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { useAddress } from '../../shell/address.ts'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { date, dateTime, number } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { chipsOf } from './filters.tsx'
import type { TabProps } from './period-page.tsx'
import { type AccountRow, type AccountsReport, accountsQuery, type AccountSort } from './queries.ts'
import { Find, useScopeLabels } from './scope-filters.tsx'
import classes from './reports.module.css'

const SORTS: AccountSort[] = [
  '-balance',
  'balance',
  '-debt',
  '-expiring_30d',
  '-last_visit_at',
  'name',
]

export function AccountsTab({ organization, asked, set }: TabProps) {
  const t = useText('reports')
  const [address, change] = useAddress()
  const sort = SORTS.find((one) => one === address.sort) ?? '-balance'
  const { phone } = asked
  const query = useQuery(accountsQuery(organization.id, { phone, sort }, asked))
  const labels = { phone: useScopeLabels(organization, { phone }).phone }
  return (
    <>
      {query.data ? <Owed report={query.data} organization={organization} /> : null}
      <DataPage
        query={query}
        what={t('accounts.what')}
        sentence={problemSentence}
        rowId={(row) => row.buyer_id}
        columns={columnsOf(t, organization)}
        card={(row) => ({
          title: nameOf(row),
          value: number(row.balance),
          line: [
            row.expiring_30d ? t('accounts.burns', { amount: number(row.expiring_30d) }) : '',
            row.debt ? t('entries.debt', { amount: number(row.debt) }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
        })}
        filters={<Find key={phone ?? ''} phone={phone} onFind={set} />}
        chips={chipsOf(labels, () => set({ phone: undefined }))}
        onResetFilters={() => set({ phone: undefined })}
        sort={sortStatus(sort)}
        onSortChange={({ columnAccessor, direction }) => {
          const wanted = `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}`
          const known =
            SORTS.find((one) => one === wanted) ??
            SORTS.find((one) => one.endsWith(String(columnAccessor)))
          set({ sort: known })
        }}
        empty={
          <EmptyState icon={<IconCoins size={32} stroke={1.5} />} title={t('accounts.empty')} />
        }
        onPageChange={(page) => change({ page: String(page) }, { step: true })}
        onLimitChange={(limit) => set({ limit: String(limit) })}
      />
    </>
  )
}

const sortStatus = (sort: AccountSort) => ({
  columnAccessor: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})

const nameOf = (row: AccountRow) => row.name || row.phone || '—'

function Owed({ report, organization }: { report: AccountsReport; organization: Organization }) {
  const t = useText('reports')
  const { totals } = report
  return (
    <section className={classes.cards}>
      <StatCard
        bonus
        label={t('accounts.balance')}
        value={number(totals.balance)}
        note={t('accounts.as_of', { at: dateTime(report.as_of, organization.timezone) })}
      />
      <StatCard bonus label={t('accounts.available')} value={number(totals.available)} />
      <StatCard bonus label={t('accounts.expiring')} value={number(totals.expiring_30d)} />
      <StatCard label={t('accounts.debt')} value={number(totals.debt)} />
    </section>
  )
}

function columnsOf(
  t: Text<'reports'>,
  { id, timezone }: Organization,
): DataTableColumn<AccountRow>[] {
  const right = { textAlign: 'right', noWrap: true, sortable: true } as const
  return [
    {
      accessor: 'name',
      title: t('col.buyer'),
      sortable: true,
      render: (row) => (
        <PageLink href={paths.buyer_by_id(id, row.buyer_id)}>{nameOf(row)}</PageLink>
      ),
    },
    {
      accessor: 'balance',
      title: t('accounts.balance'),
      ...right,
      render: (row) => number(row.balance),
    },
    {
      accessor: 'pending',
      title: t('accounts.pending'),
      textAlign: 'right',
      visibleMediaQuery: '(min-width: 1024px)',
      render: (row) => (row.pending ? number(row.pending) : '—'),
    },
    {
      accessor: 'expiring_30d',
      title: t('accounts.expiring'),
      ...right,
      render: (row) => (row.expiring_30d ? number(row.expiring_30d) : '—'),
    },
    {
      accessor: 'debt',
      title: t('accounts.debt'),
      ...right,
      render: (row) => (row.debt ? number(row.debt) : '—'),
    },
    {
      accessor: 'last_visit_at',
      title: t('accounts.last_visit'),
      ...right,
      render: (row) => (row.last_visit_at ? date(row.last_visit_at, timezone) : '—'),
    },
  ]
}
