import { describe, expect, it } from 'vitest'
import { auditAccount } from '#server/testing/audit-account.ts'
import { beginChange, endChange, openAccount } from './change-rules.ts'
import { grant, restore, spend, takeBack, withdraw } from './movement-rules.ts'
import { availableOf, pendingOf, type Account, type Draft, type NewEntry } from './rules.ts'

const NOW = 1_000_000
const cause = { source: 'op', actor: 'cashier:1' }

/** A buyer who played the given movements, each a change of its own. */
class Played {
  account: Account = openAccount('shop', 'buyer')
  entries: NewEntry[] = []

  do<T>(movement: (draft: Draft) => T, now = NOW): T {
    const draft = beginChange(this.account, now)
    const result = movement(draft)
    const change = endChange(draft)
    this.account = change.account
    this.entries.push(...change.entries)
    expect(auditAccount(this.account, this.entries)).toEqual([])
    return result
  }

  give(amount: number, expires_at: number | null = null, active_from = NOW): number | null {
    const source = `grant-${this.account.entries}`
    return this.do((draft) =>
      grant(draft, { ...cause, source, kind: 'accrual', amount, expires_at, active_from }),
    ).lot
  }

  lots() {
    return this.account.lots.map((lot) => [lot.number, lot.remaining])
  }

  /** The last entry, short. */
  last() {
    const { kind, amount, debt_change, lots } = this.entries.at(-1) as NewEntry
    return { kind, amount, debt_change, lots: lots.map((lot) => [lot.number, lot.amount]) }
  }
}

function inDebt(debt: number): Played {
  const buyer = new Played()
  buyer.do((draft) =>
    takeBack(draft, {
      ...cause,
      source: 'debt',
      amount: debt,
      own_lots: [],
      debt_again: 0,
      policy: 'debt',
    }),
  )
  return buyer
}

describe('giving bonuses', () => {
  it('makes a lot numbered like its entry', () => {
    const buyer = new Played()
    expect(buyer.give(500, NOW + 10)).toBe(1)
    expect(buyer.account.lots).toEqual([
      {
        number: 1,
        kind: 'accrual',
        amount: 500,
        remaining: 500,
        active_from: NOW,
        expires_at: NOW + 10,
      },
    ])
    expect(buyer.entries[0]).toMatchObject({
      number: 1,
      kind: 'accrual',
      amount: 500,
      debt_change: 0,
      balance_after: 500,
      debt_after: 0,
      lots: [{ number: 1, amount: 500 }],
      active_from: NOW,
      expires_at: NOW + 10,
      receipt_id: null,
      reason: null,
      source: 'grant-0',
      actor: 'cashier:1',
      created_at: NOW,
    })
  })

  it('is active from now on unless told otherwise', () => {
    const buyer = new Played()
    buyer.do((draft) => grant(draft, { ...cause, kind: 'welcome', amount: 1, expires_at: null }))
    expect(buyer.account.lots[0]).toMatchObject({ active_from: NOW, kind: 'welcome' })
  })

  it('waits as pending until it becomes active', () => {
    const buyer = new Played()
    buyer.give(500, null, NOW + 100)
    expect(availableOf(buyer.account, NOW + 99)).toBe(0)
    expect(pendingOf(buyer.account, NOW + 99)).toBe(500)
    expect(availableOf(buyer.account, NOW + 100)).toBe(500)
    expect(pendingOf(buyer.account, NOW + 100)).toBe(0)
  })

  it('repays a debt first and makes a lot of the rest', () => {
    const buyer = inDebt(30)
    const granted = buyer.do((draft) =>
      grant(draft, { ...cause, kind: 'accrual', amount: 100, expires_at: null }),
    )
    expect(granted).toEqual({ lot: 2, repaid_debt: 30 })
    expect(buyer.last()).toEqual({ kind: 'accrual', amount: 70, debt_change: -30, lots: [[2, 70]] })
    expect(buyer.account).toMatchObject({ balance: 70, debt: 0 })
    expect(buyer.account.lots[0]).toMatchObject({ amount: 70, remaining: 70 })
  })

  it('makes no lot when all of it repays the debt', () => {
    const buyer = inDebt(100)
    const granted = buyer.do((draft) =>
      grant(draft, { ...cause, kind: 'accrual', amount: 100, expires_at: 5 }),
    )
    expect(granted).toEqual({ lot: null, repaid_debt: 100 })
    expect(buyer.last()).toEqual({ kind: 'accrual', amount: 0, debt_change: -100, lots: [] })
    expect(buyer.entries.at(-1)).toMatchObject({ active_from: null, expires_at: null })
    expect(buyer.account).toMatchObject({ balance: 0, debt: 0, lots: [] })
  })

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('of %s is a fault', (amount) => {
    const buyer = new Played()
    expect(() => buyer.give(amount)).toThrow('not an amount')
  })
})

