/** The inputs of one condition. */
import { MultiSelect, NativeSelect, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { percent } from '../../text/format.ts'
import { type TextKey, useText } from '../../text/text.ts'
import { pointsQuery } from '../points.ts'
import type { Conditions, Kind, Range } from './filter.ts'
import { MessageInputs } from './message-inputs.tsx'
import { BoughtInputs, Categories, NotBoughtInputs } from './product-inputs.tsx'
import { levelNamesQuery, promotionNamesQuery } from './queries.ts'
import { Amount, RangeInputs, type Unit } from './range-inputs.tsx'
import classes from './segments.module.css'

type Props<K extends Kind> = {
  organization_id: string
  title: string
  value: NonNullable<Conditions[K]>
  onChange: (value: NonNullable<Conditions[K]>) => void
}
type Inputs = { [K in Kind]: (props: Props<K>) => ReactNode }
type OfRange = { [K in Kind]: NonNullable<Conditions[K]> extends Range ? K : never }[Kind]

const ranged =
  (unit: Unit) =>
  ({ value, onChange }: { value: Range; onChange: (value: Range) => void }) => (
    <RangeInputs value={value} unit={unit} onChange={onChange} />
  )

const inputs: Inputs = {
  positive_barcodes: (props) => <BoughtInputs {...props} />,
  negative_barcodes: (props) => <NotBoughtInputs {...props} />,
  categories: (props) => <CategoryInputs {...props} />,
  receipts_count: ranged('receipts'),
  turnover: ranged('money'),
  average_receipt: ranged('money'),
  last_purchase_days: ranged('days'),
  first_purchase_days: ranged('days'),
  days_between_visits: ranged('days'),
  pos: (props) => <PlaceInputs {...props} />,
  turnover_top_percent: (props) => <TopInput {...props} />,
  rfm: ({ title, value, onChange }) => (
    <Choices
      title={title}
      prefix="rfm"
      options={RFM}
      value={value.segment ?? []}
      onChange={(segment) => onChange({ segment })}
    />
  ),
  churn_risk: ranged('times'),
  discount_receipts_share: ranged('percent'),
  refunds_count: ranged('times'),
  promotion_ids: (props) => <PromotionInputs {...props} />,
  gender: (props) => <Choices {...props} prefix="gender" options={GENDERS} />,
  age: ranged('years'),
  birthday: (props) => <BirthdayInputs {...props} />,
  cities: ({ title, value, onChange }) => <Words title={title} value={value} onChange={onChange} />,
  tags: (props) => <TagInputs {...props} />,
  sources: (props) => <Choices {...props} prefix="source" options={SOURCES} />,
  registered: ({ title, value, onChange }) => (
    <Amount
      label={title}
      unit="days"
      value={value.last_days ?? ''}
      onChange={(next) => onChange({ last_days: next || null })}
    />
  ),
  messengers: (props) => <Choices {...props} prefix="messenger" options={MESSENGERS} />,
  bot_status: (props) => <Choices {...props} prefix="bot_status" options={BOT_STATUSES} />,
  consent_marketing: (props) => <YesNo {...props} />,
  message: (props) => <MessageInputs {...props} />,
  rating: ({ value, onChange }) => (
    <RangeInputs
      value={{ from: value.last_min, to: value.last_max }}
      unit="stars"
      onChange={({ from, to }) => onChange({ last_min: from, last_max: to })}
    />
  ),
  bonus_balance: ranged('bonuses'),
  bonus_expiring_days: ({ title, value, onChange }) => (
    <Amount
      label={title}
      unit="days"
      value={value.within}
      onChange={(next) => onChange({ ...value, within: next || 1 })}
    />
  ),
  spent_bonuses: ranged('bonuses'),
  never_spent_bonuses: (props) => <YesNo {...props} />,
  has_debt: (props) => <YesNo {...props} />,
  level_ids: (props) => <LevelInputs {...props} />,
  referral: ({ title, value, onChange }) => (
    <Amount
      label={title}
      unit="times"
      value={value.invited_min ?? ''}
      onChange={(next) => onChange({ invited_min: next || null })}
    />
  ),
} satisfies Inputs & Record<OfRange, unknown>

/** Of whichever kind: the value belongs to it, for both come from the same set. */
export function ConditionInputs<K extends Kind>({ kind, ...props }: Props<K> & { kind: K }) {
  return <div className={classes.inputs}>{inputs[kind](props)}</div>
}

const RFM = ['champions', 'loyal', 'newcomers', 'potential', 'at_risk', 'sleeping', 'lost'] as const
const GENDERS = ['f', 'm', 'unknown'] as const
const SOURCES = ['till', 'cabinet', 'bot', 'import', 'integration'] as const
const BOT_STATUSES = ['active', 'blocked', 'unsubscribed'] as const
const MESSENGERS = ['telegram', 'viber', 'none'] as const
const TOPS = [1, 5, 10, 20, 50] as const

type ChoicesProps<V extends string> = {
  title: string
  prefix: 'rfm' | 'gender' | 'source' | 'messenger' | 'bot_status'
  options: readonly V[]
  value: readonly V[]
  onChange: (value: V[]) => void
}

function Choices<V extends string>({ title, prefix, options, value, onChange }: ChoicesProps<V>) {
  const t = useText('segments')
  return (
    <MultiSelect
      aria-label={title}
      placeholder={value.length > 0 ? undefined : t('choice')}
      data={options.map((one) => ({
        value: one as string,
        label: t(`${prefix}.${one}` as TextKey<'segments'>),
      }))}
      value={[...value]}
      onChange={(next) => onChange(options.filter((one) => next.includes(one)))}
    />
  )
}

type WordsProps = { title: string; value: string[]; onChange: (value: string[]) => void }

function Words({ title, value, onChange }: WordsProps) {
  const t = useText('segments')
  return (
    <TagsInput
      label={title}
      description={t('list.enter')}
      maxTags={50}
      maxLength={40}
      value={value}
      onChange={onChange}
    />
  )
}

type YesNoProps = { title: string; value: boolean; onChange: (value: boolean) => void }

function YesNo({ title, value, onChange }: YesNoProps) {
  const t = useText('segments')
  return (
    <NativeSelect
      size="md"
      aria-label={title}
      value={value ? 'yes' : 'no'}
      onChange={(event) => onChange(event.currentTarget.value === 'yes')}
      data={(['yes', 'no'] as const).map((one) => ({ value: one, label: t(one) }))}
    />
  )
}

function TopInput({ title, value, onChange }: Props<'turnover_top_percent'>) {
  const t = useText('segments')
  return (
    <NativeSelect
      size="md"
      aria-label={title}
      value={String(value)}
      onChange={(event) =>
        onChange(TOPS.find((one) => one === Number(event.currentTarget.value)) ?? 10)
      }
      data={TOPS.map((one) => ({ value: String(one), label: t('top', { percent: percent(one) }) }))}
    />
  )
}

function CategoryInputs({ organization_id, value, onChange }: Props<'categories'>) {
  const t = useText('segments')
  return (['include', 'exclude'] as const).map((side) => (
    <Categories
      key={side}
      organization_id={organization_id}
      label={t(`categories.${side}`)}
      value={value[side] ?? []}
      onChange={(names) => onChange({ ...value, [side]: names })}
    />
  ))
}

function PlaceInputs({ organization_id, value, onChange }: Props<'pos'>) {
  const t = useText('segments')
  const { data } = useQuery(pointsQuery(organization_id))
  return (['include', 'exclude'] as const).map((side) => (
    <MultiSelect
      key={side}
      label={t(`pos.${side}`)}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value[side] ?? []}
      onChange={(ids) => onChange({ ...value, [side]: ids })}
    />
  ))
}

