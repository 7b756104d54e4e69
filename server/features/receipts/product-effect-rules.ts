/**
 * What the effect of a product promotion comes to on the lines of its set, before the stacking rule
 * and the floors. All of it is counted from the price after the till's own discount. Units are whole
 * ones: half a kilogram is none; a bare total has no units.
 * Source: spec/engine.md "Promotions".
 */
import {
  MINOR_MAX,
  percentDown,
  priceTimesQuantity,
  shareDown,
  type Minor,
} from '#contract/money.ts'
import type { ProductEffect, StampCard } from '#server/features/promotions/rules.ts'
import type { OpenLine } from './line-rules.ts'

/** Money off each line, or bonuses for it. */
export function amountsOf(
  effect: Exclude<ProductEffect, StampCard>,
  lines: readonly OpenLine[],
): Minor[] {
  switch (effect.kind) {
    case 'percent_off':
      return lines.map((line) => percentDown(line.total, effect.percent))
    case 'amount_off':
      return lines.map((line) => Math.min(line.total, effect.amount * line.units))
    case 'fixed_price':
      return lines.map((line) => {
        if (line.bare) return 0
        return Math.max(0, line.total - priceTimesQuantity(effect.price, line.quantity))
      })
    case 'every_nth_free':
      return lines.map((line) => valueOf(line, Math.floor(line.units / effect.nth)))
    case 'cheapest_free':
      return cheapestFree(lines, effect.nth)
    case 'bonus_per_unit':
      return lines.map((line) =>
        line.exclude_accrual ? 0 : Math.min(MINOR_MAX, effect.amount * line.units),
      )
  }
}

/** What so many units of a line cost. */
export const valueOf = (line: OpenLine, units: number): Minor =>
  shareDown(line.total, units * 1000, line.quantity)

/** The lines by the price of a unit, the dearest first; of equals the lower number. */
export function byPrice(lines: readonly OpenLine[]): OpenLine[] {
  return lines
    .map((line) => ({ line, price: valueOf(line, 1) }))
    .toSorted((a, b) => b.price - a.price)
    .map(({ line }) => line)
}

/**
 * The units of the set are laid out from the dearest to the cheapest and parted in groups of `nth`:
 * the last of each whole group is free. So three for the price of two frees what the buyer gains
 * most by, and the order of scanning does not matter.
 */
function cheapestFree(lines: readonly OpenLine[], nth: number): Minor[] {
  const free = new Map<OpenLine, number>()
  let laid = 0
  for (const line of byPrice(lines)) {
    const after = laid + line.units
    free.set(line, Math.floor(after / nth) - Math.floor(laid / nth))
    laid = after
  }
  return lines.map((line) => valueOf(line, free.get(line) ?? 0))
}
