import { afterAll, beforeAll, expect, test } from 'vitest'
import { anomalyRuleNames } from '#contract/anomaly-rules.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop, type Till } from '#server/testing/shop.ts'
import { endNothing } from '#server/testing/trial-world.ts'
import { lookAtDay } from './look-at-day.ts'

let t: TestIo
let shop: Shop
let till: Till
const DAY = '2026-11-20'
const phone = newPhone()

/** A day on which a cashier serves one buyer again and again, and cancels a lot. */
async function liveThroughTheDay() {
  const other = newPhone()
  for (let at = 0; at < 6; at += 1) {
    await sell(till, { buyer: { phone }, body: { total: 100 } })
    t.clock.advance(5 * 60_000)
  }
  for (let at = 0; at < 4; at += 1) {
    const { receipt_id } = await sell(till, { body: { total: 50 } })
    await cancel(till, receipt_id)
  }
  const { buyer_id } = await openBuyer(t, shop, { phone: other, first_name: 'Ольга' })
  for (let at = 0; at < 3; at += 1) await giveBonuses(shop, buyer_id, 5)
}

beforeAll(async () => {
  t = await openTestIo()
  t.clock.set('2026-11-20T09:00:00Z')
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
  till = await shop.addTill({ role: 'senior', name: 'Зоя' })
  await endNothing(t)
  await t.io.db
    .updateTable('user_account')
    .set({ email_confirmed_at: t.clock.now() })
    .where('email', '=', shop.owner.email)
    .execute()
  await liveThroughTheDay()
})
afterAll(() => t.close())

const list = async (more: Record<string, string> = {}, of = shop) => {
  const query = new URLSearchParams({ organization_id: shop.organization_id, ...more })
  return of.owner.inject('GET', `/api/v1/anomalies?${query.toString()}`)
}
const looked = () =>
  lookAtDay(t.io, { organization_id: shop.organization_id, day: DAY, timezone: 'Europe/Kyiv' })

test('before the night nothing was looked at', async () => {
  expect((await list()).data).toMatchObject({ items: [], looked_until: null })
})

test('a day is looked at once, and the owner has one letter with sentences and numbers', async () => {
  t.clock.set('2026-11-21T03:00:00Z')
  t.mails.length = 0
  const found = await Promise.all([looked(), looked(), looked()])
  expect(found.filter((count) => count > 0)).toEqual([5])
  await t.runJobs()
  await looked()
  await t.runJobs()
  const letters = t.mails.filter(({ to }) => to === shop.owner.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('Зоя')
  expect(letters[0]?.text).toContain(`/organizations/audit/${shop.organization_id}?tab=anomalies`)
  expect(letters[0]?.text).not.toContain(phone)
  expect(letters[0]?.text).not.toContain('{{')
})

test('the list tells each rule with what was found and from where on it is told', async () => {
  const { data } = await list()
  expect(data.looked_until).toBe(DAY)
  const told = data.items.map((row: { rule: string; found: number; allowed: number }) => [
    row.rule,
    row.found,
    row.allowed,
  ])
  expect(told).toEqual([
    ['by_hand', 3, 3],
    ['many_cancels', 40, 20],
    ['many_receipts', 6, 5],
    ['one_buyer', 100, 50],
    ['quick_receipts', 6, 3],
  ])
  const mine = await list({ cashier_id: till.user.id, rule: 'many_cancels' })
  expect(mine.data.items).toMatchObject([
    { day: DAY, cashier: { id: till.user.id, name: 'Зоя', enabled: true }, buyer: null },
  ])
  expect((await list({ rule: 'no_such' })).status).toBe(422)
})

test('freezing is told in numbers first, then ends every session of the cashier', async () => {
  const url = `/api/v1/anomalies/freeze/${till.user.id}?organization_id=${shop.organization_id}`
  const { data } = await shop.owner.inject('GET', url)
  expect(data).toMatchObject({ name: 'Зоя', enabled: true, sessions: 1, others: 1 })
  const body = { id: till.user.id, enabled: false }
  await shop.owner.inject('POST', '/api/v1/pos/update-cash-register-user', body)
  expect(
    (await till.inject('POST', '/pos-api/v1/receipt?discount_amount=0', { total: 9 })).status,
  ).toBe(401)
  expect((await shop.owner.inject('GET', url)).data).toMatchObject({ enabled: false, sessions: 0 })
})

test('who wants no letters gets none, and another shop sees nothing', async () => {
  const other = await openShop(t)
  expect((await list({}, other)).status).toBe(404)
  const url = `/api/v1/anomalies/freeze/${till.user.id}?organization_id=${other.organization_id}`
  expect((await other.owner.inject('GET', url)).status).toBe(404)
  expect((await shop.set('notifications', { owner_suspicious: false })).status).toBe(200)
  t.mails.length = 0
  await t.io.jobs.send('anomalies.digest', { organization_id: shop.organization_id, day: DAY })
  await t.runJobs()
  expect(t.mails.filter(({ to }) => to === shop.owner.email)).toEqual([])
})

test('every rule has its sentence', () => {
  expect(anomalyRuleNames).toHaveLength(10)
})
