import { describe, expect, it } from 'vitest'
import { auditAccount } from '#server/testing/audit-account.ts'
import { beginChange, endChange, openAccount } from './change-rules.ts'
import { startExpiry } from './lot-rules.ts'
import { grant, takeBack } from './movement-rules.ts'
import type { Account, NewEntry } from './rules.ts'
import { forfeit, transferIn, transferOut } from './transfer-rules.ts'

const NOW = 1_000_000
const cause = { source: 'merge-1', actor: 'owner:1' }

function holding(...lots: [amount: number, expires_at: number | null, active_from?: number][]) {
  const draft = beginChange(openAccount('shop', 'buyer'), NOW)
  for (const [index, [amount, expires_at, active_from = NOW]] of lots.entries()) {
    const source = `grant-${index}`
    grant(draft, { ...cause, source, kind: 'accrual', amount, expires_at, active_from })
  }
  return endChange(draft)
}

function owing(amount: number) {
  const draft = beginChange(openAccount('shop', 'buyer'), NOW)
  const source = 'debt'
  takeBack(draft, { ...cause, source, amount, own_lots: [], debt_again: 0, policy: 'debt' })
  return endChange(draft)
}

function sound(before: { entries: NewEntry[] }, after: { account: Account; entries: NewEntry[] }) {
  expect(auditAccount(after.account, [...before.entries, ...after.entries])).toEqual([])
}

describe('forgetting a buyer', () => {
  it('books what is left as forfeit', () => {
    const before = holding([10, NOW + 5], [20, null, NOW + 1])
    const draft = beginChange(before.account, NOW)
    forfeit(draft, cause)
    const after = endChange(draft)
    expect(after.account).toMatchObject({ balance: 0, debt: 0, lots: [] })
    expect(after.entries).toMatchObject([
      {
        kind: 'forfeit',
        amount: -30,
        debt_change: 0,
        lots: [
          { number: 1, amount: -10 },
          { number: 2, amount: -20 },
        ],
      },
    ])
    sound(before, after)
  })

  it('writes a debt off', () => {
    const before = owing(7)
    const draft = beginChange(before.account, NOW)
    forfeit(draft, cause)
    expect(draft.account).toMatchObject({ balance: 0, debt: 0 })
    expect(draft.entries).toMatchObject([{ kind: 'forfeit', amount: 0, debt_change: -7, lots: [] }])
    sound(before, endChange(draft))
  })

  it('writes nothing when nothing is left', () => {
    const draft = beginChange(openAccount('shop', 'buyer'), NOW)
    forfeit(draft, cause)
    expect(draft.entries).toEqual([])
  })
})

describe('merging two buyers', () => {
  it('moves lots with their dates and tells their new numbers', () => {
    const from = holding([10, NOW + 50], [20, null, NOW + 9])
    const out = beginChange(from.account, NOW)
    const transfer = transferOut(out, cause)
    expect(out.account).toMatchObject({ balance: 0, lots: [] })
    expect(out.entries).toMatchObject([{ kind: 'transfer_out', amount: -30, source: 'merge-1' }])
    sound(from, endChange(out))

    const to = holding([5, NOW + 70])
    const into = beginChange(to.account, NOW)
    expect(transferIn(into, transfer, cause)).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ])
    expect(into.account.balance).toBe(35)
    expect(
      into.account.lots.map((lot) => [lot.number, lot.remaining, lot.expires_at, lot.active_from]),
    ).toEqual([
      [2, 10, NOW + 50, NOW],
      [1, 5, NOW + 70, NOW],
      [3, 20, null, NOW + 9],
    ])
    expect(into.entries.map((entry) => [entry.kind, entry.source])).toEqual([
      ['transfer_in', 'merge-1:1'],
      ['transfer_in', 'merge-1:2'],
    ])
    sound(to, endChange(into))
  })

  it('meets a debt from the bonuses the other one has', () => {
    const out = beginChange(owing(12).account, NOW)
    const transfer = transferOut(out, cause)
    expect(transfer).toEqual({ lots: [], debt: 12 })
    expect(out.entries).toMatchObject([{ amount: 0, debt_change: -12 }])
    const to = holding([10, null])
    const into = beginChange(to.account, NOW)
    transferIn(into, transfer, cause)
    expect(into.account).toMatchObject({ balance: 0, debt: 2 })
    expect(into.entries).toMatchObject([
      { kind: 'transfer_in', amount: -10, debt_change: 2, source: 'merge-1:debt' },
    ])
    sound(to, endChange(into))
  })

  it('repays the debt of the other one', () => {
    const out = beginChange(holding([10, null], [20, null]).account, NOW)
    const transfer = transferOut(out, cause)
    const to = owing(15)
    const into = beginChange(to.account, NOW)
    expect(transferIn(into, transfer, cause)).toEqual([
      { from: 1, to: null },
      { from: 2, to: 3 },
    ])
    expect(into.account).toMatchObject({ balance: 15, debt: 0 })
    sound(to, endChange(into))
  })

  it('of an account with nothing writes nothing', () => {
    const out = beginChange(openAccount('shop', 'buyer'), NOW)
    expect(transferOut(out, cause)).toEqual({ lots: [], debt: 0 })
    expect(out.entries).toEqual([])
  })
})

describe('switching expiry on', () => {
  it('gives lots without an end their days from now, and touches no other', () => {
    const draft = beginChange(holding([1, null], [2, NOW + 900], [3, null]).account, NOW)
    startExpiry(draft, (lot) => NOW + 100 * lot.number)
    expect(draft.account.lots.map((lot) => [lot.number, lot.expires_at])).toEqual([
      [1, NOW + 100],
      [3, NOW + 300],
      [2, NOW + 900],
    ])
    expect(draft.entries).toEqual([])
  })

  it('is never retroactive', () => {
    const draft = beginChange(holding([1, null]).account, NOW)
    startExpiry(draft, () => NOW - 5)
    expect(draft.account.lots[0]?.expires_at).toBe(NOW + 1)
    startExpiry(draft, () => NOW + 9)
    expect(draft.account.lots[0]?.expires_at).toBe(NOW + 1)
  })

  it('may leave a lot without an end', () => {
    const draft = beginChange(holding([1, null]).account, NOW)
    startExpiry(draft, () => null)
    expect(draft.account.lots[0]?.expires_at).toBeNull()
  })
})
