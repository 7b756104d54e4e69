/**
 * The rules of a shop's program as its buyers may read them, by version.
 *
 * Only what a buyer is told: no codes of flyers, no limits of cashiers, no threshold under which a
 * spend needs no confirmation.
 * Source: seed §2 `/conditions_of_participation`; design/screens.md §4.6; research/domain.md §6.1.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, moment, money, percent } from './wire.ts'

const bonusName = z.object({
  one: z.string(),
  few: z.string(),
  many: z.string(),
  fraction: z.string(),
})

const shop = z.object({
  id,
  name: z.string(),
  /** Whose obligation the bonuses are; empty when the owner has not told. */
  legal_name: z.string(),
  city_name: z.string().nullable(),
  address: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  currency: z.string(),
  timezone: z.string(),
  is_demo: z.boolean(),
})

const level = z.object({
  name: z.string(),
  min_turnover: money,
  cashback_percent: percent,
  discount_percent: percent,
  max_pay_percent: percent.nullable(),
})

const gift = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('on_join'),
    amount: money,
    lifetime_days: z.int(),
    when: z.enum(['at_once', 'after_first_receipt']),
  }),
  z.object({ kind: z.literal('profile_complete'), amount: money, lifetime_days: z.int() }),
  z.object({
    kind: z.literal('first_purchase'),
    reward: z.enum(['amount', 'percent']),
    amount: money,
    percent,
    min_receipt: money,
    lifetime_days: z.int(),
  }),
  /** Some flyer is valid; its code stays on the flyer. */
  z.object({ kind: z.literal('flyer') }),
])

const birthday = z.object({
  reward: z.enum(['amount', 'multiplier']),
  amount: money,
  times: percent,
  days_before: z.int(),
  days_after: z.int(),
  lifetime_days: z.int().nullable(),
})
const referral = z.object({
  friend_amount: money,
  inviter_amount: money,
  min_receipt: money,
  monthly_cap: z.int(),
  max_friends: z.int(),
})

const conditions = z.object({
  shop,
  /** The edition shown, the moment it came into force, and the one in force now. */
  version: z.int(),
  valid_from: moment,
  current_version: z.int(),
  mode: z.enum(['bonus', 'discount', 'both']),
  bonus_name: bonusName,
  identify_by_phone: z.boolean(),
  accrue_by_phone: z.boolean(),
  register_at_till: z.boolean(),
  spend_confirmation: z.enum(['none', 'code_only', 'bot_button']),
  levels: z.array(level),
  level_base: z.enum(['lifetime', 'rolling_days', 'calendar_year']),
  level_days: z.int(),
  level_downgrade: z.enum(['never', 'at_period_end']),
  accrue_on: z.enum(['paid_money', 'before_bonus_payment']),
  accrue_when_bonuses_spent: z.boolean(),
  accrual_rounding: z.enum(['whole_down', 'down', 'half_up']),
  min_receipt_for_accrual: money,
  max_accrual_per_receipt: money.nullable(),
  activation_delay_hours: z.int(),
  expiry_mode: z.enum(['days', 'never', 'end_of_month_after', 'after_last_purchase']),
  expiry_days: z.int(),
  expiry_months: z.int(),
  promotion_lifetime_days: z.int().nullable(),
  max_pay_percent: percent,
  min_receipt_for_spend: money,
  min_balance_for_spend: money,
  spend_step: money,
  return_policy: z.enum(['debt', 'within_balance']),
  restore_grace_days: z.int(),
  stack_level_with_promotion: z.boolean(),
  accrue_on_promoted: z.boolean(),
  spend_on_promoted: z.boolean(),
  excluded_categories: z.array(z.string()),
  /** Only gifts that are on. */
  welcome: z.array(gift),
  birthday: birthday.nullable(),
  referral: referral.nullable(),
  /** What the owner adds in own words, and its edition; always the present one. */
  rules_text: z.string(),
  rules_version: z.int(),
})
export type Conditions = z.output<typeof conditions>
/** The same in units of the wire, as a page prints it. */
export type WireConditions = z.input<typeof conditions>

/** For the server's own renderer of pages, which reads without a call. */
export const encodeConditions = (value: Conditions): WireConditions => z.encode(conditions, value)

export const getConditions = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/{organization_id}/conditions',
  summary: 'The rules of a shop for its buyers: of now, or of an earlier version',
  access: 'anyone',
  params: z.strictObject({ organization_id: id }),
  query: z.strictObject({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
  response: conditions,
  refusals: ['not_found'],
})
