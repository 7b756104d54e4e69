/**
 * The bonus program's settings, in three groups that are changed apart.
 *
 * A PATCH carries the `version` it was made from; when somebody changed the group since, the
 * answer is `version_conflict` with the present settings as `data`. A receipt is settled by the
 * settings valid at its time.
 * Source: seed §7 "Settings"; spec/engine.md "Program"; design/screens.md §5.3, §5.4.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  day,
  id,
  line,
  localTime,
  moment,
  money,
  paragraph,
  percent,
  positiveMoney,
  version,
} from './wire.ts'

const form = line(1, 30)

const general = {
  mode: z.enum(['bonus', 'discount', 'both']),
  bonus_name: z.strictObject({ one: form, few: form, many: form, fraction: form }),
  identify_by_phone: z.boolean(),
  identify_by_card: z.boolean(),
  identify_by_code: z.boolean(),
  code_ttl_seconds: z.int().min(60).max(600),
  accrue_by_phone: z.boolean(),
  spend_confirmation: z.enum(['none', 'code_only', 'bot_button']),
  spend_confirmation_from: money,
  buyer_shown: z.enum(['initial', 'full_name', 'phone_only']),
  register_at_till: z.boolean(),
  /** 0 is no limit. */
  receipts_per_day_max: z.int().min(0).max(1000),
  /** 0 is no limit. */
  receipt_amount_max: money,
  cancel_window_hours: z.int().min(0).max(8760),
  cancel_at_other_pos: z.boolean(),
  /** 0 forbids compensations. */
  compensation_max: money,
  compensation_day_max: money,
  products_in_receipt: z.enum(['none', 'optional', 'required']),
  /** The smallest step of a cash total: 0.01, 0.1 or 0.5. */
  cash_rounding: positiveMoney.refine((value) => [1, 10, 50].includes(value), 'not_a_step'),
  receipt_footer: paragraph(300),
}

const level = {
  name: line(1, 40),
  min_turnover: money,
  cashback_percent: percent,
  discount_percent: percent,
  max_pay_percent: percent.nullable(),
}

const bonuses = {
  level_base: z.enum(['lifetime', 'rolling_days', 'calendar_year']),
  level_days: z.int().min(1).max(3650),
  level_downgrade: z.enum(['never', 'at_period_end']),
  accrue_on: z.enum(['paid_money', 'before_bonus_payment']),
  accrue_when_bonuses_spent: z.boolean(),
  accrual_rounding: z.enum(['whole_down', 'down', 'half_up']),
  min_receipt_for_accrual: money,
  max_accrual_per_receipt: money.nullable(),
  activation_delay_hours: z.int().min(0).max(2160),
  expiry_mode: z.enum(['days', 'never', 'end_of_month_after', 'after_last_purchase']),
  expiry_days: z.int().min(1).max(1095),
  expiry_months: z.int().min(0).max(36),
  manual_lifetime_days: z.int().min(1).max(1095).nullable(),
  max_pay_percent: percent,
  min_receipt_for_spend: money,
  /** Who has less cannot spend yet; 0: anybody can. */
  min_balance_for_spend: money,
  /** 1 or 0.01. */
  spend_step: positiveMoney.refine((value) => [1, 100].includes(value), 'not_a_step'),
  return_policy: z.enum(['debt', 'within_balance']),
  restore_grace_days: z.int().min(0).max(365),
  stack_level_with_promotion: z.boolean(),
  excluded_categories: z.array(line(1, 60).toLowerCase()).max(100),
  /** Lines with a price lowered by a promotion or by the till itself: whether they earn. */
  accrue_on_promoted: z.boolean(),
  /** The same lines: whether they may be paid for with bonuses. */
  spend_on_promoted: z.boolean(),
}

const askedLevels = z
  .array(z.strictObject({ number: z.int32().min(1).optional(), ...level }))
  .min(1)
  .max(10)

const lifetime = z.int().min(1).max(1095)
const giftFields = { on: z.boolean(), lifetime_days: z.int().min(1).max(365) }
const onJoin = z.strictObject({
  kind: z.literal('on_join'),
  ...giftFields,
  amount: positiveMoney,
  when: z.enum(['at_once', 'after_first_receipt']),
})
/** For a name, a birthday and a city. */
const profileComplete = z.strictObject({
  kind: z.literal('profile_complete'),
  ...giftFields,
  amount: positiveMoney,
})
/** `min_receipt` looks at the sum after discounts, before bonuses. */
const firstPurchase = z.strictObject({
  kind: z.literal('first_purchase'),
  ...giftFields,
  reward: z.enum(['amount', 'percent']),
  amount: positiveMoney,
  percent,
  min_receipt: money,
})
/** A code on a flyer: typed at the till beside the buyer's phone. */
const flyerFields = {
  kind: z.literal('flyer'),
  ...giftFields,
  /** Letters and digits, at least one letter; spaces, dashes and case do not matter. */
  code: z
    .string()
    .trim()
    .max(40)
    .regex(/^(?=.*\p{L})(?:[\p{L}\d][\s-]?){4,30}$/u, 'not_a_code'),
  amount: positiveMoney,
  /** Empty: at all points of sale. */
  pos_ids: z.array(id).max(200),
  date_from: day.nullable(),
  date_to: day.nullable(),
  /** null: no limit. */
  max_uses: z.int().min(1).max(1_000_000).nullable(),
}
const flyer = z.strictObject({ id, ...flyerFields })
const welcomeGift = z.discriminatedUnion('kind', [onJoin, profileComplete, firstPurchase, flyer])

/** Once a calendar year, in a window around the birthday. */
const birthday = z.strictObject({
  on: z.boolean(),
  /** `multiplier`: the first earning of the window is so many times larger. */
  reward: z.enum(['amount', 'multiplier']),
  amount: positiveMoney,
  /** 2 is twice as much. */
  times: positiveMoney.refine((value) => value > 100 && value <= 1000, 'not_a_multiplier'),
  days_before: z.int().min(0).max(30),
  days_after: z.int().min(0).max(30),
})
/** For a friend's first purchase, to both sides. */
const referral = z.strictObject({
  on: z.boolean(),
  friend_amount: money,
  inviter_amount: money,
  min_receipt: money,
  monthly_cap: z.int().min(1).max(1000),
  max_friends: z.int().min(1).max(10_000),
})
const gifts = {
  birthday,
  referral,
  birthday_lifetime_days: lifetime.nullable(),
  referral_lifetime_days: lifetime.nullable(),
  promotion_lifetime_days: lifetime.nullable(),
}

/** What may be changed of the two groups, for trying it out: every field may be left out. */
export const generalChanges = z.strictObject(z.object(general).partial().shape)
export const bonusChanges = z.strictObject({
  ...z.object({ ...bonuses, ...gifts }).partial().shape,
  levels: askedLevels.optional(),
})

const notifications = {
  quiet_from: localTime,
  quiet_to: localTime,
  marketing_per_week_max: z.int().min(0).max(50),
  preferred_channel: z.enum(['last_active', 'telegram', 'viber', 'both']),
  signature: line(0, 40),
  owner_low_rating: z.boolean(),
  owner_license_ends: z.boolean(),
  owner_bot_detached: z.boolean(),
  owner_suspicious: z.boolean(),
  owner_daily_summary: z.boolean(),
  owner_by_email: z.boolean(),
  owner_by_telegram: z.boolean(),
}

const query = z.strictObject({ organization_id: id })

const generalAnswer = z.object({ version, ...general })
export type GeneralSettings = z.output<typeof generalAnswer>

const bonusesAnswer = z.object({
  version,
  ...bonuses,
  /** `number` is the level's lasting name; a new row is sent without one. */
  levels: z.array(z.object({ number: z.int(), ...level })),
  ...gifts,
  welcome: z.array(welcomeGift),
})
export type BonusSettings = z.output<typeof bonusesAnswer>

const notificationsAnswer = z.object({ version, ...notifications })
export type NotificationSettings = z.output<typeof notificationsAnswer>

export const getGeneralSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/general',
  summary: 'How buyers are recognised and what cashiers may do',
  access: 'owner',
  query,
  response: generalAnswer,
})

export const updateGeneralSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/settings/general',
  summary: 'Change some of the general settings',
  access: 'owner',
  query,
  body: z.strictObject({ version, ...z.object(general).partial().shape }),
  response: generalAnswer,
  refusals: ['version_conflict'],
})

export const getBonusSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/bonuses',
  summary: 'What is earned, how long it lives and what it may pay for',
  access: 'owner',
  query,
  response: bonusesAnswer,
})

export const updateBonusSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/settings/bonuses',
  summary: 'Change some of the bonus settings; `levels` replaces the whole ladder',
  access: 'owner',
  query,
  body: z.strictObject({
    version,
    ...z.object({ ...bonuses, ...gifts }).partial().shape,
    /** Replaces all welcome gifts; a new flyer is sent without an id. */
    welcome: z
      .array(
        z.discriminatedUnion('kind', [
          onJoin,
          profileComplete,
          firstPurchase,
          z.strictObject({ id: id.optional(), ...flyerFields }),
        ]),
      )
      .max(60)
      .optional(),
    levels: askedLevels.optional(),
  }),
  response: bonusesAnswer,
  refusals: ['version_conflict'],
})

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/v1/settings/notifications',
  summary: 'When and where messages go',
  access: 'owner',
  query,
  response: notificationsAnswer,
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/api/v1/settings/notifications',
  summary: 'Change some of the notification settings',
  access: 'owner',
  query,
  body: z.strictObject({ version, ...z.object(notifications).partial().shape }),
  response: notificationsAnswer,
  refusals: ['version_conflict'],
})

const simulated = z.object({
  /** Money taken off by the level. */
  discount: money,
  bonuses_spent: money,
  to_pay: money,
  cash_to_pay: money,
  accrual: money,
  accrual_active_from: moment.nullable(),
  /** Null: never. */
  accrual_expires_at: moment.nullable(),
  /** Why, step by step, in the caller's language. */
  explain: z.array(z.string()),
})

export const simulateReceipt = endpoint({
  method: 'POST',
  path: '/api/v1/settings/simulate',
  summary: 'What a receipt would be by settings that are not saved; changes nothing',
  access: 'owner',
  query,
  body: z.strictObject({
    amount: positiveMoney,
    /** Which row of the ladder the buyer stands on, from 0. */
    level: z.int().min(0).max(9).default(0),
    mode: general.mode.optional(),
    ...z.object(bonuses).partial().shape,
    levels: askedLevels.optional(),
  }),
  response: z.object({
    level: z.string(),
    /** Paid with money only. */
    plain: simulated,
    /** Paid with as many bonuses as the rules let somebody who has plenty. */
    with_bonuses: simulated,
  }),
})
export type SimulatedReceipt = z.input<typeof simulated>

export const countLevels = endpoint({
  method: 'GET',
  path: '/api/v1/settings/levels',
  summary: 'How many buyers stand on each level of the saved ladder now',
  access: 'owner',
  query,
  response: z.object({
    levels: z.array(z.object({ number: z.int(), name: z.string(), buyers: z.int() })),
  }),
})
