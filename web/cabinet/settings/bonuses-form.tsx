/** What is earned, how long it lives and what it may pay for, with a living example. */
import { TagsInput } from '@mantine/core'
import type { Organization } from '../../shell/organizations.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { type BonusValues, toValues, toWire, validateBonuses } from './bonus-values.ts'
import { BirthdayFields } from './birthday-fields.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Choice, Pick, Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import { LevelsFields } from './levels-fields.tsx'
import { LifetimeFields } from './lifetime-fields.tsx'
import type { Bonuses, General } from './queries.ts'
import { ReferralFields } from './referral-fields.tsx'
import { ReplayButton } from './replay-button.tsx'
import { triedBonuses } from './replay-queries.ts'
import replay from './replay.module.css'
import { Simulator } from './simulator.tsx'
import { useSettingsForm } from './use-settings-form.tsx'

type Form = ReturnType<typeof useSettingsForm<'bonuses', BonusValues>>
type Props = { organization: Organization; stored: Bonuses; mode: General['mode'] }

export function BonusesForm({ organization, stored, mode }: Props) {
  const t = useText('settings')
  const form = useSettingsForm<'bonuses', BonusValues>({
    group: 'bonuses',
    organization,
    stored,
    toValues,
    toWire,
    validate: (values) => validateBonuses(values, t),
  })
  return form.page(
    <>
      <LevelsFields form={form.form} mode={mode} />
      <Accrual form={form} />
      <Expiry form={form} />
      <Pay form={form} />
      <Returns form={form} />
      <Exclusions form={form} />
      <BirthdayFields form={form.form} />
      <ReferralFields form={form.form} />
      <LifetimeFields form={form.form} />
    </>,
    <div className={replay.aside}>
      <Simulator organization={organization} values={form.form.values} mode={mode} />
      <ReplayButton
        organization={organization}
        tried={triedBonuses(form.form.values)}
        valid={Object.keys(validateBonuses(form.form.values, t)).length === 0}
        dirty={form.form.isDirty()}
      />
    </div>,
  )
}

const options = <T extends string | number>(
  field: string,
  values: readonly T[],
  t: Text<'settings'>,
) => values.map((value) => ({ value, label: t(`option.${field}.${value}` as TextKey<'settings'>) }))

const BASES = ['paid_money', 'before_bonus_payment'] as const
const ROUNDINGS = ['whole_down', 'down', 'half_up'] as const

const PRECISIONS = ['whole', 'hundredths'] as const

/** One choice for the two fields that make bonuses whole; each can still be set apart. */
function Precision({ form: { form, t } }: { form: Form }) {
  const whole = form.values.accrual_rounding === 'whole_down' && form.values.spend_step === 1
  return (
    <Choice
      label={t('field.precision')}
      value={whole ? 'whole' : 'hundredths'}
      onChange={(precision) =>
        form.setValues({
          accrual_rounding: precision === 'whole' ? 'whole_down' : 'down',
          spend_step: precision === 'whole' ? 1 : 0.01,
        })
      }
      options={PRECISIONS.map((value) => ({
        value,
        label: t(`option.precision.${value}`),
        description: t(`option.precision.${value}.hint`),
      }))}
    />
  )
}

function Accrual({ form }: { form: Form }) {
  const { t, field, described, label } = form
  return (
    <Section title={t('section.accrual')}>
      <Precision form={form} />
      <Pick
        {...described('accrue_on')}
        {...field('accrue_on')}
        options={options('accrue_on', BASES, t)}
      />
      <Toggle {...described('accrue_when_bonuses_spent')} {...field('accrue_when_bonuses_spent')} />
      <Pair>
        <MoneyInput
          {...described('min_receipt_for_accrual')}
          {...field('min_receipt_for_accrual')}
        />
        <MoneyInput
          {...described('max_accrual_per_receipt')}
          {...field('max_accrual_per_receipt')}
          unit="◐"
        />
        <WholeInput
          {...described('activation_delay_hours')}
          {...field('activation_delay_hours')}
          unit={t('unit.hours')}
          max={2160}
        />
        <Pick
          {...label('accrual_rounding')}
          {...field('accrual_rounding')}
          options={options('accrual_rounding', ROUNDINGS, t)}
        />
      </Pair>
    </Section>
  )
}

const EXPIRIES = ['days', 'after_last_purchase', 'end_of_month_after', 'never'] as const

function Expiry({ form: { t, field, described, label } }: { form: Form }) {
  const mode = field('expiry_mode').value
  return (
    <Section title={t('section.expiry')}>
      <Pair>
        <Pick
          {...label('expiry_mode')}
          {...field('expiry_mode')}
          options={options('expiry_mode', EXPIRIES, t)}
        />
        {mode === 'days' || mode === 'after_last_purchase' ? (
          <WholeInput
            {...described('expiry_days')}
            {...field('expiry_days')}
            unit={t('unit.days')}
            max={1095}
          />
        ) : null}
        {mode === 'end_of_month_after' ? (
          <WholeInput
            {...label('expiry_months')}
            {...field('expiry_months')}
            unit={t('unit.months')}
            max={36}
          />
        ) : null}
      </Pair>
    </Section>
  )
}

const STEPS = [1, 0.01] as const

function Pay({ form: { t, field, described, label } }: { form: Form }) {
  return (
    <Section title={t('section.pay')}>
      <Pair>
        <PercentInput {...described('max_pay_percent')} {...field('max_pay_percent')} />
        <MoneyInput {...described('min_receipt_for_spend')} {...field('min_receipt_for_spend')} />
        <MoneyInput
          {...described('min_balance_for_spend')}
          {...field('min_balance_for_spend')}
          unit="◐"
        />
        <Pick
          {...label('spend_step')}
          {...field('spend_step')}
          options={options('spend_step', STEPS, t)}
        />
      </Pair>
    </Section>
  )
}

const POLICIES = ['debt', 'within_balance'] as const

function Returns({ form: { t, field, described, label } }: { form: Form }) {
  return (
    <Section title={t('section.return')}>
      <Choice
        {...label('return_policy')}
        {...field('return_policy')}
        options={POLICIES.map((value) => ({
          value,
          label: t(`option.return_policy.${value}`),
          description: t(`option.return_policy.${value}.hint`),
        }))}
      />
      <WholeInput
        {...described('restore_grace_days')}
        {...field('restore_grace_days')}
        unit={t('unit.days')}
        max={365}
      />
    </Section>
  )
}

function Exclusions({ form: { form, t, field, described } }: { form: Form }) {
  return (
    <Section title={t('section.exclude')}>
      <TagsInput
        size="md"
        maxTags={100}
        {...described('excluded_categories')}
        {...form.getInputProps('excluded_categories')}
      />
      <Toggle {...described('accrue_on_promoted')} {...field('accrue_on_promoted')} />
      <Toggle {...described('spend_on_promoted')} {...field('spend_on_promoted')} />
    </Section>
  )
}
