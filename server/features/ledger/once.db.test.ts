import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  granting,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  type LedgerShop,
} from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { checkLedger } from './check-ledger.ts'
import { commitOperations, type Operation } from './commit-operations.ts'
import { commitSoon } from './commit-soon.ts'
import type { Account, Once } from './rules.ts'

const CALLERS = 64
let t: TestIo
let shop: LedgerShop
beforeAll(async () => {
  t = await openTestIo({ pool: 16 })
  shop = ledgerShop(t)
})
afterAll(async () => {
  await t.close()
})

const gift = (who: string, other: Partial<Once> = {}): Once => ({
  ...{ gift: 'on_join', who, source: 'gift:on_join' },
  ...other,
})

function giving(account: Account, once: Once[] | undefined, source = 'gift:on_join'): Operation {
  const change = granting(t, account, 5_000, { source })
  return operationOf(t, shop, change, { ...(once && { once }) })
}

const given = async (who: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from granted_once
    where organization_id = ${shop.organization_id} and who = ${who}`.execute(t.io.db)
  return rows[0]?.n
}
const accounts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => openTestAccount(t, shop)))
const balances = async (all: Account[]) =>
  (await Promise.all(all.map((one) => readTestAccount(t, one)))).map(({ balance }) => balance)

describe('a gift that is given once', () => {
  test('is given to one of 64 accounts that share a phone, through any door', async () => {
    for (const commit of [
      (operation: Operation) => commitSoon(t.io, operation),
      async (operation: Operation) => (await commitOperations(t.io, [operation]))[0],
    ]) {
      const who = `phone ${Math.random()}`
      const all = await accounts(CALLERS)
      const outcomes = await Promise.all(all.map((account) => commit(giving(account, [gift(who)]))))
      const statuses = outcomes.map((outcome) => outcome?.status)
      expect(statuses.filter((status) => status === 'committed')).toHaveLength(1)
      expect(statuses.filter((status) => status === 'duplicate_once')).toHaveLength(CALLERS - 1)
      expect((await balances(all)).reduce((sum, one) => sum + one, 0)).toBe(5_000)
      expect(await given(who)).toBe(1)
    }
  })

  test('is given to all 64 by a naive look before the write', async () => {
    const who = 'a naive phone'
    const all = await accounts(CALLERS)
    await Promise.all(
      all.map(async (account) => {
        if ((await given(who)) === 0) await commitOperations(t.io, [giving(account, undefined)])
      }),
    )
    expect((await balances(all)).filter((one) => one > 0).length).toBeGreaterThan(1)
  })

  test('is known by the phone under an earlier key too', async () => {
    const [first, second] = await accounts(2)
    if (!first || !second) throw new Error('two accounts')
    await commitOperations(t.io, [giving(first, [gift('old hmac')])])
    const again = giving(second, [gift('new hmac', { also: ['older hmac', 'old hmac'] })])
    expect(await commitOperations(t.io, [again])).toEqual([
      { status: 'duplicate_once', gifts: ['on_join'] },
    ])
  })

  test('names only the gifts given before, and writes nothing of the operation', async () => {
    const [first, second] = await accounts(2)
    if (!first || !second) throw new Error('two accounts')
    await commitOperations(t.io, [giving(first, [gift('mine')])])
    const both = [gift('mine'), gift('mine', { gift: 'first_purchase' })]
    expect(await commitOperations(t.io, [giving(second, both)])).toEqual([
      { status: 'duplicate_once', gifts: ['on_join'] },
    ])
    expect(await readTestAccount(t, second)).toMatchObject({ version: 0, balance: 0 })
    expect(await given('mine')).toBe(1)
  })

  test('may be given again after the commit that took it back', async () => {
    const account = await openTestAccount(t, shop)
    await commitOperations(t.io, [giving(account, [gift('returned')])])
    const back = granting(t, await readTestAccount(t, account), 1, { source: 'back' })
    const release = [{ gift: 'on_join', who: 'returned' }]
    await commitOperations(t.io, [operationOf(t, shop, back, { release })])
    expect(await given('returned')).toBe(0)
    const again = giving(await readTestAccount(t, account), [gift('returned')], 'gift:again')
    expect(await commitOperations(t.io, [again])).toEqual([{ status: 'committed' }])
  })

  test('leaves a ledger in which everything agrees', async () => {
    const found: unknown[] = []
    await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
    expect(found).toEqual([])
  })
})
