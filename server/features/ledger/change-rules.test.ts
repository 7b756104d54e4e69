import { describe, expect, it } from 'vitest'
import { accountHash, beginChange, endChange, entryHash, openAccount } from './change-rules.ts'
import { grant } from './movement-rules.ts'
import type { NewEntry } from './rules.ts'

function firstEntry(): NewEntry {
  const draft = beginChange(openAccount('shop', 'buyer'), 1_000)
  grant(draft, {
    source: 'op',
    actor: 'owner:1',
    reason: 'gift',
    receipt_id: 'r',
    kind: 'manual_accrual',
    amount: 500,
    expires_at: 2_000,
  })
  return endChange(draft).entries[0] as NewEntry
}

describe('the hash chain', () => {
  it('begins with the account itself, so that no chain fits another account', () => {
    expect(openAccount('shop', 'buyer').last_hash).toBe(accountHash('shop', 'buyer'))
    expect(accountHash('shop', 'buyer')).toMatch(/^[0-9a-f]{64}$/)
    expect(accountHash('shop', 'buyer')).not.toBe(accountHash('shopb', 'uyer'))
    expect(firstEntry().prev_hash).toBe(accountHash('shop', 'buyer'))
  })

  it('is frozen: entries written today can be checked for ever', () => {
    expect(accountHash('shop', 'buyer')).toBe(
      'b1bbd9dc5612496631ce0337213d0d40295eecddb3a3b45ea5a2f7078829e890',
    )
    expect(firstEntry().hash).toBe(
      '3973220dbeb61fb96a34fcb60555e1950f17b1c4ae7163fd5c5df91152529e2f',
    )
  })

  it('covers every field of an entry', () => {
    const entry = firstEntry()
    expect(entryHash(entry)).toBe(entry.hash)
    const changes: Partial<NewEntry>[] = [
      { number: 2 },
      { kind: 'accrual' },
      { amount: 501 },
      { debt_change: -1 },
      { balance_after: 501 },
      { debt_after: 1 },
      { lots: [] },
      { lots: [{ number: 1, amount: 501 }] },
      { lots: [{ number: 2, amount: 500 }] },
      { lots: [{ number: 1, amount: 500, expires_at: null }] },
      { lots: [{ number: 1, amount: 500, expires_at: 7 }] },
      { active_from: null },
      { expires_at: null },
      { receipt_id: null },
      { source: 'other' },
      { reason: null },
      { actor: 'owner:2' },
      { created_at: 1_001 },
      { prev_hash: accountHash('shop', 'other') },
    ]
    const hashes = changes.map((change) => entryHash({ ...entry, ...change }))
    expect(new Set([entry.hash, ...hashes]).size).toBe(changes.length + 1)
  })
})

describe('a new account', () => {
  it('holds nothing and owes nothing', () => {
    expect(openAccount('shop', 'buyer')).toEqual({
      organization_id: 'shop',
      buyer_id: 'buyer',
      version: 0,
      entries: 0,
      last_hash: accountHash('shop', 'buyer'),
      balance: 0,
      debt: 0,
      turnover: 0,
      year: 0,
      year_turnover: 0,
      last_year_turnover: 0,
      rolling_turnover: 0,
      receipts: 0,
      last_receipt_at: null,
      level: null,
      level_until: null,
      pinned_level: null,
      pinned_until: null,
      lots: [],
      promotions: [],
    })
  })

  it('counts a change without entries as a version', () => {
    const change = endChange(beginChange(openAccount('shop', 'buyer'), 5))
    expect(change.account).toEqual({ ...openAccount('shop', 'buyer'), version: 1 })
    expect(change.entries).toEqual([])
  })
})
