/** How buyers are recognised, what protects their bonuses, what cashiers may do. */
import { Alert, Anchor, Textarea, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { PageLink } from '../../shell/link.tsx'
import type { Organization } from '../../shell/organizations.ts'
import { paths } from '../../shell/paths.ts'
import { type Text, type TextKey, useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type Amount, checksOf, complaints } from './checks.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Choice, Pick, Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import type { General } from './queries.ts'
import { ReplayButton } from './replay-button.tsx'
import { triedMode } from './replay-queries.ts'
import classes from './settings.module.css'
import { useSettingsForm } from './use-settings-form.tsx'

const MODES = ['bonus', 'discount', 'both'] as const
const CONFIRMATIONS = ['none', 'bot_button', 'code_only'] as const
const SHOWN = ['initial', 'full_name', 'phone_only'] as const
const PRODUCTS = ['none', 'optional', 'required'] as const
const CASH_STEPS = [0.01, 0.1, 0.5] as const
const NAME_FORMS = ['one', 'few', 'many', 'fraction'] as const

function toValues({ version: _version, ...shown }: General) {
  return {
    ...shown,
    code_ttl_seconds: shown.code_ttl_seconds as Amount,
    spend_confirmation_from: shown.spend_confirmation_from as Amount,
    receipts_per_day_max: shown.receipts_per_day_max as Amount,
    receipt_amount_max: shown.receipt_amount_max as Amount,
    cancel_window_hours: shown.cancel_window_hours as Amount,
    compensation_max: shown.compensation_max as Amount,
    compensation_day_max: shown.compensation_day_max as Amount,
  }
}
type Values = ReturnType<typeof toValues>
type Form = ReturnType<typeof useSettingsForm<'general', Values>>

function validate(values: Values, t: Text<'settings'>) {
  const { amount, whole } = checksOf(t)
  const names = NAME_FORMS.map((form) => {
    const length = values.bonus_name[form].trim().length
    return [`bonus_name.${form}`, length < 1 || length > 30 ? t('bonus_name.error') : undefined]
  })
  return complaints({
    ...(Object.fromEntries(names) as Record<string, string | undefined>),
    identify_by_phone:
      values.identify_by_phone || values.identify_by_card || values.identify_by_code
        ? undefined
        : t('identify.error'),
    code_ttl_seconds: whole(values.code_ttl_seconds, 60, 600),
    spend_confirmation_from: amount(values.spend_confirmation_from),
    receipts_per_day_max: whole(values.receipts_per_day_max, 0, 1000),
    receipt_amount_max: amount(values.receipt_amount_max),
    cancel_window_hours: whole(values.cancel_window_hours, 0, 8760),
    compensation_max: amount(values.compensation_max),
    compensation_day_max:
      amount(values.compensation_day_max) ??
      (Number(values.compensation_day_max) < Number(values.compensation_max)
        ? t('compensation.error')
        : undefined),
  })
}

export function GeneralForm({
  organization,
  stored,
}: {
  organization: Organization
  stored: General
}) {
  const t = useText('settings')
  const form = useSettingsForm<'general', Values>({
    group: 'general',
    organization,
    stored,
    toValues,
    toWire: (values) => values,
    validate: (values) => validate(values, t),
  })
  return form.page(
    <>
      <Mode form={form} stored={stored} />
      <BonusName form={form} />
      <Identify form={form} />
      <Spend form={form} organization_id={organization.id} />
      <Limits form={form} />
      <Receipt form={form} />
    </>,
    <ReplayButton
      organization={organization}
      tried={triedMode(form.form.values.mode)}
      valid
      dirty={form.form.isDirty()}
    />,
  )
}

const options = <T extends string | number>(
  field: string,
  values: readonly T[],
  t: Text<'settings'>,
) => values.map((value) => ({ value, label: t(`option.${field}.${value}` as TextKey<'settings'>) }))
const explained = <T extends string>(field: string, values: readonly T[], t: Text<'settings'>) =>
  options(field, values, t).map((option) => ({
    ...option,
    description: t(`option.${field}.${option.value}.hint` as TextKey<'settings'>),
  }))

function Mode({ form, stored }: { form: Form; stored: General }) {
  const { t, field, label } = form
  const turnsOff = field('mode').value === 'discount' && stored.mode !== 'discount'
  return (
    <Section title={t('section.mode')}>
      <Choice {...label('mode')} {...field('mode')} options={explained('mode', MODES, t)} />
      {turnsOff ? (
        <Alert color="honey" icon={<IconInfoCircle size={20} />} role="alert">
          {t('mode.warning')}
        </Alert>
      ) : null}
    </Section>
  )
}

function BonusName({ form: { form, t } }: { form: Form }) {
  return (
    <Section title={t('section.name')}>
      <span>{t('bonus_name.hint')}</span>
      <div className={classes.forms}>
        {NAME_FORMS.map((one) => (
          <TextInput
            key={one}
            label={t(`bonus_name.${one}`)}
            maxLength={30}
            {...form.getInputProps(`bonus_name.${one}`)}
          />
        ))}
      </div>
      <span role="status">{t('bonus_name.check', form.values.bonus_name)}</span>
    </Section>
  )
}

function Identify({ form: { t, field, described, label } }: { form: Form }) {
  return (
    <Section title={t('section.identify')}>
      <Toggle {...described('identify_by_phone')} {...field('identify_by_phone')} />
      <Toggle {...described('identify_by_card')} {...field('identify_by_card')} />
      <Toggle {...described('identify_by_code')} {...field('identify_by_code')} />
      {field('identify_by_code').value ? (
        <div className={classes.short}>
          <WholeInput
            {...described('code_ttl_seconds')}
            {...field('code_ttl_seconds')}
            unit={t('unit.seconds')}
          />
        </div>
      ) : null}
      <Toggle {...described('accrue_by_phone')} {...field('accrue_by_phone')} />
      <Toggle {...described('register_at_till')} {...field('register_at_till')} />
      <Pick
        {...label('buyer_shown')}
        {...field('buyer_shown')}
        options={options('buyer_shown', SHOWN, t)}
      />
    </Section>
  )
}

function Spend({
  form: { t, field, described, label },
  organization_id,
}: {
  form: Form
  organization_id: string
}) {
  const confirmation = field('spend_confirmation')
  return (
    <Section title={t('section.spend')}>
      <Choice
        {...label('spend_confirmation')}
        {...confirmation}
        options={explained('spend_confirmation', CONFIRMATIONS, t)}
      />
      {confirmation.value === 'none' ? null : (
        <>
          <Alert color="honey" icon={<IconInfoCircle size={20} />}>
            {t('spend.needs_bot')}{' '}
            <Anchor component={PageLink} href={paths.bots(organization_id)} inherit td="underline">
              {t('spend.bots')}
            </Anchor>
          </Alert>
          <MoneyInput
            {...described('spend_confirmation_from')}
            {...field('spend_confirmation_from')}
            maw={320}
          />
        </>
      )}
    </Section>
  )
}

function Limits({ form: { t, field, described } }: { form: Form }) {
  return (
    <Section title={t('section.limits')}>
      <Pair>
        <WholeInput
          {...described('receipts_per_day_max')}
          {...field('receipts_per_day_max')}
          unit={t('unit.receipts')}
          max={1000}
        />
        <MoneyInput {...described('receipt_amount_max')} {...field('receipt_amount_max')} />
        <WholeInput
          {...described('cancel_window_hours')}
          {...field('cancel_window_hours')}
          unit={t('unit.hours')}
          max={8760}
        />
        <MoneyInput {...described('compensation_max')} {...field('compensation_max')} unit="◐" />
        <MoneyInput
          {...described('compensation_day_max')}
          {...field('compensation_day_max')}
          unit="◐"
        />
      </Pair>
      <Toggle {...described('cancel_at_other_pos')} {...field('cancel_at_other_pos')} />
    </Section>
  )
}

function Receipt({ form: { form, t, field, described, label } }: { form: Form }) {
  return (
    <Section title={t('section.receipt')}>
      <Pair>
        <Pick
          {...label('products_in_receipt')}
          {...field('products_in_receipt')}
          options={options('products_in_receipt', PRODUCTS, t)}
        />
        <Pick
          {...described('cash_rounding')}
          {...field('cash_rounding')}
          options={options('cash_rounding', CASH_STEPS, t)}
        />
      </Pair>
      <Textarea
        {...described('receipt_footer')}
        maxLength={300}
        {...form.getInputProps('receipt_footer')}
      />
    </Section>
  )
}
