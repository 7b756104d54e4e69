/**
 * When a scheduled report is due and what it is about: the period that ended last, told at an hour
 * of the shop's own clock. A period is named by its first day, and is sent once for ever.
 */
import { Temporal } from 'temporal-polyfill'
import type { Period } from './rules.ts'

export type Step = 'day' | 'week' | 'month'
export type Due = Period & { /** When it became due, in milliseconds. */ at: number }

const durations = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } } as const

/** The first day of the day, week (from Monday) or month that a day lies in. */
function anchorOf(date: Temporal.PlainDate, step: Step): Temporal.PlainDate {
  if (step === 'week') return date.subtract({ days: date.dayOfWeek - 1 })
  return step === 'month' ? date.with({ day: 1 }) : date
}

/** An hour that the clocks skip is the one after it. */
const momentOf = (date: Temporal.PlainDate, hour: number, timezone: string): number =>
  date.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from({ hour }) })
    .epochMilliseconds

/** The last period that is due at a moment. */
export function lastDue(now: number, every: Step, hour: number, timezone: string): Due {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  const step = durations[every]
  const here = anchorOf(today, every)
  const anchor = momentOf(here, hour, timezone) <= now ? here : here.subtract(step)
  return {
    start_date: anchor.subtract(step).toString(),
    end_date: anchor.subtract({ days: 1 }).toString(),
    at: momentOf(anchor, hour, timezone),
  }
}

/** When the next one after a moment is due, in milliseconds. */
export function nextDueAt(now: number, every: Step, hour: number, timezone: string): number {
  const { end_date } = lastDue(now, every, hour, timezone)
  const anchor = Temporal.PlainDate.from(end_date).add({ days: 1 }).add(durations[every])
  return momentOf(anchor, hour, timezone)
}
