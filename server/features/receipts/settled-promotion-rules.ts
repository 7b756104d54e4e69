/**
 * What promotions did on a receipt, frozen with it: a cancellation gives back from these figures
 * and asks no promotion of today. Source: spec/engine.md "Cancel".
 */
import type { Minor } from '#contract/money.ts'
import type { CardGift, Stamp } from '#server/features/ledger/rules.ts'
import type { StampCount } from '#server/features/promotions/rules.ts'

/** What one promotion did on one line. */
export type PromotionLine = { line: number; discount: Minor; bonuses: Minor; stamps: number }

/** What a receipt did to the buyer's stamp card. */
export type SettledCard = {
  /** Local day of the stamps, days since 1970-01-01. */
  day: number
  count: StampCount
  /** Stamps of one full card. */
  goal: number
  /** Stamps this receipt gave. `receipts` counts by receipt, else they are of the lines. */
  stamps: number
  /** The last local day with a stamp before this receipt. */
  previous_day: number | null
  /** Whole days its stamps live; 0: for ever. */
  within_days: number
  /** What it filled the card for, when the gift was bonuses and so was given at once. */
  given: { times: number; stamps: Stamp[] }
  /** Gifts of earlier receipts that were taken on this one. */
  used: CardGift[]
  /** Stamps on the card and gifts to take after this receipt, for the slip. */
  after: { stamps: number; gifts: number }
}

/** What one promotion did on a receipt, frozen: a cancellation gives back from these. */
export type SettledPromotion = {
  promotion_id: string
  name: string
  type: 2 | 3
  discount: Minor
  bonuses: Minor
  /** How often it counts: 1, of a stamp card the cards filled; undone with the last of `lines`. */
  uses: number
  /** The period the buyer's uses count in; null: they are not limited. */
  period: string | null
  lines: PromotionLine[]
  card: SettledCard | null
}
