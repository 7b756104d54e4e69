import { ActionIcon, Alert, Anchor, Button, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconPlus, IconTrash } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { MARKUP, PROFIT_LIMIT } from '../../shell/profit-limit.ts'
import { useStoredForm } from '../../shell/stored-form.tsx'
import { toast } from '../../shell/toasts.tsx'
import { counted, number, percent } from '../../text/format.ts'
import { type Text as Words, useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './discount.module.css'
import { changesOf, falls, type Tier, toValues, validate, type Values } from './ladder.ts'
import { PeriodFields } from './period-fields.tsx'
import { Preview } from './preview.tsx'
import { type Bonuses, levelCountsQuery, takeBonuses, useSaveLadder } from './queries.ts'

const TIERS_MAX = 10

type Props = { organization: Organization; stored: Bonuses }
export type Form = UseFormReturnType<Values>

export function LadderForm({ organization, stored }: Props) {
  const t = useText('discount')
  const { form, page } = useStoredForm<Bonuses, Values>({
    name: `discount ${organization.id}`,
    stored,
    toValues,
    validate: (values) => validate(values, t),
    changesOf: (values) => changesOf(values, toValues(stored)),
    save: useSaveLadder(organization.id),
    onSaved: () => void toast.done(t('saved')),
    take: (fresh) => takeBonuses(organization.id, fresh),
    differencesOf: (mine, theirs) => differencesOf(mine, theirs, t),
  })
  return page(
    <>
      <Tiers form={form} organization={organization} />
      <PeriodFields form={form} organization={organization} />
    </>,
    <Preview tiers={form.values.tiers} organization={organization} />,
  )
}

let made = 0

/** A new row above the last: twice the sum, two per cent more. */
function nextTier(tiers: readonly Tier[], t: Words<'discount'>): Tier {
  const last = tiers.at(-1)
  made += 1
  return {
    key: `new ${made}`,
    name: t('tier.new', { number: tiers.length + 1 }),
    min_turnover: Number(last?.min_turnover) * 2 || 5_000,
    discount_percent: Math.min(100, Number(last?.discount_percent ?? 0) + 2),
    cashback_percent: last?.cashback_percent ?? 0,
    max_pay_percent: null,
  }
}

function Tiers({ form, organization }: { form: Form; organization: Organization }) {
  const t = useText('discount')
  const { tiers } = form.values
  const counts = useQuery(levelCountsQuery(organization.id))
  const buyersOf = (tier: Tier) =>
    counts.data?.levels.find((level) => level.number === tier.number)?.buyers
  const set = (next: Tier[]) => form.setFieldValue('tiers', next)
  return (
    <Section title={t('section.tiers')}>
      {tiers.map((tier, index) => (
        <TierFields
          key={tier.key}
          form={form}
          index={index}
          buyers={buyersOf(tier)}
          onRemove={index === 0 ? undefined : () => set(tiers.filter((_, at) => at !== index))}
        />
      ))}
      {falls(tiers) ? (
        <Alert color="honey" role="status" icon={<IconAlertTriangle size={20} />}>
          {t('falls')}
        </Alert>
      ) : null}
      <ProfitWarning tiers={tiers} />
      <Button
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPlus size={20} stroke={1.75} />}
        disabled={tiers.length >= TIERS_MAX}
        onClick={() => set([...tiers, nextTier(tiers, t)])}
      >
        {t('tier.add')}
      </Button>
    </Section>
  )
}

/** A discount that leaves no profit is said, never forbidden. */
function ProfitWarning({ tiers }: { tiers: readonly Tier[] }) {
  const t = useText('discount')
  const highest = Math.max(...tiers.map((tier) => Number(tier.discount_percent)))
  if (highest <= PROFIT_LIMIT) return null
  const limits = { limit: percent(PROFIT_LIMIT, 1), markup: percent(MARKUP) }
  return (
    <Alert color="honey" role="status" icon={<IconAlertTriangle size={20} />}>
      {t('profit', { percent: percent(highest), ...limits })}{' '}
      <Anchor component={PageLink} href={paths.profit} inherit td="underline">
        {t('profit.link')}
      </Anchor>
    </Alert>
  )
}

type TierProps = {
  form: Form
  index: number
  /** Undefined for a row that is not saved yet. */
  buyers: number | undefined
  onRemove: (() => void) | undefined
}

function TierFields({ form, index, buyers, onRemove }: TierProps) {
  const t = useText('discount')
  const tier = form.values.tiers[index]
  const field = (name: 'name' | 'min_turnover' | 'discount_percent') => {
    const label = t(`tier.${name}`)
    const spoken = t('tier.label', { field: label, number: index + 1 })
    return { label, 'aria-label': spoken, ...form.getInputProps(`tiers.${index}.${name}`) }
  }
  return (
    <div className={classes.tier} role="group" aria-label={tier?.name}>
      <TextInput {...field('name')} maxLength={40} />
      <MoneyInput {...field('min_turnover')} disabled={index === 0} />
      <PercentInput {...field('discount_percent')} decimalScale={2} />
      <div className={classes.buyers}>
        <span className={classes.buyersLabel}>{t('tier.buyers')}</span>
        <Text span fw={560}>
          {buyers === undefined ? '—' : counted('buyer', buyers)}
        </Text>
      </div>
      {onRemove ? (
        <ActionIcon
          className={classes.remove}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('tier.remove', { name: tier?.name ?? '' })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </div>
  )
}

const tierLine = ({ name, min_turnover, discount_percent }: Tier) =>
  `${name}: ${number(Number(min_turnover))} → ${percent(Number(discount_percent))}`

function differencesOf(mine: Values, theirs: Values, t: Words<'discount'>) {
  const shown = (values: Values) => ({
    'section.tiers': values.tiers.map(tierLine).join('; '),
    'field.level_base': t(`option.level_base.${values.level_base}`),
    'field.level_days': String(values.level_days),
    'field.not_with_promotions': t(values.stack_level_with_promotion ? 'no' : 'yes'),
  })
  const [ours, other] = [shown(mine), shown(theirs)]
  const names = Object.keys(ours) as (keyof typeof ours)[]
  return names
    .filter((name) => ours[name] !== other[name])
    .map((name) => ({ label: t(name), mine: ours[name], theirs: other[name] }))
}
