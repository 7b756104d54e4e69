import { expect, it } from 'vitest'
import { auditAccount } from '#server/testing/audit-account.ts'
import { beginChange, endChange, openAccount } from './change-rules.ts'
import type { Ladder } from './level-rules.ts'
import { mergeAccounts } from './merge-rules.ts'
import { grant, restore, takeBack } from './movement-rules.ts'
import type { Account, NewEntry } from './rules.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const ladder: Ladder = {
  levels: [
    { number: 1, min_turnover: 0 },
    { number: 2, min_turnover: 100_000 },
  ],
  ...{ level_base: 'lifetime', level_days: 365, level_downgrade: 'never', timezone: 'Europe/Kyiv' },
}
const cause = { source: 's', actor: 'owner:1' }

function holding(buyer_id: string, amount: number, more: Partial<Account> = {}) {
  const draft = beginChange({ ...openAccount('shop', buyer_id), ...more }, NOW)
  grant(draft, { ...cause, kind: 'accrual', amount, expires_at: NOW + 1000 })
  return endChange(draft)
}

function owing(buyer_id: string, amount: number) {
  const draft = beginChange(openAccount('shop', buyer_id), NOW)
  takeBack(draft, { ...cause, amount, own_lots: [], debt_again: 0, policy: 'debt' })
  return endChange(draft)
}

const sound = (before: { entries: NewEntry[] }, after: { account: Account; entries: NewEntry[] }) =>
  expect(auditAccount(after.account, [...before.entries, ...after.entries])).toEqual([])

it('what both held the one holds, with its dates, and the level of both turnovers', () => {
  const keep = holding('keep', 300, { turnover: 60_000, receipts: 2, year: 2026 })
  const gone = holding('gone', 500, { turnover: 50_000, receipts: 1, year: 2025, year_turnover: 7 })
  const merged = mergeAccounts(keep.account, gone.account, ladder, 'owner:1', NOW)
  expect(merged.keep.account).toMatchObject({
    ...{ balance: 800, debt: 0, turnover: 110_000, receipts: 3, level: 2 },
    ...{ year: 2026, last_year_turnover: 7 },
  })
  expect(merged.keep.account.lots.map(({ expires_at }) => expires_at)).toEqual([
    NOW + 1000,
    NOW + 1000,
  ])
  expect(merged.gone.account).toMatchObject({ balance: 0, turnover: 0, receipts: 0, lots: [] })
  sound(keep, merged.keep)
  sound(gone, merged.gone)
})

it('a debt of either is met at once', () => {
  for (const [keep, gone] of [
    [owing('keep', 200), holding('gone', 500)],
    [holding('keep', 500), owing('gone', 200)],
  ] as const) {
    const merged = mergeAccounts(keep.account, gone.account, ladder, 'owner:1', NOW)
    expect(merged.keep.account).toMatchObject({ balance: 300, debt: 0 })
    expect(merged.gone.account).toMatchObject({ balance: 0, debt: 0 })
    sound(keep, merged.keep)
    sound(gone, merged.gone)
  }
})

it('stamps and uses of promotions are those of both', () => {
  const card = (day: number, count: number, owed: number) => ({
    ...{ stamps: [{ day, count }], owed, filled: 1, last_day: day, gifts: [] },
  })
  const state = (day: number, count: number) => ({
    ...{ promotion_id: 'p', uses: [{ period: 'ever', count }], card: card(day, count, 1) },
  })
  const keep = holding('keep', 1, { promotions: [state(10, 2)] })
  const gone = holding('gone', 1, {
    promotions: [state(9, 1), { ...state(9, 5), promotion_id: 'q' }],
  })
  const { promotions } = mergeAccounts(keep.account, gone.account, ladder, 'x', NOW).keep.account
  expect(promotions).toEqual([
    {
      ...{ promotion_id: 'p', uses: [{ period: 'ever', count: 3 }] },
      card: {
        ...{
          stamps: [
            { day: 9, count: 1 },
            { day: 10, count: 2 },
          ],
          owed: 2,
          filled: 2,
        },
        ...{ last_day: 10, gifts: [] },
      },
    },
    { ...state(9, 5), promotion_id: 'q' },
  ])
})

it('what a merged account had spent comes back as new lots with their own dates', () => {
  const before = holding('keep', 100)
  const draft = beginChange(before.account, NOW)
  const lot = { number: 1, kind: 'welcome' as const, amount: 90, active_from: NOW - 9 }
  const done = restore(draft, {
    ...cause,
    source: 'cancel',
    merged: true,
    grace_until: NOW,
    lots: [
      { ...lot, expires_at: NOW + 50, taken: 40 },
      { ...lot, number: 2, expires_at: NOW - 1, taken: 30 },
    ],
  })
  expect(done).toEqual({ returned: 70, expired: 30, repaid_debt: 0 })
  const after = endChange(draft)
  expect(after.account.lots).toMatchObject([
    { number: 2, kind: 'welcome', remaining: 40, expires_at: NOW + 50 },
    { number: 1, remaining: 100 },
  ])
  sound(before, after)
})
