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

/** Gifts have a page of their own. */
export function toValues({
  version: _version,
  welcome: _welcome,
  birthday: _birthday,
  referral: _referral,
  birthday_lifetime_days: _birthdayDays,
  referral_lifetime_days: _referralDays,
  promotion_lifetime_days: _promotionDays,
  levels,
  ...shown
}: Bonuses) {
  return {
    ...shown,
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

const orNull = (value: Amount) => (value === '' ? null : value)

export const toWire = (values: BonusValues) => ({
  ...values,
  max_accrual_per_receipt: orNull(values.max_accrual_per_receipt),
  manual_lifetime_days: orNull(values.manual_lifetime_days),
  levels: values.levels.map(({ number, key: _key, ...level }) => ({
    ...(number === undefined ? {} : { number }),
    ...level,
    name: level.name.trim(),
    max_pay_percent: orNull(level.max_pay_percent),
  })),
})

export function validateBonuses(values: BonusValues, t: Text<'settings'>) {
  const { amount, whole, percent } = checksOf(t)
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
    manual_lifetime_days:
      values.manual_lifetime_days === '' ? undefined : whole(values.manual_lifetime_days, 1, 1095),
    max_pay_percent: percent(values.max_pay_percent),
    min_receipt_for_spend: amount(values.min_receipt_for_spend),
    min_balance_for_spend: amount(values.min_balance_for_spend),
    restore_grace_days: whole(values.restore_grace_days, 0, 365),
  })
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
