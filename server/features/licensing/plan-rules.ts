/** What buying a tariff for a license means: time after its own, or a change of what is left. */
import { percentDown } from '#contract/money.ts'
import { bill, boundaryOf, coveredUntil, giveUp, nextStart, periodEnd } from './span-rules.ts'
import type { Bill, Period, Span } from './span-rules.ts'

/** Of a license that was never granted, spans are empty. */
type PlannedLicense = {
  tariff_id: string | null
  anchor_day: number | null
  credit: number
  spans: readonly Span[]
}
export type PlannedTariff = { id: string; price: number; period: Period }

export type Plan = Bill & {
  /** The boundary from which the old time is given up; null when the new time is put after it. */
  changes_from: Date | null
  starts_at: Date
  ends_at: Date
}

/** Plans one period of `tariff` for `license`; `percent` is a promo code's discount. */
export function planFor(
  license: PlannedLicense,
  tariff: PlannedTariff,
  percent: number,
  now: Date,
): Plan {
  const boundary = license.tariff_id === tariff.id ? undefined : boundaryOf(license.spans, now)
  const left_over = boundary === undefined ? 0 : giveUp(license.spans, boundary).worth
  const starts_at = boundary ?? nextStart(coveredUntil(license.spans), now)
  return {
    ...bill(tariff.price, {
      discount: percentDown(tariff.price, percent),
      left_over,
      credit: license.credit,
    }),
    changes_from: boundary ?? null,
    starts_at,
    ends_at: periodEnd(starts_at, tariff.period, anchorOf(license, starts_at)),
  }
}

/** A paid line of a payment, as it was agreed on. */
export type PaidLine = Omit<Bill, 'price' | 'discount'> & {
  tariff_id: string
  period: Period
  changes_from: Date | null
}

/**
 * What a license becomes when a line is paid at `now`. A change gives up the time from the agreed
 * boundary; what that is worth beyond the agreement stays as credit.
 */
export function grantLine(
  license: PlannedLicense,
  line: PaidLine,
  ids: { span_id: string; payment_id: string },
  now: Date,
): { spans: Span[]; dropped: Span[]; granted: Span; credit: number; anchor_day: number } {
  const { kept, dropped, worth } =
    line.changes_from === null
      ? { kept: [...license.spans], dropped: [], worth: 0 }
      : giveUp(license.spans, line.changes_from)
  const starts_at = line.changes_from ?? nextStart(coveredUntil(kept), now)
  const anchor_day = anchorOf({ ...license, spans: kept }, starts_at)
  const granted: Span = {
    id: ids.span_id,
    starts_at,
    ends_at: periodEnd(starts_at, line.period, anchor_day),
    price: line.amount + line.credit + line.left_over,
    tariff_id: line.tariff_id,
    payment_id: ids.payment_id,
  }
  const credit = license.credit + Math.max(0, worth - line.left_over)
  return { spans: [...kept, granted], dropped, granted, credit, anchor_day }
}

/** Kept while one period follows another; a new beginning has a day of its own. */
function anchorOf(license: PlannedLicense, starts_at: Date): number {
  const until = coveredUntil(license.spans)
  const follows =
    license.anchor_day !== null &&
    license.spans.some(({ payment_id }) => payment_id !== null) &&
    until?.getTime() === starts_at.getTime()
  return follows ? (license.anchor_day ?? starts_at.getUTCDate()) : starts_at.getUTCDate()
}
