/**
 * What an organization's bonus program is: its shape, defaults, limits and what makes it valid.
 *
 * Invariants kept here: the ladder always has a row that starts at 0; rows start at strictly
 * growing sums; a level's number is never given to another level, so an account that holds a
 * removed level is noticed instead of silently promoted.
 * Units: money and bonuses are minor units, percents are basis points.
 * Source: spec/engine.md "Program", "Identify, confirm", "Cancel", "Cash"; design/screens.md §5.3.
 */
import { BONUS_NAME } from '#contract/limits.ts'
import type { BasisPoints, Minor } from '#contract/money.ts'
import { defaultGiftSettings, type GiftSettings } from './gift-rules.ts'

/** One row of the ladder, which serves both cashback and the cumulative discount. */
export type Level = {
  /** Stable within the organization, never reused; an account remembers its level by it. */
  number: number
  name: string
  /** Where the level starts: money really paid minus returns. */
  min_turnover: Minor
  cashback_percent: BasisPoints
  discount_percent: BasisPoints
  /** Overrides the program's `max_pay_percent` when set. */
  max_pay_percent: BasisPoints | null
}

/** How the unit is called, in the four forms Ukrainian needs. */
export type BonusName = {
  /** 1 бонус */
  one: string
  /** 2 бонуси */
  few: string
  /** 5 бонусів */
  many: string
  /** 1,5 бонуса */
  fraction: string
}

/** The group `general`: who is recognised, what is confirmed, what a cashier may do. */
export type GeneralSettings = {
  mode: 'bonus' | 'discount' | 'both'
  bonus_name: BonusName
  identify_by_phone: boolean
  identify_by_card: boolean
  identify_by_code: boolean
  /** How long a one-time code lives, 60–600. */
  code_ttl_seconds: number
  /** A typed phone is enough to accrue. Spending by phone is `spend_confirmation`'s matter. */
  accrue_by_phone: boolean
  spend_confirmation: 'none' | 'code_only' | 'bot_button'
  /** Spends of at least this sum are confirmed; below it none is asked. */
  spend_confirmation_from: Minor
  /** What of the buyer the till shows. */
  buyer_shown: 'initial' | 'full_name' | 'phone_only'
  register_at_till: boolean
  /** Receipts of one buyer in one day; 0 is no limit. */
  receipts_per_day_max: number
  /** Larger receipts need a senior cashier; 0 is no limit. */
  receipt_amount_max: Minor
  /** How long a cashier may cancel; 0 forbids it to cashiers. */
  cancel_window_hours: number
  /** Whether a receipt may be cancelled at another point of sale than its own. */
  cancel_at_other_pos: boolean
  /** Largest single compensation by a cashier; 0 forbids compensations. */
  compensation_max: Minor
  /** Largest sum of compensations of one cashier in one day. */
  compensation_day_max: Minor
  products_in_receipt: 'none' | 'optional' | 'required'
  /** Cash totals are rounded to a multiple of this: 1, 10 or 50. */
  cash_rounding: Minor
  /** Printed under every slip. */
  receipt_footer: string
}

/** The group `bonuses`: what is earned, how long it lives, what it may pay for. */
export type BonusSettings = GiftSettings & {
  levels: Level[]
  level_base: 'lifetime' | 'rolling_days' | 'calendar_year'
  /** The window of `rolling_days`. */
  level_days: number
  level_downgrade: 'never' | 'at_period_end'
  accrue_on: 'paid_money' | 'before_bonus_payment'
  accrue_when_bonuses_spent: boolean
  accrual_rounding: 'whole_down' | 'down' | 'half_up'
  /** Looks at the sum after discounts, before bonuses. */
  min_receipt_for_accrual: Minor
  max_accrual_per_receipt: Minor | null
  /** 0–2160. */
  activation_delay_hours: number
  expiry_mode: 'days' | 'never' | 'end_of_month_after' | 'after_last_purchase'
  /** N of `days` and `after_last_purchase`. */
  expiry_days: number
  /** N of `end_of_month_after`. */
  expiry_months: number
  /** Own lifetime of lots given by hand (manual, compensation); null: as any other lot. */
  manual_lifetime_days: number | null
  /** 0–100 %. */
  max_pay_percent: BasisPoints
  /** Looks at the sum after discounts, before bonuses. */
  min_receipt_for_spend: Minor
  /** Who has less available cannot spend yet; 0: anybody can. */
  min_balance_for_spend: Minor
  /** Spends are multiples of it: 100 (whole bonuses) or 1. */
  spend_step: Minor
  return_policy: 'debt' | 'within_balance'
  restore_grace_days: number
  stack_level_with_promotion: boolean
  /** Lines of these categories neither earn nor are paid with bonuses. Lower case. */
  excluded_categories: string[]
  /** Whether lines with a lowered price (by a promotion or by the till itself) earn. */
  accrue_on_promoted: boolean
  /** Whether they may be paid for with bonuses. */
  spend_on_promoted: boolean
}

/** The group `notifications`: when and where messages go. No receipt depends on it. */
export type NotificationSettings = {
  /** Nothing promotional between these local times, `HH:MM`; may pass midnight. */
  quiet_from: string
  quiet_to: string
  marketing_per_week_max: number
  preferred_channel: 'last_active' | 'telegram' | 'viber' | 'both'
  signature: string
  owner_low_rating: boolean
  owner_license_ends: boolean
  owner_bot_detached: boolean
  owner_suspicious: boolean
  owner_daily_summary: boolean
  owner_by_email: boolean
  owner_by_telegram: boolean
}

/**
 * All that the engine needs to settle a receipt: one immutable version of the program, with the
 * zone its days are counted in.
 */
export type Program = GeneralSettings &
  BonusSettings & {
    /** Grows by one with each change; a receipt remembers the one that settled it. */
    version: number
    /** IANA zone of the organization, such as `Europe/Kyiv`. */
    timezone: string
    /** ISO 4217. */
    currency: string
  }

/** The number of the level that every new ladder begins with. */
export const BASE_LEVEL = 1

/** The general settings of a new organization. Cash in hryvnias is rounded to 0.50 by law. */
export function defaultGeneralSettings(currency = 'UAH'): GeneralSettings {
  return {
    mode: 'bonus',
    bonus_name: { one: BONUS_NAME, few: 'бонуси', many: 'бонусів', fraction: 'бонуса' },
    identify_by_phone: true,
    identify_by_card: true,
    identify_by_code: true,
    code_ttl_seconds: 120,
    accrue_by_phone: true,
    spend_confirmation: 'bot_button',
    spend_confirmation_from: 200_00,
    buyer_shown: 'initial',
    register_at_till: true,
    receipts_per_day_max: 5,
    receipt_amount_max: 20_000_00,
    cancel_window_hours: 24,
    cancel_at_other_pos: false,
    compensation_max: 0,
    compensation_day_max: 0,
    products_in_receipt: 'none',
    cash_rounding: currency === 'UAH' ? 50 : 1,
    receipt_footer: '',
  }
}

/** The bonus settings of a new organization: 5 % back, half of a receipt payable, 180 days. */
export function defaultBonusSettings(): BonusSettings {
  return {
    levels: [
      {
        number: BASE_LEVEL,
        name: 'Базовий',
        min_turnover: 0,
        cashback_percent: 500,
        discount_percent: 0,
        max_pay_percent: null,
      },
    ],
    level_base: 'lifetime',
    level_days: 365,
    level_downgrade: 'never',
    accrue_on: 'paid_money',
    accrue_when_bonuses_spent: true,
    accrual_rounding: 'whole_down',
    min_receipt_for_accrual: 0,
    max_accrual_per_receipt: null,
    activation_delay_hours: 0,
    expiry_mode: 'days',
    expiry_days: 180,
    expiry_months: 6,
    manual_lifetime_days: null,
    max_pay_percent: 5_000,
    min_receipt_for_spend: 0,
    min_balance_for_spend: 0,
    spend_step: 100,
    return_policy: 'debt',
    restore_grace_days: 7,
    stack_level_with_promotion: false,
    excluded_categories: [],
    accrue_on_promoted: true,
    spend_on_promoted: true,
    ...defaultGiftSettings(),
  }
}

/** The notification settings of a new organization. */
export function defaultNotificationSettings(): NotificationSettings {
  return {
    quiet_from: '21:00',
    quiet_to: '09:00',
    marketing_per_week_max: 2,
    preferred_channel: 'last_active',
    signature: '',
    owner_low_rating: true,
    owner_license_ends: true,
    owner_bot_detached: true,
    owner_suspicious: true,
    owner_daily_summary: false,
    owner_by_email: true,
    owner_by_telegram: true,
  }
}

/** The first version of a new organization's program. */
export function defaultProgram(timezone = 'Europe/Kyiv', currency = 'UAH'): Program {
  return {
    ...defaultGeneralSettings(currency),
    ...defaultBonusSettings(),
    version: 1,
    timezone,
    currency,
  }
}

/** A field that breaks a rule, by its path in the request and a code. */
export type SettingsProblem = { path: string; code: string }

/**
 * Finds what is wrong with a ladder beyond the limits of its single fields: it begins at 0, grows
 * strictly, and no two rows share a number. Answers an empty list for a valid one.
 */
export function ladderProblems(
  levels: readonly { number?: number | undefined; min_turnover: Minor }[],
): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  if (levels[0]?.min_turnover !== 0) {
    problems.push({ path: 'levels.0.min_turnover', code: 'first_level_not_zero' })
  }
  const seen = new Set<number>()
  for (const [index, level] of levels.entries()) {
    const previous = levels[index - 1]
    if (previous && level.min_turnover <= previous.min_turnover) {
      problems.push({ path: `levels.${index}.min_turnover`, code: 'levels_not_increasing' })
    }
    if (level.number === undefined) continue
    if (seen.has(level.number)) {
      problems.push({ path: `levels.${index}.number`, code: 'level_repeated' })
    }
    seen.add(level.number)
  }
  return problems
}

/** What is wrong with the general settings beyond their single fields. */
export function generalProblems(settings: GeneralSettings): SettingsProblem[] {
  const problems: SettingsProblem[] = []
  if (!settings.identify_by_phone && !settings.identify_by_card && !settings.identify_by_code) {
    problems.push({ path: 'identify_by_phone', code: 'no_identification' })
  }
  if (settings.compensation_day_max < settings.compensation_max) {
    problems.push({ path: 'compensation_day_max', code: 'below_single_limit' })
  }
  return problems
}

/**
 * Gives a number to each new row of a ladder, after the largest number ever used.
 * `known` are the numbers of the ladder before the change: an owner cannot make up one.
 */
export function numberLevels(
  levels: readonly (Omit<Level, 'number'> & { number?: number | undefined })[],
  known: ReadonlySet<number>,
  last_used: number,
): { levels: Level[]; last_used: number } {
  let last = last_used
  const numbered = levels.map((level) => {
    if (level.number !== undefined && known.has(level.number)) {
      return { ...level, number: level.number }
    }
    last += 1
    return { ...level, number: last }
  })
  return { levels: numbered, last_used: last }
}
