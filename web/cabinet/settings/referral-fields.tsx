/** A friend's first purchase rewards both the friend and who invited. */
import { useText } from '../../text/text.ts'
import { MoneyInput } from '../../ui/money-input.tsx'
import { type BonusForm, bind } from './bind.ts'
import { WholeInput } from '../../ui/whole-input.tsx'
import { Toggle } from '../../ui/choices.tsx'
import { Pair, Section } from '../../ui/section.tsx'

export function ReferralFields({ form }: { form: BonusForm }) {
  const t = useText('settings')
  const { referral } = form.values
  return (
    <Section title={t('section.referral')}>
      <Toggle
        label={t('referral.on')}
        description={t('referral.on.hint')}
        {...bind(form, 'referral.on', referral.on)}
      />
      {referral.on ? (
        <Pair>
          <MoneyInput
            label={t('referral.friend_amount')}
            unit="◐"
            {...bind(form, 'referral.friend_amount', referral.friend_amount)}
          />
          <MoneyInput
            label={t('referral.inviter_amount')}
            unit="◐"
            {...bind(form, 'referral.inviter_amount', referral.inviter_amount)}
          />
          <MoneyInput
            label={t('referral.min_receipt')}
            {...bind(form, 'referral.min_receipt', referral.min_receipt)}
          />
          <WholeInput
            label={t('referral.monthly_cap')}
            unit={t('unit.friends')}
            max={1000}
            {...bind(form, 'referral.monthly_cap', referral.monthly_cap)}
          />
          <WholeInput
            label={t('referral.max_friends')}
            unit={t('unit.friends')}
            max={10_000}
            {...bind(form, 'referral.max_friends', referral.max_friends)}
          />
        </Pair>
      ) : null}
    </Section>
  )
}
