/**
 * How money becomes time, and time money again.
 *
 * A license is the fold of its spans. Buying appends one; changing the tariff gives up what is left
 * of the old ones for its price, by whole days, and the given-up day is never charged again.
 * Invariant: spans do not overlap; what was paid = what all spans were bought for + credit.
 * The only place that divides a price is `giveUp`.
 */
import { spread } from '#contract/money.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const GRACE_MS = 3 * DAY_MS

/** Time bought for a price; `payment_id` null is the trial. */
export type Span = {
  id: string
  starts_at: Date
  ends_at: Date
  price: number
  tariff_id: string | null
  payment_id: string | null
}
export type Period = 'month' | 'year'

/**
 * The end of one period from `start`, to the same time of day in UTC, so that periods are whole
 * days. A month ends on `anchor_day` where it has it, else on its last day.
 */
export function periodEnd(start: Date, period: Period, anchor_day: number): Date {
  const months = start.getUTCMonth() + (period === 'month' ? 1 : 12)
  const last = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const end = new Date(start)
  // Day 1 first: setting a month on the 31st would run over into the next one.
  end.setUTCDate(1)
  end.setUTCMonth(months)
  end.setUTCDate(Math.min(anchor_day, last))
  return end
}

/**
 * Where the next bought time begins: after what is covered, also within the grace, which was
 * served already; else now. Null `covered_until`: nothing was ever covered.
 */
export function nextStart(covered_until: Date | null, now: Date): Date {
  if (covered_until === null) return now
  return now.getTime() < covered_until.getTime() + GRACE_MS ? covered_until : now
}

/**
 * The moment from which paid time can be given up: the beginning of the day that runs, counted
 * from the span's own beginning. Undefined when no paid time is left.
 */
export function boundaryOf(spans: readonly Span[], now: Date): Date | undefined {
  const paid = spans
    .filter(({ payment_id, ends_at }) => payment_id !== null && ends_at > now)
    .toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  const [first] = paid
  if (!first) return undefined
  if (now <= first.starts_at) return first.starts_at
  const days = Math.floor((now.getTime() - first.starts_at.getTime()) / DAY_MS)
  return new Date(first.starts_at.getTime() + days * DAY_MS)
}

/**
 * Gives up all paid time from `boundary` on. Answers the spans that stay, shortened where they
 * cross it, and what the given-up time was bought for.
 */
export function giveUp(
  spans: readonly Span[],
  boundary: Date,
): { kept: Span[]; dropped: Span[]; worth: number } {
  const kept: Span[] = []
  const dropped: Span[] = []
  let worth = 0
  for (const span of spans) {
    if (span.payment_id === null || span.ends_at <= boundary) {
      kept.push(span)
    } else if (span.starts_at >= boundary) {
      dropped.push(span)
      worth += span.price
    } else {
      const [used = 0, left = 0] = spread(span.price, [
        daysBetween(span.starts_at, boundary),
        daysBetween(boundary, span.ends_at),
      ])
      kept.push({ ...span, ends_at: boundary, price: used })
      worth += left
    }
  }
  return { kept, dropped, worth }
}

/** What one license costs in a payment; the parts sum to `price`. */
export type Bill = {
  price: number
  discount: number
  left_over: number
  credit: number
  amount: number
}

/**
 * Splits a price: the discount first, then what is left of the old tariff, then credit; the rest
 * is to pay. All ≥ 0 and whole.
 */
export function bill(
  price: number,
  parts: { discount: number; left_over: number; credit: number },
): Bill {
  const discount = Math.min(parts.discount, price)
  const left_over = Math.min(parts.left_over, price - discount)
  const credit = Math.min(parts.credit, price - discount - left_over)
  return { price, discount, left_over, credit, amount: price - discount - left_over - credit }
}

/**
 * Takes a payment's time back at `now`: what lies ahead of it goes, later spans move up to close
 * the gap, so that other payments lose nothing.
 */
export function revoke(
  spans: readonly Span[],
  payment_id: string,
  now: Date,
): { kept: Span[]; dropped: Span[] } {
  const sorted = spans.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
  const kept: Span[] = []
  const dropped: Span[] = []
  let cursor: Date | undefined
  for (const span of sorted) {
    if (span.payment_id === payment_id) {
      const end = span.ends_at < now ? span.ends_at : now
      if (span.starts_at >= now) dropped.push(span)
      else kept.push({ ...span, ends_at: end, price: 0 })
      cursor = span.starts_at >= now ? (cursor ?? span.starts_at) : end
    } else if (cursor !== undefined && span.starts_at > cursor) {
      const length = span.ends_at.getTime() - span.starts_at.getTime()
      const ends_at = new Date(cursor.getTime() + length)
      kept.push({ ...span, starts_at: cursor, ends_at })
      cursor = ends_at
    } else {
      kept.push(span)
      if (cursor !== undefined) cursor = span.ends_at
    }
  }
  return { kept, dropped }
}

/** The end of the last span. */
export const coveredUntil = (spans: readonly Span[]): Date | null =>
  spans.reduce<Date | null>(
    (last, { ends_at }) => (last === null || ends_at > last ? ends_at : last),
    null,
  )

const daysBetween = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / DAY_MS)
