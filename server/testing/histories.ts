/** Random programs, sales and histories of one buyer, for properties (fast-check). */
import fc from 'fast-check'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import type { LineInput, Sale } from '#server/features/receipts/rules.ts'

/** One thing that happens to a buyer. Choices are fractions, so that any history can be played. */
export type Happening =
  | { does: 'buys'; sale: Sale; spend: number | 'max' }
  | { does: 'cancels'; which: number; how: 'full' | 'part'; parts: number[] }
  | { does: 'is given'; amount: number }
  | { does: 'loses'; part: number }
  | { does: 'waits'; for_ms: number }
  | { does: 'expires' }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const price = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 100, max: 50_000 }))
const quantity = fc.oneof(
  fc.constant(1000),
  fc.integer({ min: 1, max: 5 }).map((count) => count * 1000),
  fc.integer({ min: 1, max: 3500 }),
)
const rarely = fc.integer({ min: 0, max: 7 }).map((n) => n === 0)

/** A product line, its till discount and floor within the line. */
export const anyLine: fc.Arbitrary<LineInput> = fc
  .record({
    price,
    quantity,
    discount: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 100 })),
    floor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 130 })),
    category: fc.constantFrom(null, 'Кава', 'чай'),
    exclude_discount: rarely,
    exclude_accrual: rarely,
    exclude_spend: rarely,
    accrual_percent: fc.oneof(
      fc.constant(null),
      fc.constant(null),
      fc.integer({ min: 0, max: 3000 }),
    ),
  })
  .map(({ discount, floor, ...rest }) => {
    const gross = Math.floor((rest.price * rest.quantity + 500) / 1000)
    return {
      ...plainLine(rest.price, rest.quantity),
      ...rest,
      till_discount: Math.floor((gross * discount) / 100),
      floor: Math.floor((gross * floor) / 100),
    }
  })

export const anySale: fc.Arbitrary<Sale> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(anyLine, { minLength: 1, maxLength: 5 }).map((lines) => ({ lines })),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200_000 }).map((total) => ({ total })) },
)

const percent = fc.oneof(
  fc.constantFrom(0, 500, 1000, 5000, 10_000),
  fc.integer({ min: 0, max: 10_000 }),
)

/** Any program a shop could set up, with a ladder of one to three rows. */
export const anyProgram: fc.Arbitrary<Program> = fc
  .record({
    mode: fc.constantFrom('bonus', 'bonus', 'both', 'discount'),
    level_base: fc.constantFrom('lifetime', 'rolling_days', 'calendar_year'),
    level_days: fc.constantFrom(1, 30, 365),
    level_downgrade: fc.constantFrom('never', 'at_period_end'),
    accrue_on: fc.constantFrom('paid_money', 'before_bonus_payment'),
    accrue_when_bonuses_spent: fc.boolean(),
    accrue_on_promoted: fc.boolean(),
    spend_on_promoted: fc.boolean(),
    accrual_rounding: fc.constantFrom('whole_down', 'down', 'half_up'),
    min_receipt_for_accrual: fc.constantFrom(0, 0, 5_000),
    max_accrual_per_receipt: fc.constantFrom(null, null, 0, 700),
    activation_delay_hours: fc.constantFrom(0, 0, 1, 24, 336),
    expiry_mode: fc.constantFrom('days', 'never', 'end_of_month_after', 'after_last_purchase'),
    expiry_days: fc.constantFrom(1, 14, 180),
    expiry_months: fc.constantFrom(0, 1, 6),
    manual_lifetime_days: fc.constantFrom(null, 1, 10),
    promotion_lifetime_days: fc.constantFrom(null, null, 2),
    stack_level_with_promotion: fc.boolean(),
    max_pay_percent: percent,
    min_receipt_for_spend: fc.constantFrom(0, 0, 3_000),
    spend_step: fc.constantFrom(1, 100),
    return_policy: fc.constantFrom('debt', 'within_balance'),
    restore_grace_days: fc.constantFrom(0, 7),
    cash_rounding: fc.constantFrom(1, 10, 50),
    timezone: fc.constantFrom('Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu'),
    ladder: fc.array(fc.tuple(percent, percent, fc.option(percent)), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ ladder, ...settings }) => ({
    ...defaultProgram(),
    ...(settings as Partial<Program>),
    levels: ladder.map(([cashback_percent, discount_percent, max_pay_percent], index) => ({
      number: index + 1,
      name: `L${index + 1}`,
      min_turnover: index * 40_000,
      cashback_percent,
      discount_percent,
      max_pay_percent,
    })),
  }))

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('buys' as const),
      sale: anySale,
      spend: fc.oneof(
        fc.constant(0),
        fc.constant('max' as const),
        fc.integer({ min: 1, max: 20_000 }),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('cancels' as const),
      which: fc.nat(100),
      how: fc.constantFrom('full' as const, 'part' as const, 'part' as const),
      parts: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('is given' as const),
      amount: fc.integer({ min: 1, max: 10_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('loses' as const),
      part: fc.integer({ min: 0, max: 1100 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('waits' as const),
      for_ms: fc.oneof(
        fc.integer({ min: 1, max: 600 }).map((n) => n * MINUTE),
        fc.integer({ min: 1, max: 40 }).map((n) => n * DAY),
        fc.integer({ min: 100, max: 400 }).map((n) => n * DAY),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'expires' as const }) },
)

/** A history of up to 50 happenings. */
export const anyHistory = fc.array(happening, { minLength: 1, maxLength: 50, size: 'max' })