describe('spending', () => {
  it('takes the nearest expiry first, then the oldest, never-expiring last', () => {
    const buyer = new Played()
    buyer.give(10, null)
    buyer.give(10, NOW + 200)
    buyer.give(10, NOW + 100)
    buyer.give(10, NOW + 200)
    buyer.give(10, null)
    expect(buyer.lots().map(([number]) => number)).toEqual([3, 2, 4, 1, 5])
    const taken = buyer.do((draft) => spend(draft, { ...cause, amount: 25 }))
    expect(taken.map((lot) => [lot.number, lot.taken])).toEqual([
      [3, 10],
      [2, 10],
      [4, 5],
    ])
    expect(taken[2]).toEqual({
      number: 4,
      kind: 'accrual',
      amount: 10,
      taken: 5,
      active_from: NOW,
      expires_at: NOW + 200,
    })
    expect(buyer.lots()).toEqual([
      [4, 5],
      [1, 10],
      [5, 10],
    ])
    expect(buyer.last()).toEqual({
      kind: 'spend',
      amount: -25,
      debt_change: 0,
      lots: [
        [3, -10],
        [2, -10],
        [4, -5],
      ],
    })
  })

  it('leaves pending bonuses alone', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 50, NOW + 1)
    buyer.give(10, NOW + 90)
    buyer.do((draft) => spend(draft, { ...cause, amount: 10 }))
    expect(buyer.lots()).toEqual([[1, 10]])
  })

  it('of everything there is closes every lot', () => {
    const buyer = new Played()
    buyer.give(10)
    buyer.do((draft) => spend(draft, { ...cause, amount: 10 }))
    expect(buyer.account).toMatchObject({ balance: 0, lots: [] })
  })

  it('of more than is active is a fault', () => {
    const buyer = new Played()
    buyer.give(10)
    buyer.give(10, null, NOW + 1)
    expect(() => buyer.do((draft) => spend(draft, { ...cause, amount: 11 }))).toThrow(
      'over the balance',
    )
  })

  it('of nothing is a fault', () => {
    expect(() => new Played().do((draft) => spend(draft, { ...cause, amount: 0 }))).toThrow(
      'not an amount',
    )
  })
})

describe('taking bonuses off by hand', () => {
  it('takes active ones first and pending ones last', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 50, NOW + 1)
    buyer.give(10, NOW + 90)
    buyer.do((draft) => withdraw(draft, { ...cause, amount: 15, reason: 'mistake' }))
    expect(buyer.lots()).toEqual([[1, 5]])
    expect(buyer.last()).toEqual({
      kind: 'manual_withdraw',
      amount: -15,
      debt_change: 0,
      lots: [
        [2, -10],
        [1, -5],
      ],
    })
    expect(buyer.entries.at(-1)?.reason).toBe('mistake')
  })

  it('may take the whole balance and no more', () => {
    const buyer = new Played()
    buyer.give(10)
    expect(() => buyer.do((draft) => withdraw(draft, { ...cause, amount: 11 }))).toThrow(
      'over the balance',
    )
    buyer.do((draft) => withdraw(draft, { ...cause, amount: 10 }))
    expect(buyer.account.balance).toBe(0)
    expect(() => buyer.do((draft) => withdraw(draft, { ...cause, amount: 0 }))).toThrow(
      'not an amount',
    )
  })
})

