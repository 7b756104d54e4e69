/**
 * Minimum prices of a product, as both wings speak of them.
 *
 * Source: spec/api.md "Settings", "Promotions, products".
 */

/** How a minimum price is told: as money, of the product's price, or above what it cost. */
export const minPriceKinds = ['absolute', 'percent_of_price', 'cost_plus_percent'] as const
export type MinPriceKind = (typeof minPriceKinds)[number]

/** The most a rule above cost may ask, in percent. */
export const MARKUP_PERCENT_MAX = 1000
/** Rules one product may have. */
export const MIN_PRICES_MAX = 20

/** One rule. `value` is in the units of whoever holds it: inner ones inside, decimals on the wire. */
export type MinPrice = {
  kind: MinPriceKind
  value: number
  /** Where it holds; empty: everywhere. */
  pos_ids: string[]
  /** Its first and last day in the shop's time zone; null: no bound. */
  date_from: string | null
  date_to: string | null
}

/** A rule that holds everywhere and always: the one the list shows and changes. */
export const isPlain = (rule: MinPrice): boolean =>
  rule.pos_ids.length === 0 && rule.date_from === null && rule.date_to === null

/** The rules with the plain one replaced; null: taken away. */
export function withPlain<R extends MinPrice>(rules: readonly R[], plain: R | null): R[] {
  const others = rules.filter((rule) => !isPlain(rule))
  return plain === null ? others : [plain, ...others]
}
