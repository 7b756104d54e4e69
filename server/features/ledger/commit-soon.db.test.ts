import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  granting,
  ledgerShop,
  openTestAccount,
  operationOf,
  readTestAccount,
  sale,
} from '#server/testing/ledger.ts'
import { newId } from '#server/io/id.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { checkLedger } from './check-ledger.ts'
import { commitSoon } from './commit-soon.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation))
  expect(found).toEqual([])
  await t.close()
})

test('operations that wait together share statements, and each gets its own outcome', async () => {
  const shops = [ledgerShop(t), ledgerShop(t), ledgerShop(t)]
  const accounts = await Promise.all(
    Array.from({ length: 150 }, (_, index) =>
      openTestAccount(t, shops[index % 3] ?? ledgerShop(t)),
    ),
  )
  let statements = 0
  const query = t.io.pool.query.bind(t.io.pool)
  // Counts only: the statements run as they are.
  t.io.pool.query = ((...asked: Parameters<typeof query>) => {
    statements += 1
    return query(...asked)
  }) as typeof query
  const outcomes = await Promise.all(
    accounts.map((account, index) =>
      commitSoon(t.io, sale(t, shops[index % 3] ?? ledgerShop(t), account, { earn: 5 })),
    ),
  )
  t.io.pool.query = query
  expect(outcomes.every(({ status }) => status === 'committed')).toBe(true)
  expect(statements).toBeLessThan(10)
})

test('an operation at fault fails alone', async () => {
  const shop = ledgerShop(t)
  const accounts = await Promise.all(Array.from({ length: 20 }, () => openTestAccount(t, shop)))
  const settled = await Promise.allSettled(
    accounts.map((account, index) => {
      const change = granting(t, account, 100)
      if (index === 7) change.account.balance += 1
      // The database refuses this one: the day is none.
      const day = index === 8 ? 'no day' : '2026-11-21'
      return commitSoon(t.io, operationOf(t, shop, change, { day }))
    }),
  )
  expect(settled.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([
    7, 8,
  ])
  const after = await Promise.all(accounts.map((account) => readTestAccount(t, account)))
  expect(after.map(({ balance }) => balance)).toEqual(
    accounts.map((_, index) => (index === 7 || index === 8 ? 0 : 100)),
  )
})

test('the same buyer twice, and one receipt id for two buyers, are kept apart', async () => {
  const shop = ledgerShop(t)
  const [a, b] = [await openTestAccount(t, shop), await openTestAccount(t, shop)]
  const twice = await Promise.all([
    commitSoon(t.io, operationOf(t, shop, granting(t, a, 1))),
    commitSoon(t.io, operationOf(t, shop, granting(t, a, 1))),
  ])
  expect(twice.map(({ status }) => status)).toEqual(['committed', 'stale'])
  const id = newId(t.clock.now())
  const outcomes = await Promise.all(
    [await readTestAccount(t, a), b].map((account) =>
      commitSoon(t.io, sale(t, shop, account, { earn: 5 }, { id })),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['committed', 'duplicate_receipt'])
})