describe('expiry', () => {
  it('takes a lot from its last moment on, visibly, whatever else happens', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100)
    buyer.give(20, NOW + 200)
    buyer.do(() => undefined, NOW + 99)
    expect(buyer.account.balance).toBe(30)
    expect(availableOf(buyer.account, NOW + 100)).toBe(20)
    buyer.do(() => undefined, NOW + 100)
    expect(buyer.last()).toEqual({ kind: 'expiry', amount: -10, debt_change: 0, lots: [[1, -10]] })
    expect(buyer.entries.at(-1)).toMatchObject({
      source: `lot:1:${NOW + 100}`,
      actor: 'system',
      created_at: NOW + 100,
    })
    expect(buyer.account).toMatchObject({ balance: 20, version: 4, entries: 3 })
  })

  it('takes pending bonuses too, and all that are due, each with its entry', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100, NOW + 500)
    buyer.give(20, NOW + 200)
    buyer.give(30, null)
    expect(pendingOf(buyer.account, NOW + 100)).toBe(0)
    buyer.do(() => undefined, NOW + 1000)
    expect(buyer.lots()).toEqual([[3, 30]])
    expect(buyer.account.entries).toBe(5)
  })
})

describe('returning a spend', () => {
  it('puts bonuses back into the very lots, open or closed, with their own dates', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100)
    buyer.give(10, NOW + 200)
    const before = buyer.account.lots
    const lots = buyer.do((draft) => spend(draft, { ...cause, amount: 15 }))
    const restored = buyer.do((draft) => restore(draft, { ...cause, lots, grace_until: NOW + 999 }))
    expect(restored).toEqual({ returned: 15, expired: 0, repaid_debt: 0 })
    expect(buyer.account.lots).toEqual(before)
    expect(buyer.last()).toEqual({
      kind: 'spend_return',
      amount: 15,
      debt_change: 0,
      lots: [
        [1, 10],
        [2, 5],
      ],
    })
    expect(buyer.entries.at(-1)?.lots[0]).not.toHaveProperty('expires_at')
  })

  it('gives a lot that expired meanwhile the days of grace', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100)
    const lots = buyer.do((draft) => spend(draft, { ...cause, amount: 10 }))
    const grace_until = NOW + 300
    buyer.do((draft) => restore(draft, { ...cause, lots, grace_until }), NOW + 100)
    expect(buyer.account.lots).toEqual([
      {
        number: 1,
        kind: 'accrual',
        amount: 10,
        remaining: 10,
        active_from: NOW,
        expires_at: grace_until,
      },
    ])
    expect(buyer.entries.at(-1)?.lots).toEqual([{ number: 1, amount: 10, expires_at: grace_until }])
  })

  it('keeps its own expiry up to the last moment', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100)
    const lots = buyer.do((draft) => spend(draft, { ...cause, amount: 10 }))
    buyer.do((draft) => restore(draft, { ...cause, lots, grace_until: NOW + 300 }), NOW + 99)
    expect(buyer.account.lots[0]?.expires_at).toBe(NOW + 100)
  })

  it('without grace returns and expires visibly', () => {
    const buyer = new Played()
    buyer.give(10, NOW + 100)
    buyer.give(10, null)
    const lots = buyer.do((draft) => spend(draft, { ...cause, amount: 15 }))
    const now = NOW + 150
    const restored = buyer.do((draft) => restore(draft, { ...cause, lots, grace_until: now }), now)
    expect(restored).toEqual({ returned: 15, expired: 10, repaid_debt: 0 })
    expect(buyer.entries.slice(-2).map((entry) => [entry.kind, entry.amount])).toEqual([
      ['spend_return', 15],
      ['expiry', -10],
    ])
    expect(buyer.last().lots).toEqual([[1, -10]])
    expect(buyer.lots()).toEqual([[2, 10]])
  })

  it('repays a debt before any lot', () => {
    const buyer = inDebt(12)
    const lot = { kind: 'accrual', amount: 10, active_from: NOW, expires_at: null } as const
    const restored = buyer.do((draft) => {
      return restore(draft, {
        ...cause,
        lots: [
          { ...lot, number: 1, taken: 10 },
          { ...lot, number: 2, taken: 10 },
        ],
        grace_until: NOW,
      })
    })
    expect(restored).toEqual({ returned: 20, expired: 0, repaid_debt: 12 })
    expect(buyer.last()).toEqual({
      kind: 'spend_return',
      amount: 8,
      debt_change: -12,
      lots: [[2, 8]],
    })
  })

  it('of nothing is a fault', () => {
    expect(() =>
      new Played().do((draft) => restore(draft, { ...cause, lots: [], grace_until: NOW })),
    ).toThrow('not an amount')
  })
})

