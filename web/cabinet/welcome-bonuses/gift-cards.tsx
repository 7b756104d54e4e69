/** Gifts for joining, for a profile and for the first purchase: a switch, and its fields when on. */
import { Card, Radio, Stack, Switch } from '@mantine/core'
import type { ReactNode } from 'react'
import { type TextKey, useText } from '../../text/text.ts'
import { MoneyInput, PercentInput } from '../../ui/money-input.tsx'
import { WholeInput } from '../../ui/whole-input.tsx'
import { GiftStats } from './gift-stats.tsx'
import type { Figures } from './queries.ts'
import type { Amount, CardName } from './values.ts'
import type { GiftForm } from './welcome-form.tsx'
import classes from './welcome.module.css'

type Props = { form: GiftForm; figures: Figures }

/** The props of an input of ours, which hands up values instead of events. */
export const bind = (form: GiftForm, path: string, value: Amount) => ({
  value,
  onChange: form.getInputProps(path).onChange as (value: Amount) => void,
  error: form.errors[path],
  onBlur: () => void form.validateField(path),
})

type GiftCardProps = Props & { card: CardName; children: ReactNode }

function GiftCard({ form, figures, card, children }: GiftCardProps) {
  const t = useText('welcome')
  const { on } = form.values[card]
  const found = figures.gifts.find(({ kind }) => kind === card)
  return (
    <Card component="section" className={classes.card} aria-label={t(`${card}.title`)}>
      <Switch
        size="md"
        label={<span className={classes.title}>{t(`${card}.title`)}</span>}
        description={t(`${card}.text` as TextKey<'welcome'>)}
        checked={on}
        onChange={(event) => form.setFieldValue(`${card}.on`, event.currentTarget.checked)}
      />
      {on ? <div className={classes.fields}>{children}</div> : null}
      {found ? <GiftStats figures={found} /> : null}
    </Card>
  )
}

function Lifetime({ form, card }: { form: GiftForm; card: CardName }) {
  const t = useText('welcome')
  return (
    <WholeInput
      label={t('lifetime')}
      unit={t('unit.days')}
      {...bind(form, `${card}.lifetime_days`, form.values[card].lifetime_days)}
    />
  )
}

const WHEN = ['at_once', 'after_first_receipt'] as const

export function JoinCard(props: Props) {
  const t = useText('welcome')
  const { form } = props
  const { amount, when } = form.values.on_join
  return (
    <GiftCard {...props} card="on_join">
      <div className={classes.pair}>
        <MoneyInput label={t('amount')} unit="◐" {...bind(form, 'on_join.amount', amount)} />
        <Lifetime form={form} card="on_join" />
      </div>
      <Radio.Group
        label={t('when')}
        value={when}
        onChange={(next) => {
          const chosen = WHEN.find((one) => one === next)
          if (chosen) form.setFieldValue('on_join.when', chosen)
        }}
      >
        <Stack gap="sm" mt="xs">
          {WHEN.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`when.${value}`)}
              description={t(`when.${value}.hint`)}
            />
          ))}
        </Stack>
      </Radio.Group>
    </GiftCard>
  )
}

export function ProfileCard(props: Props) {
  const t = useText('welcome')
  const { form } = props
  return (
    <GiftCard {...props} card="profile_complete">
      <div className={classes.pair}>
        <MoneyInput
          label={t('amount')}
          unit="◐"
          {...bind(form, 'profile_complete.amount', form.values.profile_complete.amount)}
        />
        <Lifetime form={form} card="profile_complete" />
      </div>
    </GiftCard>
  )
}

const REWARDS = ['amount', 'percent'] as const

export function PurchaseCard(props: Props) {
  const t = useText('welcome')
  const { form } = props
  const { reward, amount, percent, min_receipt } = form.values.first_purchase
  return (
    <GiftCard {...props} card="first_purchase">
      <Radio.Group
        label={t('reward')}
        value={reward}
        onChange={(next) => {
          const chosen = REWARDS.find((one) => one === next)
          if (chosen) form.setFieldValue('first_purchase.reward', chosen)
        }}
      >
        <div className={classes.choices}>
          {REWARDS.map((value) => (
            <Radio key={value} value={value} label={t(`reward.${value}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.pair}>
        {reward === 'amount' ? (
          <MoneyInput
            label={t('amount')}
            unit="◐"
            {...bind(form, 'first_purchase.amount', amount)}
          />
        ) : (
          <PercentInput
            label={t('percent')}
            decimalScale={2}
            {...bind(form, 'first_purchase.percent', percent)}
          />
        )}
        <MoneyInput
          label={t('min_receipt')}
          {...bind(form, 'first_purchase.min_receipt', min_receipt)}
        />
        <Lifetime form={form} card="first_purchase" />
      </div>
    </GiftCard>
  )
}
