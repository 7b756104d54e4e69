import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { relayAnnouncements } from '#server/features/ledger/relay-announcements.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { granting, openTestAccount, operationOf, readTestAccount } from '#server/testing/ledger.ts'
import { commitOperations } from '#server/features/ledger/commit-operations.ts'
import { openShop } from '#server/testing/shop.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

/** Lets the announced facts reach their listeners, and these do their work. */
async function settle(): Promise<void> {
  await relayAnnouncements(
    t.io,
    allJobs(t.io).map(({ name }) => name),
  )
  await t.runJobs()
}

test('switching expiry on gives what buyers have the whole period from then, and only once', async () => {
  const shop = await openShop(t, { program: { bonuses: { expiry_mode: 'never' } } })
  await settle()
  const key = { organization_id: shop.organization_id, pos_id: shop.pos_id }
  const account = await openTestAccount(t, key)
  const dated = t.clock.now().getTime() + 24 * 3600 * 1000
  await commitOperations(t.io, [operationOf(t, key, granting(t, account, 100_00))])
  const second = granting(t, await readTestAccount(t, account), 50_00, { expires_at: dated })
  await commitOperations(t.io, [operationOf(t, key, second)])

  t.clock.set('2026-11-21T12:00:00Z')
  await shop.owner.inject('POST', '/api/v1/user/login', {
    email: shop.owner.email,
    password: shop.owner.password,
  })
  await shop.set('bonuses', { expiry_mode: 'days', expiry_days: 10 })
  const expiries = async () => (await readTestAccount(t, account)).lots.map((lot) => lot.expires_at)
  expect(await expiries()).toEqual([dated, null])
  await settle()
  // The tenth day counts whole: until midnight in Kyiv.
  const end = new Date('2026-12-01T22:00:00Z').getTime()
  expect(await expiries()).toEqual([dated, end])

  const { version, balance } = await readTestAccount(t, account)
  expect(balance).toBe(150_00)
  await shop.set('bonuses', { expiry_days: 20 })
  await settle()
  expect((await readTestAccount(t, account)).version).toBe(version)

  const violations: unknown[] = []
  await checkLedger(t.io, (violation) => violations.push(violation))
  expect(violations).toEqual([])
})

test('a switch that was taken back before anybody looked changes nothing', async () => {
  const shop = await openShop(t, { program: { bonuses: { expiry_mode: 'never' } } })
  const key = { organization_id: shop.organization_id, pos_id: shop.pos_id }
  const account = await openTestAccount(t, key)
  await commitOperations(t.io, [operationOf(t, key, granting(t, account, 100_00))])
  await shop.set('bonuses', { expiry_mode: 'days' })
  await shop.set('bonuses', { expiry_mode: 'never' })
  await settle()
  expect((await readTestAccount(t, account)).lots[0]?.expires_at).toBeNull()
})
