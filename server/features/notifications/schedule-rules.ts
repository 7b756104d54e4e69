/** Days and hours that notifications hang on. Days are `YYYY-MM-DD` of the shop's zone. */
import { dayOf, startOfDay, weekdayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import { endOfQuiet } from '#server/features/bots/may-write-rules.ts'
import type { NotificationSetting } from './rules.ts'

/** Whether a monthly message of this day of the month is due: short months end with theirs. */
export function isDigestDay(day: string, day_of_month: number): boolean {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date === Math.min(day_of_month, last)
}

/** More days than a week has, for hours that the clock jumps over. */
const DAYS_MAX = 9

/**
 * The first moment from `now` on that falls on a day of the week and within the hours an owner has
 * chosen: `now` itself when it does.
 */
export function momentToSend(
  { weekdays, window_from, window_to }: Hours,
  timezone: string,
  now: Moment,
): Moment {
  // Outside its hours a notification is as quiet as at night.
  const quiet = { quiet_from: window_to ?? '00:00', quiet_to: window_from ?? '00:00', timezone }
  let moment = now
  for (let day = 0; day <= DAYS_MAX; day += 1) {
    const open = endOfQuiet(quiet, moment) ?? moment
    const { number } = dayOf(open, timezone)
    if (weekdays.length === 0 || weekdays.includes(weekdayOf(number))) return open
    moment = startOfDay(number + 1, timezone)
  }
  throw new Error('a week has every day of the week')
}

type Hours = Pick<NotificationSetting, 'weekdays' | 'window_from' | 'window_to'>
