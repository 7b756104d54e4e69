/**
 * Which level a buyer has. A level is reached by turnover (money really paid minus returns), takes
 * effect from the next receipt, and is lost only as the ladder says.
 * Source: spec/engine.md "Program"; decision 0005.
 */
import type { Minor } from '#contract/money.ts'
import { dayOf, endOfDayAfter, endOfYear, startOfDay } from './calendar-rules.ts'
import type { Account, Draft, Moment } from './rules.ts'

/** What a program says of levels; a `Program` is one. */
export type Ladder = {
  /** Rows from 0 up, strictly growing. */
  levels: readonly { number: number; min_turnover: Minor }[]
  level_base: 'lifetime' | 'rolling_days' | 'calendar_year'
  /** The window of `rolling_days`. */
  level_days: number
  level_downgrade: 'never' | 'at_period_end'
  timezone: string
}

/** The number of the level that applies now: the pinned one, or the one reached. */
export function levelOf(account: Account, ladder: Ladder, now: Moment): number {
  const { pinned_level, pinned_until } = account
  if (pinned_level !== null && (pinned_until === null || now < pinned_until)) {
    if (rankOf(ladder, pinned_level) !== null) return pinned_level
  }
  return reachedLevel(account, ladder, now).level
}

/** The turnover that counts for the level now. */
export function turnoverOf(account: Account, ladder: Ladder, now: Moment): Minor {
  switch (ladder.level_base) {
    case 'lifetime':
      return account.turnover
    case 'rolling_days':
      return account.rolling_turnover
    case 'calendar_year':
      return dayOf(now, ladder.timezone).year === account.year ? account.year_turnover : 0
  }
}

/** The first local day of the `rolling_days` window that `now` ends; today is its last. */
export function rollingFrom(ladder: Ladder, now: Moment): string {
  const today = dayOf(now, ladder.timezone).number
  const first = startOfDay(today - ladder.level_days + 1, ladder.timezone)
  return dayOf(first, ladder.timezone).text
}

/**
 * The level reached by turnover, and until when it is held.
 * - `never`: the highest ever reached.
 * - `at_period_end` with `calendar_year`: held until the year ends, then what the ended year's
 *   turnover reaches is held for the next one.
 * - `at_period_end` with `rolling_days`: held for N days from the day it was given, then what the
 *   window reaches.
 * - `at_period_end` with `lifetime`: there is no period, so the level follows the turnover.
 */
export function reachedLevel(
  account: Account,
  ladder: Ladder,
  now: Moment,
): { level: number; level_until: Moment | null } {
  const earned = rankFor(ladder, turnoverOf(account, ladder, now))
  const held = account.level === null ? null : rankOf(ladder, account.level)
  if (ladder.level_downgrade === 'never') {
    return { level: numberAt(ladder, Math.max(earned, held ?? 0)), level_until: null }
  }
  if (ladder.level_base === 'lifetime') {
    return { level: numberAt(ladder, earned), level_until: null }
  }
  const ended = account.level_until !== null && account.level_until <= now
  if (held !== null && held >= earned && !ended) {
    const level_until = account.level_until ?? periodEnd(ladder, now)
    return { level: numberAt(ladder, held), level_until }
  }
  const kept =
    ended && ladder.level_base === 'calendar_year' ? rankOfEndedYear(account, ladder, now) : 0
  return { level: numberAt(ladder, Math.max(earned, kept)), level_until: periodEnd(ladder, now) }
}

/** Writes the level reached into the account. */
export function settleLevel(draft: Draft, ladder: Ladder): void {
  Object.assign(draft.account, reachedLevel(draft.account, ladder, draft.now))
}

/** Counts money paid (> 0) or given back (< 0) on the day it belongs to. */
export function addTurnover(draft: Draft, ladder: Ladder, amount: Minor, at: Moment): void {
  const { account } = draft
  account.turnover += amount
  const day = dayOf(at, ladder.timezone)
  if (day.year > account.year) {
    account.last_year_turnover = day.year === account.year + 1 ? account.year_turnover : 0
    account.year = day.year
    account.year_turnover = amount
  } else if (day.year === account.year) {
    account.year_turnover += amount
  } else if (day.year === account.year - 1) {
    account.last_year_turnover += amount
  }
  if (ladder.level_base !== 'rolling_days') return
  const today = dayOf(draft.now, ladder.timezone).number
  if (day.number > today - ladder.level_days) account.rolling_turnover += amount
}

function periodEnd(ladder: Ladder, now: Moment): Moment {
  return ladder.level_base === 'calendar_year'
    ? endOfYear(dayOf(now, ladder.timezone).year, ladder.timezone)
    : endOfDayAfter(now, ladder.level_days, ladder.timezone)
}

function rankOfEndedYear(account: Account, ladder: Ladder, now: Moment): number {
  const { year } = dayOf(now, ladder.timezone)
  if (account.year === year) return rankFor(ladder, account.last_year_turnover)
  return account.year === year - 1 ? rankFor(ladder, account.year_turnover) : 0
}

/** Position of the highest row that starts at or below the turnover. */
function rankFor(ladder: Ladder, turnover: Minor): number {
  return Math.max(
    ladder.levels.findLastIndex((level) => level.min_turnover <= turnover),
    0,
  )
}

/** Position of a level; null when the ladder has it no more. */
function rankOf(ladder: Ladder, number: number): number | null {
  const rank = ladder.levels.findIndex((level) => level.number === number)
  return rank === -1 ? null : rank
}

function numberAt(ladder: Ladder, rank: number): number {
  const level = ladder.levels[rank]
  if (!level) throw new Error('a ladder is never empty')
  return level.number
}
