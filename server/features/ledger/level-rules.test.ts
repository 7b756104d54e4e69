import { describe, expect, it } from 'vitest'
import { beginChange, openAccount } from './change-rules.ts'
import {
  addTurnover,
  levelOf,
  reachedLevel,
  rollingFrom,
  settleLevel,
  turnoverOf,
  type Ladder,
} from './level-rules.ts'
import type { Account } from './rules.ts'

const at = (text: string) => Date.parse(text)
const NOW = at('2026-11-21T10:00:00Z')
const YEAR_END = at('2026-12-31T22:00:00Z')

const ladder = (other: Partial<Ladder> = {}): Ladder => ({
  levels: [
    { number: 1, min_turnover: 0 },
    { number: 7, min_turnover: 1_000 },
    { number: 3, min_turnover: 5_000 },
  ],
  level_base: 'lifetime',
  level_days: 30,
  level_downgrade: 'never',
  timezone: 'Europe/Kyiv',
  ...other,
})
const account = (other: Partial<Account> = {}): Account => ({
  ...openAccount('shop', 'buyer'),
  ...other,
})
const reached = (who: Partial<Account>, by: Partial<Ladder> = {}, now = NOW) =>
  reachedLevel(account(who), ladder(by), now)

describe('a level', () => {
  it('is reached with the very sum it starts at', () => {
    expect(reached({ turnover: 999 })).toEqual({ level: 1, level_until: null })
    expect(reached({ turnover: 1_000 }).level).toBe(7)
    expect(reached({ turnover: 4_999 }).level).toBe(7)
    expect(reached({ turnover: 5_000 }).level).toBe(3)
  })

  it('is the first one when turnover is below everything', () => {
    expect(reached({ turnover: -5 }).level).toBe(1)
  })

  it('is never lost when the shop never downgrades', () => {
    expect(reached({ turnover: 0, level: 3 }).level).toBe(3)
    expect(reached({ turnover: 0, level: 7, level_until: NOW - 1 })).toEqual({
      level: 7,
      level_until: null,
    })
  })

  it('that the ladder has no more is earned anew', () => {
    expect(reached({ turnover: 1_000, level: 99 }).level).toBe(7)
  })

  it('follows the turnover for life when the shop downgrades and there is no period', () => {
    const by = { level_downgrade: 'at_period_end' } as const
    expect(reached({ turnover: 999, level: 7 }, by)).toEqual({ level: 1, level_until: null })
  })
})

describe('a level of the calendar year', () => {
  const by = { level_base: 'calendar_year', level_downgrade: 'at_period_end' } as const

  it('counts the turnover of this year only', () => {
    const who = account({ turnover: 9_999, year: 2026, year_turnover: 1_200 })
    expect(turnoverOf(who, ladder(by), NOW)).toBe(1_200)
    expect(turnoverOf(who, ladder(by), YEAR_END - 1)).toBe(1_200)
    expect(turnoverOf(who, ladder(by), YEAR_END)).toBe(0)
  })

  it('is held to the end of the year, whatever is returned', () => {
    expect(reached({ year: 2026, year_turnover: 1_000 }, by)).toEqual({
      level: 7,
      level_until: YEAR_END,
    })
    const who = { year: 2026, year_turnover: 0, level: 7, level_until: YEAR_END }
    expect(reached(who, by, YEAR_END - 1)).toEqual({ level: 7, level_until: YEAR_END })
  })

  it('is what the ended year reached, for the whole next year', () => {
    const who = { year: 2026, year_turnover: 1_000, level: 3, level_until: YEAR_END }
    const next = at('2027-12-31T22:00:00Z')
    expect(reached(who, by, YEAR_END)).toEqual({ level: 7, level_until: next })
    const bought = { ...who, year: 2027, year_turnover: 5, last_year_turnover: 1_000 }
    expect(reached(bought, by, YEAR_END + 1)).toEqual({ level: 7, level_until: next })
    const more = { ...bought, year_turnover: 5_000 }
    expect(reached(more, by, YEAR_END + 1).level).toBe(3)
  })

  it('falls to the first one after a year without purchases', () => {
    const who = { year: 2026, year_turnover: 9_000, level: 3, level_until: YEAR_END }
    expect(reached(who, by, at('2028-02-01T00:00:00Z')).level).toBe(1)
  })

  it('rises at once', () => {
    const who = { year: 2026, year_turnover: 5_000, level: 7, level_until: YEAR_END }
    expect(reached(who, by)).toEqual({ level: 3, level_until: YEAR_END })
  })

  it('gets its end when the shop begins to downgrade', () => {
    const who = { year: 2026, year_turnover: 0, level: 3, level_until: null }
    expect(reached(who, by)).toEqual({ level: 3, level_until: YEAR_END })
  })
})

