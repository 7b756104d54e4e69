/** What the program costs week by week, by both settings. */
import { Table } from '@mantine/core'
import { CartesianGrid, Line, LineChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { day, money, shortDay } from '../../text/format.ts'
import { currentLocale, useText } from '../../text/text.ts'
import { ChartCard } from '../../ui/chart-card.tsx'
import type { ReplayResult } from './replay-queries.ts'
import classes from './replay.module.css'

type Row = { week: string; turnover: number; today: number; changed: number }

/** Weeks of either side: one may have only bonuses that expired. */
function rowsOf({ today, changed }: ReplayResult): Row[] {
  const rows = new Map<string, Row>()
  for (const [side, { weeks }] of [
    ['today', today],
    ['changed', changed],
  ] as const) {
    for (const { week, turnover, discounts, spent } of weeks) {
      const row = rows.get(week) ?? { week, turnover, today: 0, changed: 0 }
      rows.set(week, { ...row, turnover, [side]: Math.round((discounts + spent) * 100) / 100 })
    }
  }
  return [...rows.values()].toSorted((a, b) => a.week.localeCompare(b.week))
}

const axis = { fontSize: 12, fill: 'var(--v-text-3)' }
const line = {
  isAnimationActive: false,
  dot: { r: 3, strokeDasharray: '0' },
  strokeWidth: 2,
} as const

export function ReplayChart({ result, currency }: { result: ReplayResult; currency: string }) {
  const t = useText('replay')
  const rows = rowsOf(result)
  const compact = new Intl.NumberFormat(currentLocale(), { notation: 'compact' })
  return (
    <ChartCard title={t('chart.title')} table={<Weeks rows={rows} currency={currency} />}>
      <ul className={classes.legend}>
        <li data-side="today">{t('col.today')}</li>
        <li data-side="changed">{t('col.changed')}</li>
      </ul>
      <div className={classes.chart}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={rows}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            title={t('chart.label')}
            accessibilityLayer
          >
            <CartesianGrid vertical={false} stroke="var(--v-border)" />
            <XAxis
              dataKey="week"
              tick={axis}
              tickLine={false}
              axisLine={false}
              minTickGap={24}
              tickFormatter={(text: string) => shortDay(text)}
            />
            <YAxis
              tick={axis}
              tickLine={false}
              axisLine={false}
              width={56}
              tickFormatter={(value: number) => compact.format(value)}
            />
            <Line {...line} dataKey="today" stroke="var(--v-text-3)" strokeDasharray="5 4" />
            <Line {...line} dataKey="changed" stroke="var(--v-chart-1)" />
          </LineChart>
        </ResponsiveContainer>
      </div>
    </ChartCard>
  )
}

function Weeks({ rows, currency }: { rows: Row[]; currency: string }) {
  const t = useText('replay')
  return (
    <Table fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('chart.week')}</Table.Th>
          <Table.Th ta="right">{t('chart.turnover')}</Table.Th>
          <Table.Th ta="right">{t('col.today')}</Table.Th>
          <Table.Th ta="right">{t('col.changed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ week, turnover, today, changed }) => (
          <Table.Tr key={week}>
            <Table.Th scope="row">{day(week)}</Table.Th>
            <Table.Td ta="right">{money(turnover, currency)}</Table.Td>
            <Table.Td ta="right">{money(today, currency)}</Table.Td>
            <Table.Td ta="right">{money(changed, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
