/** How much of it there is, how it goes with others, and whether buyers see it. */
import { Switch, TextInput } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Pair, Section } from '../../ui/section.tsx'
import { amountOf, type Form } from './form-parts.tsx'
import type { Tile } from './values.ts'

const PERIODS = ['ever', 'day', 'week', 'month'] as const

export function LimitFields({ form, tile }: { form: Form; tile: Tile }) {
  const t = useText('promotions')
  return (
    <Section title={t('section.limits')}>
      <Pair>
        <WholeInput
          label={t('field.max_uses_per_buyer')}
          placeholder={t('unlimited')}
          unit={t('unit.times')}
          {...amountOf(form, 'max_uses_per_buyer')}
        />
        {form.values.max_uses_per_buyer === '' ? null : (
          <Pick
            label={t('field.per_buyer_period')}
            value={form.values.per_buyer_period}
            onChange={(period) => form.setFieldValue('per_buyer_period', period)}
            options={PERIODS.map((value) => ({ value, label: t(`per.${value}`) }))}
          />
        )}
        <WholeInput
          label={t('field.max_uses_total')}
          placeholder={t('unlimited')}
          unit={t('unit.times')}
          {...amountOf(form, 'max_uses_total')}
        />
        <MoneyInput
          label={t('field.budget')}
          description={t('field.budget.hint')}
          placeholder={t('unlimited')}
          {...amountOf(form, 'budget')}
        />
        <WholeInput
          label={t('field.priority')}
          description={t('field.priority.hint')}
          unit=""
          {...amountOf(form, 'priority')}
        />
        <WholeInput
          label={t('field.bonus_lifetime_days')}
          placeholder={t('as_usual')}
          unit={t('unit.days')}
          {...amountOf(form, 'bonus_lifetime_days')}
        />
      </Pair>
      {tile === 'accrual' ? <Together form={form} /> : null}
      <Switch
        size="md"
        label={t('field.show_in_bot')}
        {...form.getInputProps('show_in_bot', { type: 'checkbox' })}
      />
    </Section>
  )
}

/** Only what raises the earning can be added to others. */
function Together({ form }: { form: Form }) {
  const t = useText('promotions')
  return (
    <>
      <Switch
        size="md"
        label={t('field.stackable')}
        description={t('field.stackable.hint')}
        {...form.getInputProps('stackable', { type: 'checkbox' })}
      />
      <TextInput
        label={t('field.exclusive_group')}
        description={t('field.exclusive_group.hint')}
        maxLength={40}
        {...form.getInputProps('exclusive_group')}
      />
    </>
  )
}
