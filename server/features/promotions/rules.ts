/**
 * What a promotion is: the conditions it works under, the products it looks at, what it gives.
 * How a receipt uses promotions is `receipts/*-rules.ts`; what an owner may change is in this
 * feature's actions.
 *
 * Units: money and bonuses in minor units, percents in basis points, quantities in thousandths,
 * days `YYYY-MM-DD` and times `HH:MM` in the organization's zone.
 * Source: spec/engine.md "Promotions"; design/screens.md §5.7.
 */
import type { BasisPoints, Minor, Thousandths } from '#contract/money.ts'

/** Which products a promotion looks at. A product is in the set when any of the lists names it. */
export type ProductSet =
  | { all: true }
  | { all: false; barcodes: string[]; skus: string[]; categories: string[] }

/** What makes stamps: each receipt, each whole unit of the set, or money paid for the set. */
export type StampCount = 'receipts' | 'units' | 'sum'

/** What a full stamp card gives, and where the stamps come from. */
export type StampCard = {
  kind: 'stamp'
  count: StampCount
  /** Receipts or units; for `sum` minor units. */
  goal: number
  /** Stamps older than this many days are gone; 0: never. */
  within_days: number
  gift:
    | { kind: 'product' }
    | { kind: 'bonuses'; amount: Minor }
    | { kind: 'percent_off_next'; percent: BasisPoints }
  /** How long a gift can be taken; 0: for ever. */
  gift_days: number
  /** At most one stamp a local day (only with `receipts`). */
  once_per_day: boolean
  /** A full card begins anew. */
  repeat: boolean
}

/** Effects of type 2: what a product promotion does to the price, or gives for the products. */
export type ProductEffect =
  | { kind: 'percent_off'; percent: BasisPoints }
  /** Off each whole unit of the set. */
  | { kind: 'amount_off'; amount: Minor }
  /** Price of one unit. */
  | { kind: 'fixed_price'; price: Minor }
  /** Of every `nth` units within one line (same product), one is free. */
  | { kind: 'every_nth_free'; nth: number }
  /** Of every `nth` units of the set in the receipt, the cheapest is free. */
  | { kind: 'cheapest_free'; nth: number }
  | { kind: 'bonus_per_unit'; amount: Minor }
  | StampCard

/** Effects of type 3: what an accrual promotion does to the bonuses earned. */
export type AccrualEffect =
  /** Hundredths: 200 is ×2. */
  | { kind: 'multiplier'; times: number }
  | { kind: 'extra_percent'; percent: BasisPoints }
  /** Once a receipt. */
  | { kind: 'fixed_bonus'; amount: Minor }
  | { kind: 'replace_percent'; percent: BasisPoints }

/** Conditions and limits common to both types. An empty list means all. */
export type PromotionTerms = {
  /** First and last day it runs; null: no beginning set, no end. */
  date_from: string | null
  date_to: string | null
  /** ISO: 1 Monday … 7 Sunday. */
  weekdays: number[]
  /** Both or none. `22:00`–`02:00` passes midnight and belongs to the day it began on. */
  time_from: string | null
  time_to: string | null
  pos_ids: string[]
  /** Numbers of levels of the program. */
  levels: number[]
  /** null: everybody. */
  segment_id: string | null
  first_purchase_only: boolean
  /** Looks at the sum after the till's own discounts. */
  min_receipt_amount: Minor
  products: ProductSet
  /** What the receipt must hold of the set. */
  min_quantity: Thousandths
  min_amount: Minor
  /** null: no limit. */
  max_uses_total: number | null
  max_uses_per_buyer: number | null
  /** The period, in the organization's zone, in which the buyer's uses are counted. */
  per_buyer_period: 'ever' | 'day' | 'week' | 'month'
  /** Money taken off plus bonuses given, of all buyers; null: no limit. */
  budget: Minor | null
  /** Higher goes first among equally good ones. */
  priority: number
  /** Type 3: may be added to others; multipliers then compound. */
  stackable: boolean
  /** Of the promotions of one group only the best works; null: a group of its own. */
  exclusive_group: string | null
  /** Own lifetime of the bonuses it gives; null: as any other earning. */
  bonus_lifetime_days: number | null
}

export type PromotionStatus = 'draft' | 'planned' | 'running' | 'paused' | 'finished'

/** A promotion as the engine reads it: terms, effect and what names it to people. */
export type Promotion = PromotionTerms & {
  id: string
  /** Grows by one with each change; a receipt is decided by one version. */
  version: number
  name: string
} & ({ type: 2; effect: ProductEffect } | { type: 3; effect: AccrualEffect })
