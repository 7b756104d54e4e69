/**
 * What makes the terms of a promotion valid, and what they are when nothing is said.
 * Units as in `rules.ts`. Source: spec/engine.md "Promotions"; design/screens.md §5.7.
 */
import type { AccrualEffect, ProductEffect, ProductSet, PromotionTerms } from './rules.ts'

export type Effect = ProductEffect | AccrualEffect

/** Terms, effect and picture: all of a promotion that is kept as one. */
export type PromotionRules = PromotionTerms & { effect: Effect; image: string | null }

/** A field at fault; the sentence of the code is in `contract/text/`. */
export type TermsProblem = { path: string; code: string }

/** A promotion for everybody, always, on everything. */
export const plainTerms = (): PromotionTerms & { image: null } => ({
  image: null,
  date_from: null,
  date_to: null,
  weekdays: [],
  time_from: null,
  time_to: null,
  pos_ids: [],
  levels: [],
  segment_id: null,
  first_purchase_only: false,
  min_receipt_amount: 0,
  products: { all: true },
  min_quantity: 0,
  min_amount: 0,
  max_uses_total: null,
  max_uses_per_buyer: null,
  per_buyer_period: 'ever',
  budget: null,
  priority: 0,
  stackable: false,
  exclusive_group: null,
  bonus_lifetime_days: null,
})

const typeOf: Record<Effect['kind'], 2 | 3> = {
  percent_off: 2,
  amount_off: 2,
  fixed_price: 2,
  every_nth_free: 2,
  cheapest_free: 2,
  bonus_per_unit: 2,
  stamp: 2,
  multiplier: 3,
  extra_percent: 3,
  fixed_bonus: 3,
  replace_percent: 3,
}

/** Lists without repetitions, in one order; categories in lower case, as receipts compare them. */
export function tidyRules<T extends PromotionTerms>(rules: T): T {
  const { weekdays, pos_ids, levels, products } = rules
  return {
    ...rules,
    weekdays: unique(weekdays).toSorted((a, b) => a - b),
    pos_ids: unique(pos_ids),
    levels: unique(levels).toSorted((a, b) => a - b),
    products: tidySet(products),
  }
}

function tidySet(products: ProductSet): ProductSet {
  if (products.all) return { all: true }
  return {
    all: false,
    barcodes: unique(products.barcodes),
    skus: unique(products.skus),
    categories: unique(products.categories.map((name) => name.toLowerCase())),
  }
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)]

/** Everything that is wrong with the rules of a promotion of this type. */
export function termsProblems(
  type: 2 | 3,
  rules: PromotionRules,
  shop: { pos_ids: ReadonlySet<string>; levels: ReadonlySet<number> },
): TermsProblem[] {
  const { date_from, date_to, time_from, time_to, products, effect } = rules
  const found: [boolean, string, string][] = [
    [typeOf[effect.kind] !== type, 'effect.kind', 'wrong_effect'],
    [date_from !== null && date_to !== null && date_to < date_from, 'date_to', 'end_before_start'],
    [time_from === null && time_to !== null, 'time_from', 'time_incomplete'],
    [time_from !== null && time_to === null, 'time_to', 'time_incomplete'],
    [time_from !== null && time_from === time_to, 'time_to', 'same_time'],
    [isEmpty(products), 'products', 'products_empty'],
    [rules.pos_ids.some((id) => !shop.pos_ids.has(id)), 'pos_ids', 'not_ours'],
    [rules.levels.some((number) => !shop.levels.has(number)), 'levels', 'not_ours'],
  ]
  return found.filter(([wrong]) => wrong).map(([, path, code]) => ({ path, code }))
}

const isEmpty = (products: ProductSet): boolean =>
  !products.all &&
  products.barcodes.length + products.skus.length + products.categories.length === 0
