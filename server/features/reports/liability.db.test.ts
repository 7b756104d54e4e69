/** What a shop owes, while lots get another expiry without a movement. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { relayAnnouncements } from '#server/features/ledger/relay-announcements.ts'
import { gatherPurchases } from '#server/features/segments/gather-purchases.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { endNothing } from '#server/testing/trial-world.ts'

const DAY_MS = 24 * 3600 * 1000

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

async function settle() {
  await relayAnnouncements(
    t.io,
    allJobs(t.io).map(({ name }) => name),
  )
  await t.runJobs()
}

/** What the overview says, and what the accounts themselves hold. */
async function owed({ owner, organization_id }: Shop) {
  const { data } = await owner.inject(
    'GET',
    `/api/v1/stats/dashboard_report?organization_id=${organization_id}`,
  )
  const rows = await t.io.db
    .selectFrom('account')
    .select(['lot_remaining', 'lot_expires_at'])
    .where('organization_id', '=', organization_id)
    .execute()
  const now = t.clock.now().getTime()
  const lots = rows.flatMap(({ lot_remaining, lot_expires_at }) =>
    lot_remaining.map((amount, at) => ({
      amount,
      expires_at: lot_expires_at[at]?.getTime() ?? Infinity,
    })),
  )
  const living = lots.filter(({ expires_at }) => expires_at > now)
  const sum = (list: typeof lots) => list.reduce((total, { amount }) => total + amount, 0) / 100
  // No lot of these shops ends between the thirtieth day and the end of it.
  const soon = living.filter(({ expires_at }) => expires_at <= now + 30 * DAY_MS)
  const { available, expiring_30d } = data.liability
  return {
    told: { available, expiring_30d },
    held: { available: sum(living), expiring_30d: sum(soon) },
  }
}

/** At once, as far as was gathered before, and gathered anew: the same. */
async function expectToldRight(shop: Shop, available: number) {
  for (const gathered of [false, true]) {
    if (gathered) await gatherPurchases(t.io)
    const { told, held } = await owed(shop)
    expect(told).toEqual(held)
    expect(told.available).toBe(available)
  }
}

test('a purchase that lets older bonuses live longer is seen in what is owed', async () => {
  const shop = await openShop(t, {
    program: {
      general: { receipts_per_day_max: 0, cancel_window_hours: 8760 },
      bonuses: { expiry_mode: 'after_last_purchase', expiry_days: 9 },
    },
  })
  const till = await shop.addTill({ role: 'senior' })
  await endNothing(t)
  const buyer = { phone: newPhone() }
  const begin = t.clock.now().getTime()
  const after = (days: number) => t.clock.set(new Date(begin + days * DAY_MS))
  const buy = (total: number) => sell(till, { buyer, body: { total } })
  await buy(1000)
  await buy(1000)
  await expectToldRight(shop, 100)
  after(6)
  // Nothing is earned by it, so nothing moves but the expiry.
  await buy(0.01)
  await expectToldRight(shop, 100)
  after(12)
  await expectToldRight(shop, 100)
  const { receipt_id } = await buy(200)
  await expectToldRight(shop, 110)
  after(20)
  await expectToldRight(shop, 110)
  await cancel(till, receipt_id)
  await expectToldRight(shop, 100)
  after(60)
  await expectToldRight(shop, 0)
})

test('expiry that is switched on is seen in what is owed', async () => {
  const shop = await openShop(t, { program: { bonuses: { expiry_mode: 'never' } } })
  const till = await shop.addTill({ role: 'senior' })
  await endNothing(t)
  for (const total of [1000, 300])
    await sell(till, { buyer: { phone: newPhone() }, body: { total } })
  t.clock.advance(3_600_000)
  await expectToldRight(shop, 65)
  expect((await owed(shop)).told.expiring_30d).toBe(0)
  await shop.set('bonuses', { expiry_mode: 'days', expiry_days: 10 })
  await settle()
  await expectToldRight(shop, 65)
  expect((await owed(shop)).told.expiring_30d).toBe(65)
})
