import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import {
  granting,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  sale,
  type LedgerShop,
} from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { checkLedger } from './check-ledger.ts'
import { commitOperations, type Operation, type Outcome } from './commit-operations.ts'
import { decideAndCommit } from './decide-and-commit.ts'
import { readAccount } from './read-account.ts'
import { availableOf, type Account } from './rules.ts'

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

/** An account that holds this much, of which each race takes 10,000 at a time. */
async function rich(balance: number): Promise<Account> {
  const account = await openTestAccount(t, shop)
  await commitOperations(t.io, [operationOf(t, shop, granting(t, account, balance))])
  return readTestAccount(t, account)
}

/** Like `decideAndCommit`, without its line: every round really races in the database. */
async function spendOptimistically(key: Account): Promise<boolean> {
  for (;;) {
    const account = await readTestAccount(t, key)
    if (availableOf(account, t.clock.now().getTime()) < 10_000) return false
    const [outcome] = await commitOperations(t.io, [
      sale(t, shop, account, { spend: 10_000, gross: 20_000 }),
    ])
    if (outcome?.status === 'committed') return true
  }
}

async function violations(): Promise<unknown[]> {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  return found
}

describe(`${CALLERS} callers at once`, () => {
  test('spend what one buyer has and not a bonus more', async () => {
    const account = await rich(300_000)
    const spent = await Promise.all(
      Array.from({ length: CALLERS }, () => spendOptimistically(account)),
    )
    expect(spent.filter(Boolean)).toHaveLength(30)
    const after = await readTestAccount(t, account)
    expect(after).toMatchObject({ balance: 0, entries: 31, version: 31, receipts: 30 })
    expect(await violations()).toEqual([])
  })

  test('that wait in line do the same', async () => {
    const account = await rich(300_000)
    const results = await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const settled = await decideAndCommit(t.io, account, {
          read: () => readTestAccount(t, account),
          decide: (read) => {
            const enough = availableOf(read, t.clock.now().getTime()) >= 10_000
            const sums = enough ? { spend: 10_000, gross: 20_000 } : { earn: 1 }
            return { operation: sale(t, shop, read, sums), result: enough }
          },
        })
        return settled.status === 'committed' && settled.result
      }),
    )
    // The last 34 earn 0.01 each instead, and 0.34 is not enough to spend.
    expect(results.filter(Boolean)).toHaveLength(30)
    expect(await readTestAccount(t, account)).toMatchObject({
      balance: 34,
      version: 65,
      receipts: 64,
    })
    expect(await violations()).toEqual([])
  })

  test('with one receipt id make one receipt, whoever the buyer is', async () => {
    const accounts = await Promise.all(Array.from({ length: 8 }, () => openTestAccount(t, shop)))
    const id = newId(t.clock.now())
    const outcomes = await Promise.all(
      Array.from({ length: CALLERS }, async (_, index): Promise<Outcome['status'] | undefined> => {
        const key = accounts[index % accounts.length]
        if (!key) throw new Error('no account')
        for (;;) {
          const read = await readTestAccount(t, key)
          const [outcome] = await commitOperations(t.io, [
            sale(t, shop, read, { earn: 700 }, { id, number: 'one' }),
          ])
          if (outcome?.status !== 'stale') return outcome?.status
        }
      }),
    )
    expect(outcomes.filter((status) => status === 'committed')).toHaveLength(1)
    expect(outcomes.filter((status) => status === 'duplicate_receipt')).toHaveLength(CALLERS - 1)
    const held = await Promise.all(accounts.map((account) => readTestAccount(t, account)))
    expect(held.reduce((sum, account) => sum + account.balance, 0)).toBe(700)
    expect(await violations()).toEqual([])
  })

  test('with one Idempotency-Key move bonuses once and all learn the same answer', async () => {
    const account = await openTestAccount(t, shop)
    const key = newId(t.clock.now())
    const give = async (index: number) => {
      const settled = await decideAndCommit(t.io, account, {
        read: () => readTestAccount(t, account),
        decide: (read) => ({
          operation: operationOf(t, shop, granting(t, read, 500), {
            answer: { key, request_hash: 'same', body: `{"first":${index}}` },
          }),
          result: `{"first":${index}}`,
        }),
      })
      if (settled.status === 'duplicate_key') return settled.body
      return settled.status === 'committed' ? settled.result : settled.status
    }
    const answers = await Promise.all(Array.from({ length: CALLERS }, (_, index) => give(index)))
    expect(new Set(answers).size).toBe(1)
    expect(await readTestAccount(t, account)).toMatchObject({ balance: 500, entries: 1 })
  })

  test('of different buyers all succeed, in batches that overlap', async () => {
    const accounts = await Promise.all(Array.from({ length: 32 }, () => openTestAccount(t, shop)))
    await Promise.all(
      Array.from({ length: 12 }, async (_, round) => {
        // Odd rounds walk the buyers backwards: the order of locks must not come from the caller.
        const mine = round % 2 === 0 ? accounts : accounts.toReversed()
        let left = mine
        while (left.length > 0) {
          const reads = await Promise.all(left.map((account) => readTestAccount(t, account)))
          const operations: Operation[] = reads.map((read) => sale(t, shop, read, { earn: 10 }))
          const outcomes = await commitOperations(t.io, operations)
          left = left.filter((_account, index) => outcomes[index]?.status === 'stale')
        }
      }),
    )
    const after = await Promise.all(accounts.map((account) => readTestAccount(t, account)))
    expect(after.map(({ balance, version }) => [balance, version])).toEqual(
      accounts.map(() => [120, 12]),
    )
    expect(await violations()).toEqual([])
  })
})

describe('the naive control', () => {
  test('reads, decides and writes without looking again, and overspends: the race has power', async () => {
    const account = await rich(300_000)
    const spent = await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        const read = await readAccount(t.io, account)
        if (!read || read.balance < 10_000) return false
        await sql`update account set balance = ${read.balance - 10_000}
          where organization_id = ${account.organization_id} and buyer_id = ${account.buyer_id}`.execute(
          t.io.db,
        )
        return true
      }),
    )
    expect(spent.filter(Boolean).length).toBeGreaterThan(30)
    await sql`update account set balance = 300000
      where organization_id = ${account.organization_id} and buyer_id = ${account.buyer_id}`.execute(
      t.io.db,
    )
  })
})
