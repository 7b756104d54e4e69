/**
 * What a promotion means in one sentence, for one product or one receipt. A picture of the terms,
 * not the engine: levels, floors and other promotions stay out of it.
 */
import type { Amount, Values } from './values.ts'

/** The key of the sentence and what stands in it; amounts in currency units. */
export type Example =
  | { key: 'example.price'; quantity: number; before: number; after: number }
  | { key: 'example.unit_bonus'; quantity: number; bonuses: number }
  | { key: 'example.accrual'; total: number; before: number; after: number }
  | { key: 'example.stamp'; goal: number }

const n = (value: Amount): number => (value === '' ? 0 : value)
const round = (value: number): number => Math.round(value * 100) / 100

/** `price` of one product of the set; `cashback` of the first level. */
export function exampleOf(values: Values, price: number, cashback: number): Example {
  const { kind, percent, amount, nth } = values
  const by_sum = price > 0 ? Math.ceil(n(values.min_amount) / price) : 0
  const least = Math.max(1, Math.ceil(n(values.min_quantity)), by_sum)
  const priced = (quantity: number, after: number): Example => ({
    key: 'example.price',
    quantity,
    before: round(price * quantity),
    after: round(Math.max(after, 0.01)),
  })
  switch (kind) {
    case 'percent_off':
      return priced(least, price * least * (1 - n(percent) / 100))
    case 'amount_off':
      return priced(least, (price - n(amount)) * least)
    case 'fixed_price':
      return priced(least, Math.min(price, n(amount)) * least)
    case 'every_nth_free':
    case 'cheapest_free': {
      const quantity = Math.max(2, n(nth), least)
      return priced(quantity, price * (quantity - Math.floor(quantity / Math.max(2, n(nth)))))
    }
    case 'bonus_per_unit':
      return { key: 'example.unit_bonus', quantity: least, bonuses: round(n(amount) * least) }
    case 'stamp':
      return { key: 'example.stamp', goal: n(values.goal) }
    default:
      return accrualExample(values, cashback)
  }
}

const TOTAL = 400

function accrualExample(values: Values, cashback: number): Example {
  const total = Math.max(TOTAL, n(values.min_receipt_amount), n(values.min_amount))
  const before = Math.floor((total * cashback) / 100)
  const earned = (percent: number) => Math.floor((total * percent) / 100)
  const after = {
    multiplier: earned(cashback * n(values.times)),
    extra_percent: earned(cashback + n(values.percent)),
    replace_percent: earned(Math.max(cashback, n(values.percent))),
    fixed_bonus: before + n(values.amount),
  }[values.kind as 'multiplier' | 'extra_percent' | 'replace_percent' | 'fixed_bonus']
  return { key: 'example.accrual', total, before, after }
}