describe('taking back what a receipt gave', () => {
  const take = (
    amount: number,
    own_lots: number[],
    policy: 'debt' | 'within_balance' = 'debt',
    debt_again = 0,
  ) => ({ ...cause, amount, own_lots, policy, debt_again })

  it("takes the receipt's own lot, then other pending ones, then the spend order", () => {
    const buyer = new Played()
    buyer.give(10, NOW + 10)
    buyer.give(10, NOW + 90, NOW + 50)
    buyer.give(10, NOW + 80, NOW + 50)
    buyer.give(10, NOW + 99)
    const taken = buyer.do((draft) => takeBack(draft, take(35, [4])))
    expect(taken).toEqual({ pending: 20, active: 15, own: 10, debt: 0, debt_again: 0, loss: 0 })
    expect(buyer.last()).toEqual({
      kind: 'accrual_reversal',
      amount: -35,
      debt_change: 0,
      lots: [
        [4, -10],
        [3, -10],
        [2, -10],
        [1, -5],
      ],
    })
  })

  it('counts an own pending lot as pending', () => {
    const buyer = new Played()
    buyer.give(10, null, NOW + 1)
    const taken = buyer.do((draft) => takeBack(draft, take(10, [1])))
    expect(taken).toMatchObject({ pending: 10, active: 0, own: 10 })
  })

  it('books the rest as debt', () => {
    const buyer = new Played()
    buyer.give(10)
    const taken = buyer.do((draft) => takeBack(draft, take(15, [])))
    expect(taken).toEqual({ pending: 0, active: 10, own: 0, debt: 5, debt_again: 0, loss: 0 })
    expect(buyer.account).toMatchObject({ balance: 0, debt: 5, lots: [] })
    expect(buyer.last()).toMatchObject({ amount: -10, debt_change: 5 })
  })

  it('within the balance leaves the rest to the shop', () => {
    const buyer = new Played()
    buyer.give(10)
    const taken = buyer.do((draft) => takeBack(draft, take(15, [], 'within_balance')))
    expect(taken).toMatchObject({ active: 10, debt: 0, loss: 5 })
    expect(buyer.account.debt).toBe(0)
  })

  it('makes what had repaid a debt a debt again, even within the balance', () => {
    const buyer = new Played()
    buyer.give(10)
    const taken = buyer.do((draft) => takeBack(draft, take(17, [1], 'within_balance', 4)))
    expect(taken).toMatchObject({ active: 10, own: 10, debt: 4, debt_again: 4, loss: 3 })
    const other = new Played()
    other.give(10)
    expect(other.do((draft) => takeBack(draft, take(13, [1], 'debt', 4)))).toMatchObject({
      debt: 3,
      debt_again: 3,
      loss: 0,
    })
  })

  it('writes no entry when there is nothing to take and nothing to book', () => {
    const buyer = new Played()
    const taken = buyer.do((draft) => takeBack(draft, take(5, [], 'within_balance')))
    expect(taken.loss).toBe(5)
    expect(buyer.account).toMatchObject({ entries: 0, version: 1 })
  })

  it('of nothing is a fault', () => {
    expect(() => new Played().do((draft) => takeBack(draft, take(0, [])))).toThrow('not an amount')
  })
})

describe('a change', () => {
  it('leaves the account it began from untouched', () => {
    const buyer = new Played()
    buyer.give(10)
    const before = structuredClone(buyer.account)
    const draft = beginChange(buyer.account, NOW)
    spend(draft, { ...cause, amount: 4 })
    expect(buyer.account).toEqual(before)
    expect(endChange(draft).account).toMatchObject({ version: 2, balance: 6 })
  })

  it('chains several movements with gapless numbers and one version', () => {
    const buyer = new Played()
    buyer.do((draft) => {
      grant(draft, { ...cause, kind: 'accrual', amount: 10, expires_at: null })
      spend(draft, { ...cause, amount: 4 })
      withdraw(draft, { ...cause, amount: 1 })
    })
    expect(buyer.account).toMatchObject({ version: 1, entries: 3, balance: 5 })
    expect(buyer.entries.map((entry) => entry.number)).toEqual([1, 2, 3])
  })
})
