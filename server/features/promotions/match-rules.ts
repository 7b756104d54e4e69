/**
 * When a promotion works, on which products, and in which period a buyer's uses of it count.
 * Days, weekdays and hours are those of the wall clock at the shop, DST included: an hour that the
 * clock skips never comes, an hour that it repeats works twice.
 * Source: spec/engine.md "Promotions", "Units".
 */
import { dayOf, dayText, minuteOf, weekdayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { ProductSet, Promotion, PromotionTerms } from './rules.ts'

/** The terms about time. */
export type Schedule = Pick<
  PromotionTerms,
  'date_from' | 'date_to' | 'weekdays' | 'time_from' | 'time_to'
>

/**
 * The local day (days since 1970-01-01) that a promotion counts this moment to; null when it does
 * not work then. Hours that pass midnight belong to the day they began on: its date and weekday
 * are asked. The first minute of `time_to` is out; equal hours are the whole day.
 */
export function workingDay(terms: Schedule, moment: Moment, timezone: string): number | null {
  const today = dayOf(moment, timezone).number
  const day = dayOfHours(terms, today, moment, timezone)
  if (day === null) return null
  if (terms.weekdays.length > 0 && !terms.weekdays.includes(weekdayOf(day))) return null
  if (terms.date_from === null && terms.date_to === null) return day
  const text = dayText(day)
  if (terms.date_from !== null && text < terms.date_from) return null
  return terms.date_to !== null && text > terms.date_to ? null : day
}

function dayOfHours(
  { time_from, time_to }: Schedule,
  today: number,
  moment: Moment,
  timezone: string,
): number | null {
  if (time_from === null || time_to === null || time_from === time_to) return today
  const minute = minuteOf(moment, timezone)
  const from = minuteOfText(time_from)
  const to = minuteOfText(time_to)
  if (from < to) return minute >= from && minute < to ? today : null
  if (minute >= from) return today
  return minute < to ? today - 1 : null
}

const minuteOfText = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** The period of a local day in which one buyer's uses are counted together. */
export function periodOf(period: PromotionTerms['per_buyer_period'], day: number): string {
  switch (period) {
    case 'ever':
      return 'ever'
    case 'day':
      return dayText(day)
    case 'week':
      return `week ${dayText(day - weekdayOf(day) + 1)}`
    case 'month':
      return dayText(day).slice(0, 7)
  }
}

/** A product as sets know it; the category in lower case. */
type Named = { barcode: string | null; sku: string | null; category_key: string | null }
type Sets = { barcodes: Set<string>; skus: Set<string>; categories: Set<string> }
const known = new WeakMap<ProductSet, Sets>()

/** Whether a product belongs to a set. Categories are told apart without regard to case. */
export function isInSet(products: ProductSet, { barcode, sku, category_key }: Named): boolean {
  if (products.all) return true
  let sets = known.get(products)
  if (!sets) {
    sets = {
      barcodes: new Set(products.barcodes),
      skus: new Set(products.skus),
      categories: new Set(products.categories.map((name) => name.toLowerCase())),
    }
    known.set(products, sets)
  }
  return (
    (barcode !== null && sets.barcodes.has(barcode)) ||
    (sku !== null && sets.skus.has(sku)) ||
    (category_key !== null && sets.categories.has(category_key))
  )
}

const ordered = new WeakMap<readonly Promotion[], Promotion[]>()

/** In the order they are asked: the higher priority first, then by id; no two have one id. */
export function inOrder(promotions: readonly Promotion[]): readonly Promotion[] {
  let sorted = ordered.get(promotions)
  if (!sorted) {
    sorted = promotions.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1))
    ordered.set(promotions, sorted)
  }
  return sorted
}
