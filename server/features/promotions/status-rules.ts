/**
 * The life of a promotion. An owner launches, pauses and finishes it; days do the rest, at the
 * moment of reading, so no job can be late. Days are local, `YYYY-MM-DD`.
 * Source: spec/engine.md "Promotions"; design/screens.md §5.7.
 */
import type { Promotion, PromotionStatus, PromotionTerms } from './rules.ts'

/** What its owner decided. */
export type PromotionState = 'draft' | 'launched' | 'paused' | 'finished'

/** How a promotion stands on a day. */
export function statusOn(
  { state, date_from, date_to }: { state: PromotionState } & Days,
  today: string,
): PromotionStatus {
  if (state === 'draft' || state === 'finished') return state
  if (date_to !== null && date_to < today) return 'finished'
  if (state === 'paused') return 'paused'
  return date_from !== null && date_from > today ? 'planned' : 'running'
}

type Days = Pick<PromotionTerms, 'date_from' | 'date_to'>

/** Once buyers could use it, what it gives stays as it is. */
export const isRewardLocked = (status: PromotionStatus): boolean =>
  status === 'running' || status === 'paused' || status === 'finished'

/** A day before any sale: what ended then gives nothing new. */
const ENDED = '1970-01-01'

/**
 * What receipts of `today` may be decided with: what is launched and not over. The hours of the
 * last day may pass midnight, so a day more is kept. A stamp card that stopped stays, as ended, while
 * a gift of it may wait: what a buyer has earned is given.
 */
export function forReceipts(
  { state, ...row }: Promotion & { state: PromotionState; stopped_on: string | null },
  today: { day: string; yesterday: string },
): Promotion | null {
  const { stopped_on, ...promotion } = row
  const over = promotion.date_to !== null && promotion.date_to < today.yesterday
  if (state === 'launched' && !over) return promotion
  if (state === 'draft' || promotion.effect.kind !== 'stamp') return null
  const { gift_days } = promotion.effect
  const last = stopped_on ?? promotion.date_to
  const waits = state === 'paused' || gift_days === 0 || last === null
  if (!waits && daysBetween(last, today.day) > gift_days + 1) return null
  return {
    ...promotion,
    date_to: state === 'launched' ? promotion.date_to : ENDED,
    date_from: null,
  }
}

/** The days of a promotion, cut to those from its launch until it was stopped (null: never was). */
export function lifeOf(
  { date_from, date_to }: Days,
  { from, to }: { from: string; to: string | null },
): Days {
  return {
    date_from: date_from !== null && date_from > from ? date_from : from,
    date_to: to === null || (date_to !== null && date_to < to) ? date_to : to,
  }
}

const DAY_MS = 24 * 60 * 60 * 1000
const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS
