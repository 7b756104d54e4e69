/** Turnover by day, week or month as bars, those of the period before as a dashed line. */
import { Table } from '@mantine/core'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { day, money, shortDay } from '../../text/format.ts'
import { currentLocale, useText } from '../../text/text.ts'
import { ChartCard } from '../../ui/chart-card.tsx'
import { axis, roundScale, still } from '../../ui/chart-scale.ts'
import type { PeriodReport } from './queries.ts'
import classes from './reports.module.css'

type Row = { period: string; turnover: number; members: number; before: number | null }

export function PeriodChart({ report }: { report: PeriodReport }) {
  const t = useText('reports')
  const { currency } = report
  const rows: Row[] = report.items.map((row, index) => ({
    period: row.period,
    turnover: row.turnover,
    members: row.members_turnover,
    before: report.previous.items[index]?.turnover ?? null,
  }))
  const compact = new Intl.NumberFormat(currentLocale(), { notation: 'compact' })
  const scale = roundScale(rows.flatMap(({ turnover, before }) => [turnover, before]))
  return (
    <ChartCard
      title={t('chart.turnover')}
      note={t('chart.note', {
        from: day(report.previous.start_date),
        to: day(report.previous.end_date),
      })}
      table={<RowsTable rows={rows} currency={currency} />}
    >
      <div className={classes.chart}>
        <ResponsiveContainer width="100%" height="100%">
          <ComposedChart
            data={rows}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            title={t('chart.turnover')}
            accessibilityLayer
          >
            <CartesianGrid vertical={false} stroke="var(--v-border)" />
            <XAxis
              dataKey="period"
              tick={axis}
              tickLine={false}
              axisLine={false}
              minTickGap={36}
              tickFormatter={(text: string) => shortDay(text)}
            />
            <YAxis
              tick={axis}
              tickLine={false}
              axisLine={false}
              ticks={scale.ticks}
              domain={scale.domain}
              width={56}
              tickFormatter={(value: number) => compact.format(value)}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ fill: 'var(--v-surface-2)' }}
              content={<Hover currency={currency} />}
            />
            <Bar
              dataKey="turnover"
              fill="var(--v-chart-1)"
              radius={[4, 4, 0, 0]}
              maxBarSize={40}
              isAnimationActive={false}
            />
            <Line
              {...still}
              dataKey="before"
              stroke="var(--v-text-3)"
              strokeWidth={1.25}
              strokeDasharray="5 4"
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </ChartCard>
  )
}

type HoverProps = {
  currency: string
  /** Given by the chart: the bar under the pointer or chosen with the arrows. */
  active?: boolean
  payload?: { payload: Row }[]
}

function Hover({ active, payload, currency }: HoverProps) {
  const t = useText('reports')
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  return (
    <div className={classes.tip}>
      <strong>{money(row.turnover, currency)}</strong>
      {day(row.period)}
      <br />
      {t('chart.members', { amount: money(row.members, currency) })}
      {row.before === null ? null : (
        <>
          <br />
          {t('chart.before', { amount: money(row.before, currency) })}
        </>
      )}
    </div>
  )
}

function RowsTable({ rows, currency }: { rows: Row[]; currency: string }) {
  const t = useText('reports')
  return (
    <Table stickyHeader fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('chart.period')}</Table.Th>
          <Table.Th ta="right">{t('col.turnover')}</Table.Th>
          <Table.Th ta="right">{t('chart.with_card')}</Table.Th>
          <Table.Th ta="right">{t('chart.before.short')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.period}>
            <Table.Th scope="row">{day(row.period)}</Table.Th>
            <Table.Td ta="right">{money(row.turnover, currency)}</Table.Td>
            <Table.Td ta="right">{money(row.members, currency)}</Table.Td>
            <Table.Td ta="right">
              {row.before === null ? '—' : money(row.before, currency)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
