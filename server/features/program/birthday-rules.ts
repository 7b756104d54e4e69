/**
 * When a birthday is, and whether its gift counts this time.
 *
 * Days are numbers since 1970-01-01 in the organization's zone (`dayOf`), so nothing here meets a
 * zone or daylight saving. Someone born on 29 February has the day on 28 February in other years.
 * Source: spec/engine.md "Program"; decision 0009.
 */
import type { BirthdayGift } from './gift-rules.ts'

const DAY_MS = 86_400_000
/** A birthday entered fewer days ahead of it counts from the next year. */
export const AHEAD_DAYS = 30

/** The birthday of one calendar year. */
export type Birthday = { year: number; day: number }

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const dayNumber = (year: number, month: number, day: number) =>
  Date.UTC(year, month - 1, day) / DAY_MS
const yearOf = (day: number) => new Date(day * DAY_MS).getUTCFullYear()

/** The day number of the birthday (`YYYY-MM-DD`) in a year. */
export function birthdayIn(birthday: string, year: number): number {
  const [, month = 1, day = 1] = birthday.split('-').map(Number)
  return month === 2 && day === 29 && !isLeap(year)
    ? dayNumber(year, 2, 28)
    : dayNumber(year, month, day)
}

/** The birthday whose window today lies in; null: none. Windows are shorter than half a year. */
export function birthdayAround(
  birthday: string,
  today: number,
  window: Pick<BirthdayGift, 'days_before' | 'days_after'>,
): Birthday | null {
  const this_year = yearOf(today)
  for (const year of [this_year - 1, this_year, this_year + 1]) {
    const day = birthdayIn(birthday, year)
    if (today >= day - window.days_before && today <= day + window.days_after) return { year, day }
  }
  return null
}

/** The birthday whose gift is due today, for a birthday entered on the day `entered`. */
export function birthdayDue(
  birthday: string,
  entered: number,
  today: number,
  window: Pick<BirthdayGift, 'days_before' | 'days_after'>,
): Birthday | null {
  const around = birthdayAround(birthday, today, window)
  return around && around.day - entered >= AHEAD_DAYS ? around : null
}

/**
 * The days of the year (month × 100 + day) whose windows today lies in, in the order of time.
 * 29 February is one of them whenever its buyers have their day on the 28th.
 */
export function birthdaysAround(
  today: number,
  window: Pick<BirthdayGift, 'days_before' | 'days_after'>,
): { month_day: number; year: number }[] {
  const found: { month_day: number; year: number }[] = []
  for (let day = today - window.days_after; day <= today + window.days_before; day += 1) {
    const date = new Date(day * DAY_MS)
    const year = date.getUTCFullYear()
    const month_day = (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
    found.push({ month_day, year })
    if (month_day === 228 && !isLeap(year)) found.push({ month_day: 229, year })
  }
  return found
}
