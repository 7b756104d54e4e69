/**
 * A receipt by the rules in the form, saved or not. The server's own rule settles it, so what is
 * shown here is what the till will do.
 */
import { Card, NativeSelect, Slider, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, type AskOf, call } from '../../api/call.ts'
import type { Organization } from '../../shell/organizations.ts'
import { counted, date, dateTime, money, moneyWhole } from '../../text/format.ts'
import { problemSentence } from '../../text/problem.ts'
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type BonusValues, toWire, validateBonuses } from './bonus-values.ts'
import type { Amount } from './checks.ts'
import type { General } from './queries.ts'
import classes from './settings.module.css'

const USUAL_SUM = 570
const SLIDER = { min: 50, max: 3000, step: 10 }
const PAUSE_MS = 250

type Ask = AskOf<'POST /api/v1/settings/simulate'>['body']
type Simulated = AnswerOf<'POST /api/v1/settings/simulate'>
type Props = { organization: Organization; values: BonusValues; mode: General['mode'] }

export function Simulator({ organization, values, mode }: Props) {
  const t = useText('settings')
  const [sum, setSum] = useState<Amount>(USUAL_SUM)
  const [chosen, setChosen] = useState(0)
  const level = chosen < values.levels.length ? chosen : 0
  const valid = Object.keys(validateBonuses(values, t)).length === 0 && Number(sum) > 0
  const asked = JSON.stringify({ ...rulesOf(values), mode, amount: Number(sum), level })
  const { data, error } = useSimulation(organization.id, asked, valid)
  return (
    <Card className={classes.example}>
      <Title order={2} size="h3">
        {t('example.title')}
      </Title>
      <MoneyInput label={t('example.amount')} value={sum} onChange={setSum} />
      <Slider
        {...SLIDER}
        label={null}
        thumbLabel={t('example.amount')}
        value={Math.min(SLIDER.max, Math.max(SLIDER.min, Number(sum)))}
        onChange={setSum}
      />
      {values.levels.length > 1 ? (
        <NativeSelect
          size="md"
          label={t('example.level')}
          value={String(level)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          data={values.levels.map((one, index) => ({ value: String(index), label: one.name }))}
        />
      ) : null}
      {data ? (
        <Receipt
          data={data}
          organization={organization}
          delayed={Number(values.activation_delay_hours) > 0}
        />
      ) : null}
      {valid && !error ? null : (
        <Text size="sm" c="dimmed" role="status">
          {error ? problemSentence(error) : t('example.invalid')}
        </Text>
      )}
    </Card>
  )
}

/** The last answer stays in sight while the next one is asked for or a field is wrong. */
function useSimulation(organization_id: string, asked: string, valid: boolean) {
  const [settled] = useDebouncedValue(asked, PAUSE_MS)
  return useQuery({
    queryKey: ['simulation', organization_id, settled],
    queryFn: ({ signal }) =>
      call('POST /api/v1/settings/simulate', {
        query: { organization_id },
        body: JSON.parse(settled) as Ask,
        signal,
      }),
    enabled: valid,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}

/** Gifts and promotions are not of one receipt: their settings stay out. */
function rulesOf(values: BonusValues): Partial<Ask> {
  const wire = toWire(values)
  return {
    levels: wire.levels as NonNullable<Ask['levels']>,
    ...(Object.fromEntries(
      RULES.map((name) => [name, wire[name]]).filter(([, value]) => value !== ''),
    ) as Partial<Ask>),
  }
}
const RULES = [
  'level_base',
  'level_days',
  'level_downgrade',
  'accrue_on',
  'accrue_when_bonuses_spent',
  'accrual_rounding',
  'min_receipt_for_accrual',
  'max_accrual_per_receipt',
  'activation_delay_hours',
  'expiry_mode',
  'expiry_days',
  'expiry_months',
  'max_pay_percent',
  'min_receipt_for_spend',
  'min_balance_for_spend',
  'spend_step',
] as const

type ReceiptProps = { data: Simulated; organization: Organization; delayed: boolean }

function Receipt({ data, organization, delayed }: ReceiptProps) {
  const t = useText('settings')
  const { currency, timezone } = organization
  const { plain, with_bonuses: paid } = data
  const print = (amount: number) =>
    (Number.isInteger(amount) ? moneyWhole : money)(amount, currency)
  return (
    <>
      <div className={classes.result} role="status">
        {t('example.earn', {
          sum: print(plain.to_pay + plain.discount),
          bonuses: counted('bonus', plain.accrual),
        })}
      </div>
      <dl className={classes.figures}>
        {plain.discount ? (
          <Figure name={t('example.discount')} value={print(plain.discount)} />
        ) : null}
        <Figure name={t('example.to_pay')} value={print(plain.to_pay)} />
        {delayed && plain.accrual_active_from ? (
          <Figure
            name={t('example.active')}
            value={dateTime(plain.accrual_active_from, timezone)}
          />
        ) : null}
        {plain.accrual ? (
          <Figure
            name={t('example.expires')}
            value={
              plain.accrual_expires_at
                ? date(new Date(Date.parse(plain.accrual_expires_at) - 1), timezone)
                : t('example.never')
            }
          />
        ) : null}
      </dl>
      <Title order={3} size="h4">
        {t('example.with_bonuses')}
      </Title>
      {paid.bonuses_spent ? (
        <dl className={classes.figures}>
          <Figure name={t('example.spent')} value={`−${counted('bonus', paid.bonuses_spent)}`} />
          <Figure name={t('example.to_pay')} value={print(paid.to_pay)} />
          <Figure name={t('example.accrual')} value={`+${counted('bonus', paid.accrual)}`} />
        </dl>
      ) : (
        <Text size="sm">{t('example.pay.none')}</Text>
      )}
      <details className={classes.why}>
        <summary>{t('example.why')}</summary>
        <ul>
          {[...new Set([...paid.explain, ...plain.explain])].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
