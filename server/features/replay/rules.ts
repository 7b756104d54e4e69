/**
 * What a replay is made of: sales of the past, settled anew by two programs side by side.
 *
 * Units: amounts in minor units, shares in basis points, times in milliseconds since 1970.
 * Source: decision 0013.
 */
import type { BasisPoints, Minor } from '#contract/money.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Giftee } from '#server/features/receipts/gift-offer-rules.ts'
import type { Sale } from '#server/features/receipts/rules.ts'

/** One sale of the past. */
export type PastReceipt = {
  /** Who bought; null: nobody known. */
  buyer: string | null
  at: Moment
  sale: Sale
  /** null: nowhere in particular. */
  pos_id: string | null
  /** The flyer that came with it. */
  flyer_id: string | null
  /** What was really spent and the most that could have been; null: not known. */
  habit: { spent: Minor; max: Minor } | null
}

/** How often bonuses are spent: as the shop's buyers really did, or so much at every n-th visit. */
export type Spending = { kind: 'observed' } | { kind: 'every'; nth: number; percent: BasisPoints }

/** What a buyer brings along from before the first receipt: the turnover, and no bonuses. */
export type Opening = {
  /** How often the buyer had bought: a first receipt is not everybody's. */
  receipts: number
  /** What of the buyer gifts look at; null: not known. */
  giftee: Giftee | null
  turnover: Minor
  /** The turnover of single days, as far back as levels may look; days since 1970-01-01. */
  days: readonly { day: number; amount: Minor }[]
  pinned_level: number | null
  pinned_until: Moment | null
}

export const nothingBefore: Opening = {
  receipts: 0,
  giftee: null,
  turnover: 0,
  days: [],
  pinned_level: null,
  pinned_until: null,
}

/** What one week did. */
export type WeekFigures = {
  /** Its Monday, or the Monday before the first receipt: `YYYY-MM-DD`. */
  week: string
  receipts: number
  /** What was sold, before the program takes anything off. */
  turnover: Minor
  /** Money taken off by levels and promotions. */
  discounts: Minor
  accrued: Minor
  spent: Minor
  expired: Minor
}

/** Where price floors held something back. */
export type FloorFigures = {
  receipts: number
  lines: number
  /** Of discounts. */
  discounts: Minor
  /** Of bonuses that would have been spent. */
  bonuses: Minor
}

/** What the receipts would have been by one program. */
export type SideFigures = {
  discounts: Minor
  accrued: Minor
  /** Of the two, what promotions took off and gave. */
  promotions: { discounts: Minor; bonuses: Minor }
  /** Bonuses given as gifts with receipts, beside what these earned. */
  gifts: Minor
  spent: Minor
  expired: Minor
  /** Bonuses that buyers hold at the end. */
  liability: Minor
  /** Discounts and bonuses spent: what the shop did not get in money. */
  cost: Minor
  /** Of the turnover. */
  cost_percent: BasisPoints
  /** What was paid in money for an average receipt. */
  average_paid: Minor
  floors: FloorFigures
  weeks: WeekFigures[]
}

/** What one buyer gets of the program: discounts, bonuses spent and bonuses still held. */
export type BuyerGain = { buyer: string; receipts: number; today: Minor; changed: Minor }

export type ReplayFigures = {
  /** The first and the last day of the receipts. */
  start_date: string
  end_date: string
  receipts: number
  member_receipts: number
  buyers: number
  turnover: Minor
  today: SideFigures
  changed: SideFigures
  /** Buyers who would get more than today, less, and the same. */
  more: { buyers: number; amount: Minor }
  less: { buyers: number; amount: Minor }
  same: number
  winners: BuyerGain[]
  losers: BuyerGain[]
}
