/** Receipts, money and bonuses by day, week or month; the chart, and every figure under it. */
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCalendarStats } from '@tabler/icons-react'
import type { DataTableColumn } from 'mantine-datatable'
import { lazy, Suspense } from 'react'
import { useAddress } from '../../shell/address.ts'
import { counted, day, money, moneyWhole, number, percent, signed } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { type Text, useText } from '../../text/text.ts'
import { DataPage } from '../../ui/data-page.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type StatsAsked, scopeOf } from './asked.ts'
import type { TabProps } from './period-page.tsx'
import { type PeriodReport, type PeriodRow, periodQuery } from './queries.ts'
import classes from './reports.module.css'
import { shown } from './with-report-options.tsx'

// Charts come after the figures.
const PeriodChart = lazy(async () => ({
  default: (await import('./period-chart.tsx')).PeriodChart,
}))

export function TimeTab({ organization, asked, set, kept }: TabProps) {
  const t = useText('reports')
  const [, change] = useAddress()
  const { group, by, page, limit } = asked
  const query = useQuery(periodQuery(organization.id, scopeOf(asked), { group, by }))
  const { data } = query
  // The chart tells of the whole shop; a split is told by the table.
  const whole = useQuery({
    ...periodQuery(organization.id, scopeOf(asked), { group, by: 'none' }),
    enabled: by !== 'none',
  })
  const charted = by === 'none' ? data : whole.data
  const rows = data?.items.toReversed() ?? []
  const nothing = data?.totals.receipts === 0 && data.totals.expired === 0
  return (
    <div className={classes.blocks}>
      {charted && !nothing ? (
        <Suspense fallback={<Skeleton h={420} radius="lg" />}>
          <PeriodChart report={charted} />
        </Suspense>
      ) : null}
      <DataPage
        query={{
          ...query,
          data: data && {
            items: nothing ? [] : rows.slice((page - 1) * limit, page * limit),
            total: nothing ? 0 : rows.length,
            page,
            limit,
          },
        }}
        what={t('period.what')}
        sentence={problemSentence}
        rowId={(row) => `${row.period} ${row.pos_id} ${row.cashier_id}`}
        columns={shown('period', columnsOf(t, asked, organization.currency), kept)}
        card={(row) => ({
          title: [periodName(row, group), placeOf(row)].filter(Boolean).join(' · '),
          value: moneyWhole(row.turnover, organization.currency),
          line: `${counted('receipt', row.receipts)} · ${t('totals.accrued', { amount: number(row.accrued) })} · ${t('totals.spent', { amount: number(row.spent) })}`,
        })}
        totals={data ? <Totals data={data} currency={organization.currency} /> : null}
        empty={
          <EmptyState
            icon={<IconCalendarStats size={32} stroke={1.5} />}
            title={t('empty.title')}
          />
        }
        onPageChange={(next) => change({ page: String(next) }, { step: true })}
        onLimitChange={(next) => set({ limit: String(next) })}
      />
    </div>
  )
}

/** `17.11.2026`, `17.11 – 23.11.2026`, `листопад 2026`. */
const periodName = ({ period }: PeriodRow, group: StatsAsked['group']) =>
  group === 'month' ? period.slice(0, 7).split('-').toReversed().join('.') : day(period)

const placeOf = (row: PeriodRow) => row.cashier_name ?? row.pos_name ?? ''

function columnsOf(
  t: Text<'reports'>,
  { group, by }: StatsAsked,
  currency: string,
): DataTableColumn<PeriodRow>[] {
  const right = { textAlign: 'right', noWrap: true } as const
  const wide = { visibleMediaQuery: '(min-width: 1280px)' } as const
  return [
    {
      accessor: 'period',
      title: t(`period.group.${group}`),
      noWrap: true,
      render: (row) => (
        <>
          {periodName(row, group)}
          {by === 'none' ? null : (
            <>
              <br />
              <span className={classes.small}>{placeOf(row) || t('period.no_place')}</span>
            </>
          )}
        </>
      ),
    },
    {
      accessor: 'receipts',
      title: t('col.receipts'),
      ...right,
      render: (row) => number(row.receipts),
    },
    { accessor: 'buyers', title: t('col.buyers'), ...right, render: (row) => number(row.buyers) },
    {
      accessor: 'new_buyers',
      title: t('col.new'),
      ...right,
      render: (row) => number(row.new_buyers),
    },
    {
      accessor: 'turnover',
      title: t('col.turnover'),
      ...right,
      render: (row) => money(row.turnover, currency),
    },
    { accessor: 'spent', title: t('col.spent'), ...right, render: (row) => number(row.spent) },
    {
      accessor: 'accrued',
      title: t('col.accrued'),
      ...right,
      render: (row) => number(row.accrued),
    },
    {
      accessor: 'expired',
      title: t('col.expired'),
      ...right,
      ...wide,
      render: (row) => (row.expired ? number(row.expired) : '—'),
    },
    {
      accessor: 'repeat_share',
      title: t('col.repeat'),
      ...right,
      ...wide,
      render: (row) => (row.repeat_share === null ? '—' : percent(row.repeat_share, 0)),
    },
    {
      accessor: 'average_receipt',
      title: t('col.average'),
      ...right,
      ...wide,
      render: (row) => (row.average_receipt === null ? '—' : money(row.average_receipt, currency)),
    },
  ]
}

function Totals({ data, currency }: { data: PeriodReport; currency: string }) {
  const t = useText('reports')
  const { totals, previous } = data
  return (
    <div className={classes.totals}>
      <span>
        {t('totals')}: {counted('receipt', totals.receipts)}
      </span>
      <span>{t('totals.turnover', { amount: money(totals.turnover, currency) })}</span>
      <span>{t('totals.spent', { amount: number(totals.spent) })}</span>
      <span>{t('totals.accrued', { amount: number(totals.accrued) })}</span>
      {totals.repeat_share === null ? null : (
        <span>{t('totals.repeat', { share: percent(totals.repeat_share, 0) })}</span>
      )}
      <span>
        {t('totals.before', {
          from: day(previous.start_date),
          to: day(previous.end_date),
          amount: money(previous.totals.turnover, currency),
          change: changeOf(totals.turnover, previous.totals.turnover),
        })}
      </span>
    </div>
  )
}

const changeOf = (now: number, before: number) =>
  before > 0 ? `${signed(Math.round(((now - before) / before) * 100))} %` : '—'
