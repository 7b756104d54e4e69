/**
 * What a product is to a receipt: its floor, its exclusions, its own percent.
 *
 * Units: money in minor units, percents in basis points, quantities in thousandths.
 * Decided here (spec/engine.md leaves it open): `percent_of_price` is of the catalogue's price,
 * because the till's price may itself be a discount; `cost_plus_percent` of a product without a
 * cost gives no floor; of several rules that hold, the highest wins.
 */
import { withPlain, type MinPrice } from '#contract/min-price.ts'
import {
  percentUp,
  priceTimesQuantityUp,
  type BasisPoints,
  type Minor,
  type Thousandths,
} from '#contract/money.ts'

/** What the rules need of a product. */
export type Priced = { price: Minor; cost: Minor | null; min_prices: readonly MinPrice[] }

/** Where and on which day (`YYYY-MM-DD` in the shop's zone) something is sold. */
export type SoldAt = { pos_id: string; day: string }

/** What one rule asks for one unit, rounded up; null: nothing. */
export function floorOfRule(rule: MinPrice, { price, cost }: Omit<Priced, 'min_prices'>) {
  switch (rule.kind) {
    case 'absolute':
      return rule.value
    case 'percent_of_price':
      return percentUp(price, rule.value)
    case 'cost_plus_percent':
      return cost === null ? null : cost + percentUp(cost, rule.value)
  }
}

/** Whether a rule holds there and then; both days belong to it. */
export function holds(rule: MinPrice, { pos_id, day }: SoldAt): boolean {
  if (rule.pos_ids.length > 0 && !rule.pos_ids.includes(pos_id)) return false
  return (
    (rule.date_from === null || rule.date_from <= day) &&
    (rule.date_to === null || day <= rule.date_to)
  )
}

/** The highest floor of one unit that any rule gives, whatever the day and the place. */
export function highestFloor(product: Priced): Minor | null {
  return highest(product, product.min_prices)
}

/** The floor of a whole line: of the rules that hold, the highest, × quantity, rounded up. */
export function floorOfLine(product: Priced, at: SoldAt, quantity: Thousandths): Minor {
  const rules = product.min_prices.filter((rule) => holds(rule, at))
  return priceTimesQuantityUp(highest(product, rules) ?? 0, quantity)
}

function highest(product: Priced, rules: readonly MinPrice[]): Minor | null {
  let found: Minor | null = null
  for (const rule of rules) {
    const floor = floorOfRule(rule, product)
    if (floor !== null && (found === null || floor > found)) found = floor
  }
  return found
}

/** Which of the rules asks more than the product's price, by its place; −1: none. */
export function ruleAbovePrice(product: Priced): number {
  return product.min_prices.findIndex((rule) => (floorOfRule(rule, product) ?? 0) > product.price)
}

/** A floor of `percent` of the price, everywhere and always. */
export const percentRule = (percent: BasisPoints): MinPrice => ({
  kind: 'percent_of_price',
  value: percent,
  pos_ids: [],
  date_from: null,
  date_to: null,
})

/** The rules with that floor as the only one that holds everywhere and always. */
export const withPercentFloor = (
  min_prices: readonly MinPrice[],
  percent: BasisPoints,
): MinPrice[] => withPlain(min_prices, percentRule(percent))
