/** What past receipts would have cost by the settings of today and by changed ones. */
import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { REPLAY_DAYS } from '#contract/limits.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted, day, money, moneyWhole, number, percent, signed } from '../../text/format.ts'
import { useText } from '../../text/text.ts'
import { ReplayChart } from './replay-chart.tsx'
import { ReplayPeople } from './replay-people.tsx'
import type { ReplayAnswer, ReplayResult as Result } from './replay-queries.ts'
import { RowErrors } from './replay-row-errors.tsx'
import classes from './replay.module.css'

type Props = {
  organization: Organization
  found: ReplayAnswer
  result: Result
  onAgain: () => void
  onSave: (() => void) | undefined
}

export function ReplayResult({ organization, found, result, onAgain, onSave }: Props) {
  const t = useText('replay')
  return (
    <Stack gap="lg">
      <Summary result={result} currency={organization.currency} source={found.source} />
      <RowErrors found={found} />
      <Figures result={result} currency={organization.currency} />
      <ReplayPeople result={result} organization={organization} />
      <Floors result={result} currency={organization.currency} />
      <ReplayChart result={result} currency={organization.currency} />
      <details className={classes.how}>
        <summary>{t('how')}</summary>
        <ul>
          {([1, 2, 3, 4, 6, 5] as const).map((item) => (
            <li key={item}>{t(`how.${item}`)}</li>
          ))}
        </ul>
      </details>
      <Group justify="flex-end">
        <Button variant="default" onClick={onAgain}>
          {t('again')}
        </Button>
        {onSave ? <Button onClick={onSave}>{t('save')}</Button> : null}
      </Group>
    </Stack>
  )
}

type Shown = { result: Result; currency: string }

/** `+4 120 ₴`, `−230 ₴`. */
const change = (amount: number, currency: string) =>
  (amount > 0 ? '+' : '') + moneyWhole(amount, currency)

const DAY_MS = 24 * 3_600_000

/** How many days the receipts are of. */
const daysOf = ({ start_date, end_date }: Result, source: ReplayAnswer['source']): number =>
  source === 'own'
    ? REPLAY_DAYS
    : Math.round((Date.parse(end_date) - Date.parse(start_date)) / DAY_MS) + 1

function Summary({ result, currency, source }: Shown & Pick<ReplayAnswer, 'source'>) {
  const t = useText('replay')
  const { today, changed } = result
  const difference = changed.cost - today.cost
  return (
    <div className={classes.summary} role="status">
      <strong>
        {difference === 0
          ? t('headline.same', { today: percent(today.cost_percent) })
          : t('headline.changed', {
              changed: percent(changed.cost_percent),
              today: percent(today.cost_percent),
              difference: change(difference, currency),
              days: counted('day', daysOf(result, source)),
            })}
      </strong>
      {changed.liability === today.liability ? null : (
        <span>
          {t('liability', {
            changed: counted('bonus', changed.liability),
            today: counted('bonus', today.liability),
          })}
        </span>
      )}
      <span className={classes.period}>
        {t('period', {
          from: day(result.start_date),
          to: day(result.end_date),
          receipts: counted('receipt', result.receipts),
          buyers: counted('buyer', result.buyers),
          turnover: moneyWhole(result.turnover, currency),
        })}
      </span>
    </div>
  )
}

const ROWS = [
  'cost',
  'cost_percent',
  'discounts',
  'spent',
  'accrued',
  'gifts',
  'expired',
  'liability',
  'average_paid',
] as const
const BONUSES = new Set<string>(['spent', 'accrued', 'gifts', 'expired', 'liability'])

function Figures({ result: { today, changed }, currency }: Shown) {
  const t = useText('replay')
  const print = (name: (typeof ROWS)[number], amount: number) => {
    if (name === 'cost_percent') return percent(amount)
    if (BONUSES.has(name)) return number(amount)
    // Sums of a quarter are read in whole units; the average receipt is not.
    const fine = name === 'average_paid' && !Number.isInteger(amount)
    return (fine ? money : moneyWhole)(amount, currency)
  }
  return (
    <section aria-label={t('figures')} className={classes.scroll}>
      <Table className={classes.figures} verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('col.figure')}</Table.Th>
            <Table.Th ta="right">{t('col.today')}</Table.Th>
            <Table.Th ta="right">{t('col.changed')}</Table.Th>
            <Table.Th ta="right">{t('col.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {ROWS.map((name) => (
            <Table.Tr key={name} data-main={name === 'cost' || undefined}>
              <Table.Th scope="row">{t(`row.${name}`)}</Table.Th>
              <Table.Td ta="right">{print(name, today[name])}</Table.Td>
              <Table.Td ta="right">{print(name, changed[name])}</Table.Td>
              <Table.Td ta="right">{signed(changed[name] - today[name])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Floors({ result: { today, changed }, currency }: Shown) {
  const t = useText('replay')
  const { receipts, discounts, bonuses } = changed.floors
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('floors')}
      </Title>
      <Text size="sm">
        {receipts === 0 && today.floors.receipts === 0
          ? t('floors.none')
          : t('floors.some', {
              receipts: number(receipts),
              before: number(today.floors.receipts),
              discounts: money(discounts, currency),
              bonuses: number(bonuses),
            })}
      </Text>
    </section>
  )
}
