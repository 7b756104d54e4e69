/** The bonus settings as inputs hold them, and their checks. */
import type { Text } from '../../text/text.ts'
import { type Amount, checksOf, complaints } from './checks.ts'
import type { Bonuses } from './queries.ts'

export type LevelValues = {
  /** Tells rows apart while they are edited; never sent. */
  key: string

  number?: number | undefined
  name: string
  min_turnover: Amount
  cashback_percent: Amount
  discount_percent: Amount
  max_pay_percent: Amount
}

/** Welcome gifts have a page of their own. */
export function toValues({ version: _version, welcome: _welcome, levels, ...shown }: Bonuses) {
  return {
    ...shown,
    birthday: shown.birthday as GiftInputs<Bonuses['birthday']>,
    referral: shown.referral as GiftInputs<Bonuses['referral']>,
    birthday_lifetime_days: shown.birthday_lifetime_days ?? ('' as const),
    referral_lifetime_days: shown.referral_lifetime_days ?? ('' as const),
    promotion_lifetime_days: shown.promotion_lifetime_days ?? ('' as const),
    levels: levels.map((level): LevelValues => ({
      ...level,
      key: String(level.number),
      max_pay_percent: level.max_pay_percent ?? '',
    })),
    level_days: shown.level_days as Amount,
    min_receipt_for_accrual: shown.min_receipt_for_accrual as Amount,
    max_accrual_per_receipt: shown.max_accrual_per_receipt ?? ('' as const),
    activation_delay_hours: shown.activation_delay_hours as Amount,
    expiry_days: shown.expiry_days as Amount,
    expiry_months: shown.expiry_months as Amount,
    manual_lifetime_days: shown.manual_lifetime_days ?? ('' as const),
    max_pay_percent: shown.max_pay_percent as Amount,
    min_receipt_for_spend: shown.min_receipt_for_spend as Amount,
    min_balance_for_spend: shown.min_balance_for_spend as Amount,
    restore_grace_days: shown.restore_grace_days as Amount,
  }
}
export type BonusValues = ReturnType<typeof toValues>

/** Numbers may be empty while they are typed. */
type GiftInputs<Gift> = { [K in keyof Gift]: Gift[K] extends number ? Amount : Gift[K] }

const orNull = (value: Amount) => (value === '' ? null : value)

export const toWire = (values: BonusValues) => ({
  ...values,
  max_accrual_per_receipt: orNull(values.max_accrual_per_receipt),
  manual_lifetime_days: orNull(values.manual_lifetime_days),
  birthday_lifetime_days: orNull(values.birthday_lifetime_days),
  referral_lifetime_days: orNull(values.referral_lifetime_days),
  promotion_lifetime_days: orNull(values.promotion_lifetime_days),
  levels: values.levels.map(({ number, key: _key, ...level }) => ({
    ...(number === undefined ? {} : { number }),
    ...level,
    name: level.name.trim(),
    max_pay_percent: orNull(level.max_pay_percent),
  })),
})

export function validateBonuses(values: BonusValues, t: Text<'settings'>) {
  const { amount, whole, percent } = checksOf(t)
  const lifetime = (days: Amount) => (days === '' ? undefined : whole(days, 1, 1095))
  const byDays = values.expiry_mode === 'days' || values.expiry_mode === 'after_last_purchase'
  return complaints({
    ...levelComplaints(values.levels, t),
    level_days:
      values.level_base === 'rolling_days' ? whole(values.level_days, 1, 3650) : undefined,
    min_receipt_for_accrual: amount(values.min_receipt_for_accrual),
    activation_delay_hours: whole(values.activation_delay_hours, 0, 2160),
    expiry_days: byDays ? whole(values.expiry_days, 1, 1095) : undefined,
    expiry_months:
      values.expiry_mode === 'end_of_month_after' ? whole(values.expiry_months, 0, 36) : undefined,
    manual_lifetime_days: lifetime(values.manual_lifetime_days),
    birthday_lifetime_days: lifetime(values.birthday_lifetime_days),
    referral_lifetime_days: lifetime(values.referral_lifetime_days),
    promotion_lifetime_days: lifetime(values.promotion_lifetime_days),
    ...giftComplaints(values, t),
    max_pay_percent: percent(values.max_pay_percent),
    min_receipt_for_spend: amount(values.min_receipt_for_spend),
    min_balance_for_spend: amount(values.min_balance_for_spend),
    restore_grace_days: whole(values.restore_grace_days, 0, 365),
  })
}

/** What is switched off is not checked: it keeps what it had. */
function giftComplaints({ birthday, referral }: BonusValues, t: Text<'settings'>) {
  const { amount, whole } = checksOf(t)
  const found: Record<string, string | undefined> = {}
  if (birthday.on) {
    found['birthday.amount'] = Number(birthday.amount) > 0 ? undefined : t('gift.amount.error')
    const times = Number(birthday.times)
    found['birthday.times'] = times > 1 && times <= 10 ? undefined : t('gift.times.error')
    found['birthday.days_before'] = whole(birthday.days_before, 0, 30)
    found['birthday.days_after'] = whole(birthday.days_after, 0, 30)
  }
  if (referral.on) {
    found['referral.friend_amount'] = amount(referral.friend_amount)
    found['referral.inviter_amount'] = amount(referral.inviter_amount)
    found['referral.min_receipt'] = amount(referral.min_receipt)
    found['referral.monthly_cap'] = whole(referral.monthly_cap, 1, 1000)
    found['referral.max_friends'] = whole(referral.max_friends, 1, 10_000)
  }
  return found
}

function levelComplaints(levels: LevelValues[], t: Text<'settings'>) {
  const { amount, percent } = checksOf(t)
  const found: Record<string, string | undefined> = {}
  for (const [index, level] of levels.entries()) {
    const at = `levels.${index}`
    const previous = levels[index - 1]
    const notAbove = previous && Number(level.min_turnover) <= Number(previous.min_turnover)
    found[`${at}.name`] = level.name.trim() ? undefined : t('levels.name.error')
    found[`${at}.min_turnover`] =
      amount(level.min_turnover) ??
      (notAbove ? t('levels.order', { next: index + 1, previous: index }) : undefined)
    found[`${at}.cashback_percent`] = percent(level.cashback_percent)
    found[`${at}.discount_percent`] = percent(level.discount_percent)
    found[`${at}.max_pay_percent`] =
      level.max_pay_percent === '' ? undefined : percent(level.max_pay_percent)
  }
  return found
}
