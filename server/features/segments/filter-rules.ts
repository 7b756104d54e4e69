/**
 * What a segment's filter asks, as days and moments of the shop.
 *
 * "30 to 60 days ago" are whole local days: today is 0. The period of a set of conditions holds for
 * its receipts, sums, places, products and spent bonuses; all other conditions look at the buyer's
 * whole life. Units are inner ones. Source: research/domain.md §4.2; decision 0014.
 */
import type { z } from 'zod'
import type { segmentFilter } from '#contract/segments.ts'
import { dayNumber, dayOf, dayText, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Borders } from './rfm-rules.ts'

export type Filter = z.output<typeof segmentFilter>
/** One set of conditions: the filter's own, or one of its groups. */
export type Conditions = Omit<Filter, 'groups'>
export type Period = NonNullable<Conditions['period']>
export type Range = { from?: number | null | undefined; to?: number | null | undefined }
/** What a condition says of products: any of these codes and categories. */
export type Products = {
  codes?: string[] | undefined
  skus?: string[] | undefined
  categories?: string[] | undefined
}

/** First and last local day; null: open. */
export type Days = { from: string | null; to: string | null }
/** The first moment, and the first one after; null: open. */
export type Moments = { from: Moment | null; before: Moment | null }

/** All that the answer to a filter hangs on beside the buyers. */
export type Ground = {
  organization_id: string
  timezone: string
  now: Date
  /** The local day it is. */
  today: { number: number; text: string }
  program: Program
  /** null: nobody asked for them. */
  borders: Borders | null
  /**
   * What accounts hold is read from the order of long lists, a minute or two behind: to count in a
   * large shop. Whoever acts on those who are found reads the accounts.
   */
  by_order: boolean
}

/** Buyers with no conditions at all: everybody. */
export const everybody: Filter = { match: 'all' }

/** Whether a range says anything. */
export const isRange = (range: Range | null | undefined): range is Range =>
  range !== null && range !== undefined && (isSet(range.from) || isSet(range.to))

export const isSet = <T>(value: T | null | undefined): value is T =>
  value !== null && value !== undefined

/** Whether a list names anything. */
export const isList = <T>(list: readonly T[] | null | undefined): list is T[] =>
  isSet(list) && list.length > 0

/** The local days of a period; null: all of them. */
export function daysOf(period: Conditions['period'], today: number): Days | null {
  if (!isSet(period)) return null
  const { date_from, date_to, last_days, days_ago } = period
  const from = [
    ...(isSet(date_from) ? [dayNumber(date_from)] : []),
    ...(isSet(last_days) ? [today - last_days + 1] : []),
    ...(isSet(days_ago?.to) ? [today - days_ago.to] : []),
  ]
  const to = [
    ...(isSet(date_to) ? [dayNumber(date_to)] : []),
    ...(isSet(days_ago?.from) ? [today - days_ago.from] : []),
  ]
  if (from.length + to.length === 0) return null
  return {
    from: from.length > 0 ? dayText(Math.max(...from)) : null,
    to: to.length > 0 ? dayText(Math.min(...to)) : null,
  }
}

/** The moments of local days. */
export function momentsOf({ from, to }: Days, timezone: string): Moments {
  return {
    from: from === null ? null : startOfDay(dayNumber(from), timezone),
    before: to === null ? null : startOfDay(dayNumber(to) + 1, timezone),
  }
}

/** The local days that lie so many days back. */
export function daysBack({ from, to }: Range, today: number): Days {
  return {
    from: isSet(to) ? dayText(today - to) : null,
    to: isSet(from) ? dayText(today - from) : null,
  }
}

/** The same day of the year, years earlier; 29 February becomes the 28th. */
export function yearsBefore(today: string, years: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const earlier = year - years
  const leap = (earlier % 4 === 0 && earlier % 100 !== 0) || earlier % 400 === 0
  const kept = month === 2 && day === 29 && !leap ? 28 : day
  return [String(earlier).padStart(4, '0'), pad(month), pad(kept)].join('-')
}

/** Birthdays of which an age is reached and not passed. */
export function birthdaysOfAge(
  { from, to }: Range,
  today: string,
): { after: string | null; until: string | null } {
  return {
    until: isSet(from) ? yearsBefore(today, from) : null,
    after: isSet(to) ? yearsBefore(today, to + 1) : null,
  }
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** The sets of conditions a filter is made of. */
export const setsOf = ({ groups, ...own }: Filter): Conditions[] => [own, ...(groups ?? [])]

/** Whether it looks at fifths or tops, which are known by borders. */
export const usesBorders = (filter: Filter): boolean =>
  setsOf(filter).some(({ rfm, turnover_top_percent }) => isSet(rfm) || isSet(turnover_top_percent))

/** Each set of a product condition that has to be bought on its own. */
export function productsToMatch(
  products: Products & { match?: 'any' | 'all' },
): Required<Products>[] {
  const codes = products.codes ?? []
  const skus = products.skus ?? []
  const categories = (products.categories ?? []).map((name) => name.toLowerCase())
  if (codes.length + skus.length + categories.length === 0) return []
  if (products.match !== 'all') return [{ codes, skus, categories }]
  const none = { codes: [], skus: [], categories: [] }
  return [
    ...codes.map((code) => ({ ...none, codes: [code] })),
    ...skus.map((sku) => ({ ...none, skus: [sku] })),
    ...categories.map((name) => ({ ...none, categories: [name] })),
  ]
}

/** The local day it is. */
export const todayOf = (now: Date, timezone: string): { number: number; text: string } =>
  dayOf(now.getTime(), timezone)
