/**
 * The days a report covers. Days are text `YYYY-MM-DD` and belong to the organization's zone; where
 * such a day begins on the time line is PostgreSQL's matter (`at time zone`), so that a day of 23
 * or 25 hours is counted as the one day it is.
 * Source: spec/api.md "Stats", design/screens.md §5.2a, §5.17.
 */
import { Temporal } from 'temporal-polyfill'
import { REPORT_DAYS_MAX } from '#contract/reports.ts'
import { startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { shareDown, type BasisPoints, type Minor } from '#contract/money.ts'

/** Days from `start_date` to `end_date`, both included. */
export type Period = { start_date: string; end_date: string }
export type Group = 'day' | 'week' | 'month'

/** `day` moved by a number of days. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** How many days a period has. */
export function lengthOf(period: Period): number {
  const start = Temporal.PlainDate.from(period.start_date)
  return start.until(Temporal.PlainDate.from(period.end_date), { largestUnit: 'day' }).days + 1
}

/** Why a period cannot be reported, by the field at fault. */
export type PeriodProblem = { path: 'start_date' | 'end_date'; code: string }

/**
 * The period asked for, or the last 30 days. Answers a problem when it ends before it begins or is
 * longer than a year and a day.
 */
export function periodOf(
  asked: { start_date?: string | undefined; end_date?: string | undefined },
  today: string,
): Period | PeriodProblem {
  const end_date =
    asked.end_date ?? (asked.start_date && asked.start_date > today ? asked.start_date : today)
  const start_date = asked.start_date ?? addDays(end_date, -29)
  if (end_date < start_date) return { path: 'end_date', code: 'ends_before_start' }
  const period = { start_date, end_date }
  if (lengthOf(period) > REPORT_DAYS_MAX) return { path: 'start_date', code: 'period_too_long' }
  return period
}

/**
 * The period before, to compare with: a whole calendar month is compared with the month before it,
 * any other period with as many days right before it.
 */
export function previousOf(period: Period): Period {
  const start = Temporal.PlainDate.from(period.start_date)
  const end = Temporal.PlainDate.from(period.end_date)
  const whole_month = start.day === 1 && end.equals(start.add({ months: 1 }).subtract({ days: 1 }))
  const end_date = start.subtract({ days: 1 })
  const start_date = whole_month
    ? start.subtract({ months: 1 })
    : start.subtract({ days: lengthOf(period) })
  return { start_date: start_date.toString(), end_date: end_date.toString() }
}

/** The first day of the day, week (from Monday) or month that `day` lies in. */
export function bucketOf(day: string, group: Group): string {
  const date = Temporal.PlainDate.from(day)
  if (group === 'week') return date.subtract({ days: date.dayOfWeek - 1 }).toString()
  if (group === 'month') return date.with({ day: 1 }).toString()
  return day
}

/** First days of all buckets of a period, in order; the first one may begin before the period. */
export function bucketsOf(period: Period, group: Group): string[] {
  const buckets: string[] = []
  const last = Temporal.PlainDate.from(period.end_date)
  let date = Temporal.PlainDate.from(bucketOf(period.start_date, group))
  const step = group === 'day' ? { days: 1 } : group === 'week' ? { weeks: 1 } : { months: 1 }
  while (Temporal.PlainDate.compare(date, last) <= 0) {
    buckets.push(date.toString())
    date = date.add(step)
  }
  return buckets
}

/** sum ÷ count, rounded down; null when there is nothing to divide. Minor units. */
export function average(sum: Minor, count: number): Minor | null {
  return count > 0 ? shareDown(sum, 1, count) : null
}

/** part ÷ whole as a percent, rounded down; null when there is no whole. Basis points. */
export function shareOf(part: number, whole: number): BasisPoints | null {
  return whole > 0 ? shareDown(part, 10_000, whole) : null
}

const DAY_MS = 86_400_000
/** A till may report a sale this much later, and make its id this much earlier. */
const LATE_MS = 73 * 3_600_000

/** First moments of the first day and of the day after the last one, in milliseconds. */
export function boundsOf(period: Period, timezone: string): { from: number; to: number } {
  const startOf = (day: string) => startOfDay(Date.parse(day) / DAY_MS, timezone)
  return { from: startOf(period.start_date), to: startOf(addDays(period.end_date, 1)) }
}

/** Moments between which whatever belongs to a period was made and named. */
export function madeBetween(period: Period, timezone: string): { from: number; to: number } {
  const { from, to } = boundsOf(period, timezone)
  return { from: from - LATE_MS, to: to + LATE_MS }
}
