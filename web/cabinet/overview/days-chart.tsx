/** The days of the period: one idea at a time, the previous period dashed, today dotted. */
import { SegmentedControl, Table } from '@mantine/core'
import { useState } from 'react'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { day, money, number, shortDay } from '../../text/format.ts'
import { currentLocale, useText } from '../../text/text.ts'
import { ChartCard } from '../../ui/chart-card.tsx'
import { axis, roundScale, still } from '../../ui/chart-scale.ts'
import classes from './overview.module.css'
import type { Dashboard, DashboardDay } from './queries.ts'

type Mode = 'receipts' | 'bonuses'
type Props = { data: Dashboard; compare: boolean; today: string }
type Row = {
  day: string
  turnover: number | null
  /** The last two points, when the last one is today: the day is not over. */
  unfinished: number | null
  before: number | null
  before_day: string | undefined
  accrued: number
  spent: number
}

function rowsOf({ days, previous_days }: Dashboard, today: string): Row[] {
  const last = days.length - 1
  const open = days[last]?.day === today
  return days.map((one, index) => ({
    day: one.day,
    turnover: open && index === last && last > 0 ? null : one.turnover,
    unfinished: open && index >= last - 1 ? one.turnover : null,
    before: previous_days[index]?.turnover ?? null,
    before_day: previous_days[index]?.day,
    accrued: one.accrued,
    spent: one.spent,
  }))
}

export function DaysChart({ data, compare, today }: Props) {
  const t = useText('overview')
  const [mode, setMode] = useState<Mode>('receipts')
  const rows = rowsOf(data, today)
  const title = t(mode === 'receipts' ? 'chart.receipts' : 'chart.bonuses')
  const isOpen = data.days.at(-1)?.day === today
  return (
    <ChartCard
      title={title}
      note={isOpen ? t('chart.today') : undefined}
      controls={
        <SegmentedControl
          aria-label={t('chart.mode')}
          value={mode}
          onChange={(next) => setMode(next === 'bonuses' ? 'bonuses' : 'receipts')}
          data={[
            { value: 'receipts', label: t('chart.mode.receipts') },
            { value: 'bonuses', label: t('chart.mode.bonuses') },
          ]}
        />
      }
      table={<DaysTable days={data.days} currency={data.currency} />}
    >
      <Legend mode={mode} compare={compare} />
      <div className={classes.chart}>
        <Picture
          rows={rows}
          mode={mode}
          compare={compare}
          currency={data.currency}
          label={t('chart.label', { title, from: day(data.start_date), to: day(data.end_date) })}
        />
      </div>
    </ChartCard>
  )
}

function Legend({ mode, compare }: { mode: Mode; compare: boolean }) {
  const t = useText('overview')
  const lines =
    mode === 'receipts'
      ? [
          { text: t('chart.now'), color: 'var(--v-chart-1)', dash: false },
          ...(compare ? [{ text: t('chart.before'), color: 'var(--v-text-3)', dash: true }] : []),
        ]
      : [
          { text: t('chart.accrued'), color: 'var(--v-chart-2)', dash: false },
          { text: t('chart.spent'), color: 'var(--v-chart-4)', dash: false },
        ]
  return (
    <ul className={classes.legend}>
      {lines.map(({ text, color, dash }) => (
        <li key={text}>
          <span
            className={classes.line}
            style={{ borderColor: color }}
            data-dash={dash || undefined}
          />
          {text}
        </li>
      ))}
    </ul>
  )
}

type PictureProps = {
  rows: Row[]
  mode: Mode
  compare: boolean
  currency: string
  label: string
}

