import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import {
  cancellationOf,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  receiptOf,
  sale,
  type LedgerShop,
} from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { beginChange, endChange } from './change-rules.ts'
import { checkLedger } from './check-ledger.ts'
import { commitOperations, type Operation } from './commit-operations.ts'
import { commitSoon } from './commit-soon.ts'
import { openPromotionUsage } from './read-account.ts'
import type { Account, PromotionClaim } from './rules.ts'

const CALLERS = 64
let t: TestIo
let shop: LedgerShop
let promotion_id: string
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
})
afterAll(async () => {
  await t.close()
})
beforeEach(async () => {
  shop = ledgerShop(t)
  promotion_id = await openPromotion()
})

async function openPromotion(): Promise<string> {
  const id = newId(t.clock.now())
  const key = { organization_id: shop.organization_id, promotion_id: id }
  await t.io.db.transaction().execute((tx) => openPromotionUsage(tx, key))
  return id
}

const claimOf = (parts: Partial<PromotionClaim> = {}): PromotionClaim => ({
  promotion_id,
  uses: 1,
  amount: 0,
  max_uses: null,
  budget: null,
  discount: 0,
  bonuses: 0,
  ...parts,
})

/** A sale that claims, with the content a receipt of promotions has. */
function claiming(account: Account, claims: PromotionClaim[], id = newId(t.clock.now())) {
  const content = JSON.stringify({ settled: { promotions: claims } })
  return { ...sale(t, shop, account, { earn: 100 }, { id, content }), claims }
}

async function usage(id = promotion_id) {
  return t.io.db
    .selectFrom('promotion_usage')
    .select(['uses', 'amount', 'discount', 'bonuses'])
    .where('organization_id', '=', shop.organization_id)
    .where('promotion_id', '=', id)
    .executeTakeFirstOrThrow()
}

async function violations() {
  const found: { rule: string }[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  return found.map(({ rule }) => rule)
}

const accounts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openTestAccount(t, shop)))
const committed = (outcomes: { status: string }[]) =>
  outcomes.filter(({ status }) => status === 'committed').length

describe('a claim', () => {
  test('counts uses, discounts and bonuses in the commit of its receipt', async () => {
    const [account] = await accounts(1)
    if (!account) throw new Error('no account')
    const claim = claimOf({ amount: 700, discount: 500, bonuses: 200, max_uses: 5 })
    expect(await commitOperations(t.io, [claiming(account, [claim])])).toEqual([
      { status: 'committed' },
    ])
    expect(await usage()).toEqual({ uses: 1, amount: 700, discount: 500, bonuses: 200 })
    expect(await violations()).toEqual([])
  })

  test('that does not fit writes nothing and names the promotion', async () => {
    const other = await openPromotion()
    const [account] = await accounts(1)
    if (!account) throw new Error('no account')
    const claims = [claimOf({ promotion_id: other }), claimOf({ uses: 3, max_uses: 2 })]
    expect(await commitOperations(t.io, [claiming(account, claims)])).toEqual([
      { status: 'exhausted', promotion_ids: [promotion_id] },
    ])
    expect(await usage(other)).toMatchObject({ uses: 0 })
    expect(await readTestAccount(t, account)).toMatchObject({ version: 0 })
  })

  test('of a promotion nobody has opened does not fit', async () => {
    const [account] = await accounts(1)
    if (!account) throw new Error('no account')
    const unknown = newId(t.clock.now())
    expect(
      await commitOperations(t.io, [claiming(account, [claimOf({ promotion_id: unknown })])]),
    ).toEqual([{ status: 'exhausted', promotion_ids: [unknown] }])
  })

  test('is given back by the cancellation, and then fits another', async () => {
    const [first, second] = await accounts(2)
    if (!first || !second) throw new Error('no account')
    const claim = claimOf({ amount: 300, discount: 300, budget: 300, max_uses: 1 })
    const made = claiming(first, [claim])
    await commitOperations(t.io, [made])
    expect(await commitOperations(t.io, [claiming(second, [claim])])).toEqual([
      { status: 'exhausted', promotion_ids: [promotion_id] },
    ])
    await cancelWith(first, made, [
      claimOf({ uses: -1, amount: -300, discount: -300, max_uses: 1, budget: 300 }),
    ])
    expect(await usage()).toEqual({ uses: 0, amount: 0, discount: 0, bonuses: 0 })
    expect(await commitOperations(t.io, [claiming(second, [claim])])).toEqual([
      { status: 'committed' },
    ])
  })

  test('of a stale account takes nothing from those behind it', async () => {
    const [stale, fresh] = await accounts(2)
    if (!stale || !fresh) throw new Error('no account')
    await commitOperations(t.io, [claiming(stale, [])])
    const claim = claimOf({ max_uses: 1 })
    const outcomes = await commitOperations(t.io, [
      claiming(stale, [claim]),
      claiming(fresh, [claim]),
    ])
    expect(outcomes).toEqual([{ status: 'stale' }, { status: 'committed' }])
    expect(await usage()).toMatchObject({ uses: 1 })
  })
})

