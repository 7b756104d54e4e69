/** A stamp card: what makes stamps, how many fill it, what a full one gives. */
import { Switch } from '@mantine/core'
import { useText } from '../../text/text.ts'
import { Pick } from '../../ui/choices.tsx'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Pair } from '../../ui/section.tsx'
import { amountOf, type Form, type FormData } from './form-parts.tsx'

const COUNTS = ['receipts', 'units', 'sum'] as const
const GIFTS = ['product', 'bonuses', 'percent_off_next'] as const
type Props = { form: Form; data: FormData; locked: boolean }

export function StampFields({ form, locked }: Props) {
  const t = useText('promotions')
  const { count } = form.values
  return (
    <>
      <Pair>
        <Pick
          label={t('field.count')}
          disabled={locked}
          value={count}
          onChange={(next) => form.setFieldValue('count', next)}
          options={COUNTS.map((value) => ({ value, label: t(`count.${value}`) }))}
        />
        {count === 'sum' ? (
          <MoneyInput label={t('field.goal_sum')} disabled={locked} {...amountOf(form, 'goal')} />
        ) : (
          <WholeInput
            label={t('field.goal')}
            unit={t('unit.pieces')}
            disabled={locked}
            {...amountOf(form, 'goal')}
          />
        )}
        <WholeInput
          label={t('field.within_days')}
          description={t('field.within_days.hint')}
          unit={t('unit.days')}
          disabled={locked}
          {...amountOf(form, 'within_days')}
        />
      </Pair>
      <GiftFields form={form} locked={locked} />
      {count === 'receipts' ? (
        <Switch
          size="md"
          label={t('field.once_per_day')}
          disabled={locked}
          {...form.getInputProps('once_per_day', { type: 'checkbox' })}
        />
      ) : null}
      <Switch
        size="md"
        label={t('field.repeat')}
        disabled={locked}
        {...form.getInputProps('repeat', { type: 'checkbox' })}
      />
    </>
  )
}

function GiftFields({ form, locked }: { form: Form; locked: boolean }) {
  const t = useText('promotions')
  const { gift } = form.values
  return (
    <Pair>
      <Pick
        label={t('field.gift')}
        disabled={locked}
        value={gift}
        onChange={(next) => form.setFieldValue('gift', next)}
        options={GIFTS.map((value) => ({ value, label: t(`gift.${value}`) }))}
      />
      {gift === 'bonuses' ? (
        <MoneyInput
          label={t('field.gift_amount')}
          unit="◐"
          disabled={locked}
          {...amountOf(form, 'gift_amount')}
        />
      ) : null}
      {gift === 'percent_off_next' ? (
        <PercentInput
          label={t('field.gift_percent')}
          disabled={locked}
          {...amountOf(form, 'gift_percent')}
        />
      ) : null}
      {gift === 'bonuses' ? null : (
        <WholeInput
          label={t('field.gift_days')}
          description={t('field.gift_days.hint')}
          unit={t('unit.days')}
          disabled={locked}
          {...amountOf(form, 'gift_days')}
        />
      )}
    </Pair>
  )
}
