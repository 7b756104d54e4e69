/**
 * Days of a shop: which local day a moment belongs to, and when a local day begins, DST included.
 *
 * Zones change their offset at quarters of an hour only, so a quarter lies in one local day
 * whole: both answers are remembered, and the hot path meets no Temporal.
 * Source: spec/engine.md "Units": every day-based rule runs in the organization's time zone.
 */
import { Temporal } from 'temporal-polyfill'
import { remembering } from './memory-rules.ts'
import type { Moment } from './rules.ts'

/** A local calendar day. */
export type Day = {
  /** Days since 1970-01-01. */
  number: number
  year: number
  month: number
  /** `YYYY-MM-DD`. */
  text: string
}

const QUARTER = 15 * 60 * 1000
const REMEMBERED_MAX = 20_000
const epoch = Temporal.PlainDate.from('1970-01-01')

const localTime = (quarter: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER).toZonedDateTimeISO(timezone)

const dayOfQuarter = remembering(REMEMBERED_MAX, (quarter, timezone): Day => {
  const date = localTime(quarter, timezone).toPlainDate()
  const number = epoch.until(date).days
  return { number, year: date.year, month: date.month, text: date.toString() }
})

const minuteOfQuarter = remembering(REMEMBERED_MAX, (quarter, timezone) => {
  const local = localTime(quarter, timezone)
  return local.hour * 60 + local.minute
})

const startOf = remembering(
  REMEMBERED_MAX,
  (number, timezone): Moment =>
    epoch.add({ days: number }).toZonedDateTime(timezone).epochMilliseconds,
)

const textOf = remembering(REMEMBERED_MAX, (number) => epoch.add({ days: number }).toString())

/** The local day of a moment. */
export const dayOf = (moment: Moment, timezone: string): Day =>
  dayOfQuarter(Math.floor(moment / QUARTER), timezone)

/** What the clock on the wall shows at a moment, in minutes since midnight. */
export function minuteOf(moment: Moment, timezone: string): number {
  const quarter = Math.floor(moment / QUARTER)
  return minuteOfQuarter(quarter, timezone) + Math.floor((moment - quarter * QUARTER) / 60_000)
}

/** ISO weekday of a local day, given as days since 1970-01-01: 1 Monday … 7 Sunday. */
export function weekdayOf(number: number): number {
  // The first day of 1970 was a Thursday.
  return ((((number + 3) % 7) + 7) % 7) + 1
}

/** `YYYY-MM-DD` of a local day, given as days since 1970-01-01. */
export const dayText = (number: number): string => textOf(number, 'any')

/** Days since 1970-01-01 of a day told as `YYYY-MM-DD`. */
export const dayNumber = (text: string): number => epoch.until(Temporal.PlainDate.from(text)).days

/** The first moment of a local day, given as days since 1970-01-01. */
export const startOfDay = (number: number, timezone: string): Moment => startOf(number, timezone)

/** The end of the local day that comes `count` days after the moment's own: its last is included. */
export function endOfDayAfter(moment: Moment, count: number, timezone: string): Moment {
  return startOfDay(dayOf(moment, timezone).number + count + 1, timezone)
}

/** The end of the local month that comes `count` months after the moment's own. */
export function endOfMonthAfter(moment: Moment, count: number, timezone: string): Moment {
  const { year, month } = dayOf(moment, timezone)
  const after = new Temporal.PlainDate(year, month, 1).add({ months: count + 1 })
  return startOfDay(epoch.until(after).days, timezone)
}

/** The end of a local year. */
export function endOfYear(year: number, timezone: string): Moment {
  return startOfDay(epoch.until(new Temporal.PlainDate(year + 1, 1, 1)).days, timezone)
}
