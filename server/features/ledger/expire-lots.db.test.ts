import { afterAll, beforeAll, expect, test } from 'vitest'
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
import { commitOperations } from './commit-operations.ts'
import { expireLots } from './expire-lots.ts'

const HOUR = 3_600_000
let t: TestIo
let shop: LedgerShop
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
  shop = ledgerShop(t)
})
afterAll(async () => {
  await t.close()
})

const kyiv = () => Promise.resolve('Europe/Kyiv')

test('lots that are due expire exactly once when the job runs four times at once', async () => {
  const soon = t.clock.now().getTime() + HOUR
  const accounts = await Promise.all(Array.from({ length: 250 }, () => openTestAccount(t, shop)))
  await commitOperations(
    t.io,
    accounts.map((account) =>
      operationOf(t, shop, granting(t, account, 300, { expires_at: soon })),
    ),
  )
  const second = await Promise.all(accounts.map((account) => readTestAccount(t, account)))
  await commitOperations(
    t.io,
    second.map((account) =>
      operationOf(t, shop, granting(t, account, 200, { expires_at: soon + HOUR })),
    ),
  )

  expect(await expireLots(t.io, kyiv)).toBe(0)
  t.clock.advance(HOUR)
  const written = await Promise.all(Array.from({ length: 4 }, () => expireLots(t.io, kyiv)))
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(250)
  const after = await Promise.all(accounts.map((account) => readTestAccount(t, account)))
  for (const account of after) expect(account).toMatchObject({ balance: 200, entries: 3 })
  expect(await expireLots(t.io, kyiv)).toBe(0)

  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation))
  expect(found).toEqual([])
})

test('an expiry counts on the local day of the shop', async () => {
  shop = ledgerShop(t)
  t.clock.set('2026-11-21T22:30:00Z')
  const account = await openTestAccount(t, shop)
  const expires_at = t.clock.now().getTime() + 1
  await commitOperations(t.io, [operationOf(t, shop, granting(t, account, 100, { expires_at }))])
  t.clock.advance(10)
  await expireLots(t.io, kyiv)
  const day = await t.io.db
    .selectFrom('pos_day')
    .select(['day', 'pos_id', 'expired'])
    .where('organization_id', '=', shop.organization_id)
    .where('expired', '>', 0)
    .executeTakeFirstOrThrow()
  expect(day).toEqual({
    day: '2026-11-22',
    pos_id: '00000000-0000-0000-0000-000000000000',
    expired: 100,
  })
})
