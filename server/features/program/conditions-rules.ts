/**
 * What a shop's buyers may read of its rules.
 *
 * Invariant: nothing leaves here that helps to cheat: no flyer's code, no limit of a cashier, no sum
 * under which a spend goes unconfirmed.
 */
import type { Conditions } from '#contract/conditions.ts'
import type { WelcomeGift } from './gift-rules.ts'
import type { Program } from './rules.ts'

type Profile = Conditions['shop'] & Pick<Conditions, 'rules_text' | 'rules_version'>
type Edition = Pick<Conditions, 'version' | 'valid_from' | 'current_version'>

/** `day` is today in the organization's zone: a flyer of another season is not promised. */
export function conditionsOf(
  { rules_text, rules_version, ...shop }: Profile,
  program: Program,
  edition: Edition,
  day: string,
): Conditions {
  const { birthday, referral } = program
  return {
    shop,
    ...edition,
    ...pickRules(program),
    levels: program.levels.map(({ number: _number, ...level }) => level),
    welcome: shownGifts(program.welcome, day),
    birthday: birthday.on
      ? {
          reward: birthday.reward,
          amount: birthday.amount,
          times: birthday.times,
          days_before: birthday.days_before,
          days_after: birthday.days_after,
          lifetime_days: program.birthday_lifetime_days,
        }
      : null,
    referral: referral.on
      ? {
          friend_amount: referral.friend_amount,
          inviter_amount: referral.inviter_amount,
          min_receipt: referral.min_receipt,
          monthly_cap: referral.monthly_cap,
          max_friends: referral.max_friends,
        }
      : null,
    rules_text,
    rules_version,
  }
}

type SameRules = Omit<
  Conditions,
  | 'shop'
  | keyof Edition
  | 'levels'
  | 'welcome'
  | 'birthday'
  | 'referral'
  | 'rules_text'
  | 'rules_version'
>

/** Named one by one, so that a new setting is not told to everybody by itself. */
const pickRules = (program: Program): SameRules => ({
  mode: program.mode,
  bonus_name: program.bonus_name,
  identify_by_phone: program.identify_by_phone,
  accrue_by_phone: program.accrue_by_phone,
  register_at_till: program.register_at_till,
  spend_confirmation: program.spend_confirmation,
  level_base: program.level_base,
  level_days: program.level_days,
  level_downgrade: program.level_downgrade,
  accrue_on: program.accrue_on,
  accrue_when_bonuses_spent: program.accrue_when_bonuses_spent,
  accrual_rounding: program.accrual_rounding,
  min_receipt_for_accrual: program.min_receipt_for_accrual,
  max_accrual_per_receipt: program.max_accrual_per_receipt,
  activation_delay_hours: program.activation_delay_hours,
  expiry_mode: program.expiry_mode,
  expiry_days: program.expiry_days,
  expiry_months: program.expiry_months,
  promotion_lifetime_days: program.promotion_lifetime_days,
  max_pay_percent: program.max_pay_percent,
  min_receipt_for_spend: program.min_receipt_for_spend,
  min_balance_for_spend: program.min_balance_for_spend,
  spend_step: program.spend_step,
  return_policy: program.return_policy,
  restore_grace_days: program.restore_grace_days,
  stack_level_with_promotion: program.stack_level_with_promotion,
  accrue_on_promoted: program.accrue_on_promoted,
  spend_on_promoted: program.spend_on_promoted,
  excluded_categories: program.excluded_categories,
})

/** The gifts that are on; all flyers are one line without a code. */
function shownGifts(gifts: readonly WelcomeGift[], day: string): Conditions['welcome'] {
  const on = gifts.filter((gift) => gift.on)
  const flyers = on.filter(
    (gift) =>
      gift.kind === 'flyer' &&
      (gift.date_to === null || gift.date_to >= day) &&
      (gift.date_from === null || gift.date_from <= day),
  )
  const shown = on.flatMap((gift): Conditions['welcome'] => {
    const { lifetime_days } = gift
    if (gift.kind === 'on_join') {
      return [{ kind: gift.kind, amount: gift.amount, when: gift.when, lifetime_days }]
    }
    if (gift.kind === 'profile_complete') {
      return [{ kind: gift.kind, amount: gift.amount, lifetime_days }]
    }
    if (gift.kind === 'flyer') return []
    const { kind, reward, amount, percent, min_receipt } = gift
    return [{ kind, reward, amount, percent, min_receipt, lifetime_days }]
  })
  return flyers.length === 0 ? shown : [...shown, { kind: 'flyer' }]
}
