/**
 * Recency, frequency, money: scores from 1 to 5, 5 is best, and what they make of a buyer.
 *
 * A shop with 200 buyers and more is cut into fifths; with fewer, fifths would change with every
 * sale, so the borders are fixed: days, receipts, and money as so many average receipts.
 * Source: research/domain.md §4.4; decision 0014.
 */
import type { z } from 'zod'
import type { rfmSegment } from '#contract/segments.ts'
import { dayOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'

export type RfmSegment = z.output<typeof rfmSegment>

/** Four borders each, ascending: a value above the last one scores 5. */
export type Borders = {
  /** Buyers with a purchase. */
  buyers: number
  recency: Moment[]
  receipts: number[]
  turnover: number[]
  /** The turnover from which a buyer is in the top of `TOPS`. */
  top_turnover: number[]
  average_receipt: number
}

export const TOPS = [1, 5, 10, 20, 50] as const
export const FIFTHS_FROM = 200
/** A visit this many days ago or later scores 5, 4, 3, 2. */
const RECENT_DAYS = [14, 30, 60, 90]
/** More receipts than this score 2, 3, 4, 5. */
const RECEIPTS = [1, 2, 5, 9]
/** More money than so many half average receipts scores 2, 3, 4, 5. */
const HALF_RECEIPTS = [3, 6, 12, 20]

/** The borders that hold now: of fifths, or the fixed ones of a small shop. */
export function bordersNow(counted: Borders, now: Moment, timezone: string): Borders {
  if (counted.buyers >= FIFTHS_FROM) return counted
  const today = dayOf(now, timezone).number
  return {
    ...counted,
    recency: RECENT_DAYS.toReversed().map((days) => startOfDay(today - days, timezone) - 1),
    receipts: RECEIPTS,
    turnover: HALF_RECEIPTS.map((halves) => Math.floor((counted.average_receipt * halves) / 2)),
  }
}

/** One more than the borders it is above. */
export const scoreOf = (value: number, borders: readonly number[]): number =>
  1 + borders.filter((border) => value > border).length

type Scores = { r: number; f: number; m: number }
type Box = Record<keyof Scores, readonly [number, number]>
const any = [1, 5] as const

/** In this order: a buyer is in the first that fits. Every triple fits one. */
export const rfmBoxes: readonly (Box & { segment: RfmSegment })[] = [
  { segment: 'champions', r: [4, 5], f: [4, 5], m: [4, 5] },
  { segment: 'loyal', r: [3, 5], f: [3, 5], m: any },
  { segment: 'newcomers', r: [4, 5], f: [1, 1], m: any },
  { segment: 'potential', r: [4, 5], f: [2, 2], m: any },
  { segment: 'at_risk', r: [1, 2], f: [3, 5], m: any },
  { segment: 'lost', r: [1, 1], f: [1, 2], m: any },
  { segment: 'sleeping', r: [2, 3], f: [1, 2], m: any },
]

/** The scores of a buyer and what they make of it; null before the first purchase. */
export function rfmOf(
  buyer: { last_receipt_at: Moment | null; receipts: number; turnover: number },
  borders: Borders,
): (Scores & { segment: RfmSegment }) | null {
  if (buyer.last_receipt_at === null || buyer.receipts <= 0) return null
  const scores = {
    r: scoreOf(buyer.last_receipt_at, borders.recency),
    f: scoreOf(buyer.receipts, borders.receipts),
    m: scoreOf(buyer.turnover, borders.turnover),
  }
  const box = rfmBoxes.find((one) =>
    (['r', 'f', 'm'] as const).every(
      (key) => scores[key] >= one[key][0] && scores[key] <= one[key][1],
    ),
  )
  if (!box) throw new Error('every triple of scores fits a box')
  return { ...scores, segment: box.segment }
}