function PromotionInputs({ organization_id, value, onChange }: Props<'promotion_ids'>) {
  const t = useText('segments')
  const { data } = useQuery(promotionNamesQuery(organization_id))
  return (['used', 'not_used'] as const).map((side) => (
    <MultiSelect
      key={side}
      label={t(`promotions.${side}`)}
      searchable
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value[side] ?? []}
      onChange={(ids) => onChange({ ...value, [side]: ids })}
    />
  ))
}

function LevelInputs({ organization_id, title, value, onChange }: Props<'level_ids'>) {
  const t = useText('segments')
  const { data } = useQuery(levelNamesQuery(organization_id))
  return (
    <MultiSelect
      aria-label={title}
      placeholder={value.length > 0 ? undefined : t('choice')}
      data={(data?.levels ?? []).map(({ number, name }) => ({
        value: String(number),
        label: name,
      }))}
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
    />
  )
}

function TagInputs({ value, onChange }: Props<'tags'>) {
  const t = useText('segments')
  return (['any', 'none'] as const).map((side) => (
    <Words
      key={side}
      title={t(`tags.${side}`)}
      value={value[side] ?? []}
      onChange={(tags) => onChange({ ...value, [side]: tags })}
    />
  ))
}

function BirthdayInputs({ title, value, onChange }: Props<'birthday'>) {
  const t = useText('segments')
  const mode = value.this_month === true ? 'this_month' : 'in_days'
  return (
    <div className={classes.pair}>
      <NativeSelect
        size="md"
        aria-label={title}
        value={mode}
        onChange={(event) =>
          onChange(
            event.currentTarget.value === 'this_month'
              ? { this_month: true }
              : { in_days_from: 0, in_days_to: 14 },
          )
        }
        data={(['in_days', 'this_month'] as const).map((one) => ({
          value: one,
          label: t(`birthday.${one}`),
        }))}
      />
      {mode === 'in_days' ? (
        <Amount
          label={t('to')}
          unit="days"
          value={value.in_days_to ?? ''}
          onChange={(next) => onChange({ in_days_from: 0, in_days_to: next === '' ? 0 : next })}
        />
      ) : null}
    </div>
  )
}
