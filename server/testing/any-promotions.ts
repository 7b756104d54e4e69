/** Random promotions, for properties (fast-check). */
import fc from 'fast-check'
import type { ProductSet, Promotion, StampCard } from '#server/features/promotions/rules.ts'
import { accrualPromotion, category, productPromotion, stampPromotion } from './promotions.ts'

/** Mostly the usual: a promotion with every condition at once would never work. */
const often = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  )
const percent = fc.constantFrom(100, 1_000, 3_333, 10_000)
const amount = fc.constantFrom(1, 77, 300, 2_500)

const terms = fc.record({
  date_from: often<string | null>(null, '2026-10-21'),
  date_to: often<string | null>(null, '2026-10-27'),
  weekdays: often<number[]>([], [1, 2, 3, 4, 5], [6, 7]),
  hours: often<[string, string] | null>(null, ['07:00', '12:30'], ['21:00', '10:00']),
  pos_ids: often<string[]>([], ['pos', 'other'], ['other']),
  levels: often<number[]>([], [1], [2, 3]),
  first_purchase_only: often<boolean>(false, true),
  min_receipt_amount: often(0, 3_000),
  products: often<ProductSet>({ all: true }, category('кава'), category('Чай')),
  min_quantity: often(0, 2_000),
  min_amount: often(0, 1_500),
  max_uses_total: often<number | null>(null, 3),
  max_uses_per_buyer: often<number | null>(null, 1, 3),
  per_buyer_period: fc.constantFrom(
    'ever' as const,
    'day' as const,
    'week' as const,
    'month' as const,
  ),
  budget: often<number | null>(null, 5_000),
  priority: fc.constantFrom(0, 0, 1),
  stackable: fc.boolean(),
  exclusive_group: often<string | null>(null, 'a', 'b'),
  bonus_lifetime_days: often<number | null>(null, 1, 30),
})
type Terms = typeof terms extends fc.Arbitrary<infer T> ? T : never

const withHours = ({ hours, ...rest }: Terms) => ({
  ...rest,
  time_from: hours?.[0] ?? null,
  time_to: hours?.[1] ?? null,
})

const productEffect = fc.oneof(
  percent.map((of) => ({ kind: 'percent_off', percent: of }) as const),
  amount.map((of) => ({ kind: 'amount_off', amount: of }) as const),
  amount.map((of) => ({ kind: 'fixed_price', price: of }) as const),
  fc.constantFrom(1, 2, 3).map((nth) => ({ kind: 'every_nth_free', nth }) as const),
  fc.constantFrom(1, 2, 3).map((nth) => ({ kind: 'cheapest_free', nth }) as const),
  amount.map((of) => ({ kind: 'bonus_per_unit', amount: of }) as const),
)
const accrualEffect = fc.oneof(
  fc.constantFrom(50, 150, 200, 333).map((times) => ({ kind: 'multiplier', times }) as const),
  percent.map((of) => ({ kind: 'extra_percent', percent: of }) as const),
  amount.map((of) => ({ kind: 'fixed_bonus', amount: of }) as const),
  percent.map((of) => ({ kind: 'replace_percent', percent: of }) as const),
)
const card: fc.Arbitrary<Partial<StampCard>> = fc
  .record({
    count: fc.constantFrom('receipts' as const, 'units' as const),
    goal: fc.constantFrom(1, 2, 3, 5),
    within_days: fc.constantFrom(0, 0, 1, 20),
    gift: fc.oneof(
      fc.constant({ kind: 'product' } as const),
      amount.map((of) => ({ kind: 'bonuses', amount: of }) as const),
      percent.map((of) => ({ kind: 'percent_off_next', percent: of }) as const),
    ),
    gift_days: fc.constantFrom(0, 0, 3),
    once_per_day: fc.boolean(),
    repeat: fc.boolean(),
  })
  // Only cards of receipts know of days.
  .map((made) => ({ ...made, once_per_day: made.once_per_day && made.count === 'receipts' }))

const anyPromotion: fc.Arbitrary<Promotion> = fc.oneof(
  fc.tuple(productEffect, terms).map(([effect, of]) => productPromotion(effect, withHours(of))),
  fc.tuple(accrualEffect, terms).map(([effect, of]) => accrualPromotion(effect, withHours(of))),
  fc.tuple(card, terms).map(([of, other]) => stampPromotion(of, withHours(other))),
)

/** Up to eight promotions of one shop. */
export const anyPromotions: fc.Arbitrary<Promotion[]> = fc
  .array(anyPromotion, { maxLength: 8 })
  .map((all) => all.map((one, index) => ({ ...one, id: `p${index}`, name: `P${index}` })))

/** Sometimes a card that counts money; the reference model, stamp by stamp, has no patience for it. */
export const anySumCards: fc.Arbitrary<Promotion[]> = fc
  .array(fc.tuple(card, fc.constantFrom(900, 5_000, 20_000), terms), { maxLength: 1 })
  .map((all) =>
    all.map(([of, goal, other]) => {
      const sum = { ...of, count: 'sum' as const, goal, once_per_day: false }
      return stampPromotion(sum, { ...withHours(other), id: 'sum' })
    }),
  )