async function cancelWith(account: Account, made: Operation, claims: PromotionClaim[]) {
  if (!made.receipt) throw new Error('no receipt')
  const read = await readTestAccount(t, account)
  const change = endChange(beginChange(read, t.clock.now().getTime()))
  const cancellation = cancellationOf(t, made.receipt)
  const [outcome] = await commitOperations(t.io, [
    operationOf(t, shop, change, { cancellation, claims }),
  ])
  expect(outcome).toEqual({ status: 'committed' })
}

describe(`${CALLERS} callers at once`, () => {
  test('use a promotion of 10 exactly 10 times, in statements that race', async () => {
    const buyers = await accounts(CALLERS)
    const outcomes = await Promise.all(
      buyers.map((account) =>
        commitOperations(t.io, [claiming(account, [claimOf({ max_uses: 10 })])]),
      ),
    )
    expect(committed(outcomes.flat())).toBe(10)
    expect(await usage()).toMatchObject({ uses: 10 })
    expect(await violations()).toEqual([])
  })

  test('use it exactly 10 times in batches, and none learns that it ran out too early', async () => {
    const buyers = await accounts(CALLERS)
    const outcomes = await Promise.all(
      buyers.map((account) => commitSoon(t.io, claiming(account, [claimOf({ max_uses: 10 })]))),
    )
    expect(committed(outcomes)).toBe(10)
    expect(outcomes.filter(({ status }) => status === 'exhausted')).toHaveLength(CALLERS - 10)
    expect(await violations()).toEqual([])
  })

  test('spend a budget to its end and not a kopeck more', async () => {
    const buyers = await accounts(CALLERS)
    const half = CALLERS / 2
    const claim = claimOf({ amount: 300, bonuses: 300, budget: 3_100 })
    const [alone, together] = await Promise.all([
      Promise.all(
        buyers
          .slice(0, half)
          .map((account) => commitOperations(t.io, [claiming(account, [claim])])),
      ),
      commitOperations(
        t.io,
        buyers.slice(half).map((account) => claiming(account, [claim])),
      ),
    ])
    expect(committed(alone.flat()) + committed(together)).toBe(10)
    expect(await usage()).toMatchObject({ uses: 10, amount: 3_000, bonuses: 3_000 })
    expect(await violations()).toEqual([])
  })

  test('claim two promotions in either order without waiting for each other', async () => {
    const other = await openPromotion()
    const buyers = await accounts(CALLERS)
    const outcomes = await Promise.all(
      buyers.map((account, index) => {
        const claims = [claimOf({ max_uses: 20 }), claimOf({ promotion_id: other, max_uses: 30 })]
        const mine = claiming(account, index % 2 === 0 ? claims : claims.toReversed())
        return commitOperations(t.io, [mine])
      }),
    )
    expect(committed(outcomes.flat())).toBe(20)
    expect(await usage(other)).toMatchObject({ uses: 20 })
  })

  test('would pass the limit if each looked first and wrote after', async () => {
    let uses = 0
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const seen = await usage()
        if (seen.uses >= 10) return
        uses += 1
        await sql`update promotion_usage set uses = uses + 1
          where promotion_id = ${promotion_id}`.execute(t.io.db)
      }),
    )
    expect(uses).toBeGreaterThan(10)
  })
})

test('the check sees a counter that was moved, and a use that no receipt tells of', async () => {
  const [account, second] = await accounts(2)
  if (!account || !second) throw new Error('no account')
  const claim = claimOf({ amount: 500, discount: 500 })
  await commitOperations(t.io, [claiming(account, [claim])])
  await commitOperations(t.io, [
    { ...claiming(second, [claim]), receipt: receiptOf(t, { accrual: 100 }) },
  ])
  await sql`update promotion_usage set uses = uses + 1 where promotion_id = ${promotion_id}`.execute(
    t.io.db,
  )
  const rules = await violations()
  expect(rules).toContain('promotion_uses_are_summed')
  expect(rules).toContain('promotion_discount_is_the_receipts')
})