describe('a level of rolling days', () => {
  const by = { level_base: 'rolling_days', level_downgrade: 'at_period_end' } as const
  const until = at('2026-12-21T22:00:00Z')

  it('is held for the days of the window, then earned again', () => {
    expect(reached({ rolling_turnover: 1_000 }, by)).toEqual({ level: 7, level_until: until })
    const held = { rolling_turnover: 0, level: 7, level_until: NOW + 1 }
    expect(reached(held, by)).toEqual({ level: 7, level_until: NOW + 1 })
    expect(reached(held, by, NOW + 1)).toEqual({ level: 1, level_until: until })
    const last_year = { ...held, year: 2026, last_year_turnover: 9_999, year_turnover: 9_999 }
    expect(reached(last_year, by, NOW + 1).level).toBe(1)
  })

  it('has a window that ends today and is N days long', () => {
    expect(rollingFrom(ladder({ level_days: 1 }), NOW)).toBe('2026-11-21')
    expect(rollingFrom(ladder({ level_days: 30 }), NOW)).toBe('2026-10-23')
  })
})

describe('the level that applies', () => {
  it('is the pinned one, up to its last moment', () => {
    const pinned = account({ turnover: 0, pinned_level: 3, pinned_until: NOW })
    expect(levelOf(pinned, ladder(), NOW - 1)).toBe(3)
    expect(levelOf(pinned, ladder(), NOW)).toBe(1)
    expect(levelOf({ ...pinned, pinned_until: null }, ladder(), NOW)).toBe(3)
  })

  it('may be pinned below the one reached', () => {
    expect(levelOf(account({ turnover: 9_999, pinned_level: 1 }), ladder(), NOW)).toBe(1)
  })

  it('is the reached one when the pinned one is gone from the ladder', () => {
    expect(levelOf(account({ turnover: 1_000, pinned_level: 99 }), ladder(), NOW)).toBe(7)
  })
})

describe('turnover', () => {
  const add = (who: Partial<Account>, amount: number, when: number, by: Partial<Ladder> = {}) => {
    const draft = beginChange(account(who), NOW)
    addTurnover(draft, ladder(by), amount, when)
    const { turnover, year, year_turnover, last_year_turnover, rolling_turnover } = draft.account
    return [turnover, year, year_turnover, last_year_turnover, rolling_turnover]
  }
  const who = { turnover: 10, year: 2026, year_turnover: 4, last_year_turnover: 2 }

  it('counts for life and for its local year', () => {
    expect(add({}, 5, NOW)).toEqual([5, 2026, 5, 0, 0])
    expect(add(who, 5, YEAR_END - 1)).toEqual([15, 2026, 9, 2, 0])
    expect(add(who, 5, YEAR_END)).toEqual([15, 2027, 5, 4, 0])
    expect(add(who, 5, at('2028-01-01T12:00:00Z'))).toEqual([15, 2028, 5, 0, 0])
  })

  it('given back leaves the year it was counted in', () => {
    expect(add(who, -3, at('2025-06-01T12:00:00Z'))).toEqual([7, 2026, 4, -1, 0])
    expect(add(who, -3, at('2024-06-01T12:00:00Z'))).toEqual([7, 2026, 4, 2, 0])
  })

  it('counts in the rolling window while its day is inside', () => {
    const by = { level_base: 'rolling_days' } as const
    const rolling = { ...who, rolling_turnover: 100 }
    expect(add(rolling, -3, at('2026-10-22T22:00:00Z'), by)[4]).toBe(97)
    expect(add(rolling, -3, at('2026-10-22T20:59:59Z'), by)[4]).toBe(100)
    expect(add(rolling, -3, NOW)[4]).toBe(100)
  })

  it('sets the level of the next receipt', () => {
    const draft = beginChange(account({ turnover: 5_000 }), NOW)
    settleLevel(draft, ladder())
    expect(draft.account).toMatchObject({ level: 3, level_until: null })
  })
})