function Picture({ rows, mode, compare, currency, label }: PictureProps) {
  const compact = new Intl.NumberFormat(currentLocale(), { notation: 'compact' })
  const scale = roundScale(
    rows.flatMap((row) =>
      mode === 'bonuses'
        ? [row.accrued, row.spent]
        : [row.turnover, row.unfinished, compare ? row.before : null],
    ),
  )
  // A single day has no line to draw, so it gets a dot.
  const dot = rows.length === 1 ? { r: 4 } : false
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={rows}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={label}
        accessibilityLayer
      >
        <CartesianGrid vertical={false} stroke="var(--v-border)" />
        <XAxis
          dataKey="day"
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
          cursor={{ stroke: 'var(--v-input-border)' }}
          content={<Hover mode={mode} compare={compare} currency={currency} />}
        />
        {mode === 'receipts' ? (
          <>
            {compare ? (
              <Line
                {...still}
                dataKey="before"
                stroke="var(--v-text-3)"
                strokeWidth={1.25}
                strokeDasharray="5 4"
              />
            ) : null}
            <Area
              {...still}
              dot={dot}
              dataKey="turnover"
              stroke="var(--v-chart-1)"
              strokeWidth={2}
              fill="var(--v-chart-1)"
              fillOpacity={0.08}
            />
            <Line
              {...still}
              dot={dot}
              dataKey="unfinished"
              stroke="var(--v-chart-1)"
              strokeWidth={2}
              strokeDasharray="1.5 4"
              strokeLinecap="round"
            />
          </>
        ) : (
          <>
            <Area
              {...still}
              dot={dot}
              dataKey="accrued"
              stroke="var(--v-chart-2)"
              strokeWidth={2}
              fill="var(--v-chart-2)"
              fillOpacity={0.08}
            />
            <Line {...still} dot={dot} dataKey="spent" stroke="var(--v-chart-4)" strokeWidth={2} />
          </>
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

type HoverProps = {
  mode: Mode
  compare: boolean
  currency: string
  /** Given by the chart: the point under the pointer or chosen with the arrows. */
  active?: boolean
  payload?: { payload: Row }[]
}

function Hover({ active, payload, ...look }: HoverProps) {
  const row = payload?.[0]?.payload
  return active && row ? <Tip row={row} {...look} /> : null
}

type TipProps = { row: Row; mode: Mode; compare: boolean; currency: string }

function Tip({ row, mode, compare, currency }: TipProps) {
  const t = useText('overview')
  if (mode === 'bonuses') {
    return (
      <div className={classes.tip}>
        <strong>{day(row.day)}</strong>
        {t('chart.accrued')}: {number(row.accrued)}
        <br />
        {t('chart.spent')}: {number(row.spent)}
      </div>
    )
  }
  return (
    <div className={classes.tip}>
      <strong>{money(row.turnover ?? row.unfinished ?? 0, currency)}</strong>
      {day(row.day)}
      {compare && row.before !== null && row.before_day ? (
        <>
          <br />
          {day(row.before_day)}: {money(row.before, currency)}
        </>
      ) : null}
    </div>
  )
}

function DaysTable({ days, currency }: { days: DashboardDay[]; currency: string }) {
  const t = useText('overview')
  return (
    <Table stickyHeader fz="sm" captionSide="top">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('chart.day')}</Table.Th>
          <Table.Th ta="right">{t('chart.receipts_count')}</Table.Th>
          <Table.Th ta="right">{t('chart.receipts')}</Table.Th>
          <Table.Th ta="right">{t('chart.accrued')}</Table.Th>
          <Table.Th ta="right">{t('chart.spent')}</Table.Th>
          <Table.Th ta="right">{t('chart.expired')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map((one) => (
          <Table.Tr key={one.day}>
            <Table.Th scope="row">{day(one.day)}</Table.Th>
            <Table.Td ta="right">{number(one.receipts)}</Table.Td>
            <Table.Td ta="right">{money(one.turnover, currency)}</Table.Td>
            <Table.Td ta="right">{number(one.accrued)}</Table.Td>
            <Table.Td ta="right">{number(one.spent)}</Table.Td>
            <Table.Td ta="right">{number(one.expired)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
