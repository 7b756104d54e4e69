import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const row = (name: string, min_turnover: number) => ({
  ...{ name, min_turnover, cashback_percent: 5, discount_percent: 0, max_pay_percent: null },
})
const ladder = [row('Гість', 0), row('Свій', 1000), row('Родина', 3000)]
const counts = async (shop: Shop): Promise<Record<string, number>> => {
  const { data } = await shop.owner.inject(
    'GET',
    `/api/v1/settings/levels?organization_id=${shop.organization_id}`,
  )
  return Object.fromEntries(
    data.levels.map(({ name, buyers }: { name: string; buyers: number }) => [name, buyers]),
  )
}
const buy = (shop: Shop, phone: string, total: number) =>
  sell(shop.till, { buyer: { phone }, body: { total } })

test('buyers stand where their purchases have brought them', async () => {
  const shop = await openShop(t, { program: { bonuses: { levels: ladder } } })
  expect(await counts(shop)).toEqual({ Гість: 0, Свій: 0, Родина: 0 })
  for (const total of [100, 999.99, 1000, 3500]) await buy(shop, newPhone(), total)
  expect(await counts(shop)).toEqual({ Гість: 2, Свій: 1, Родина: 1 })
  // A ladder that begins later leaves who had a level on it: nothing is lowered by default.
  const { data } = await shop.owner.inject(
    'GET',
    `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
  )
  const later = data.levels.map((level: { min_turnover: number }) => ({
    ...level,
    min_turnover: level.min_turnover * 10,
  }))
  await shop.set('bonuses', { levels: later })
  expect(await counts(shop)).toEqual({ Гість: 2, Свій: 1, Родина: 1 })
  await shop.set('bonuses', { level_downgrade: 'at_period_end' })
  expect(await counts(shop)).toEqual({ Гість: 4, Свій: 0, Родина: 0 })
})

test('only purchases of the period count', async () => {
  const period = { level_base: 'rolling_days', level_days: 10, level_downgrade: 'at_period_end' }
  const shop = await openShop(t, { program: { bonuses: { levels: ladder, ...period } } })
  await buy(shop, newPhone(), 2000)
  expect(await counts(shop)).toEqual({ Гість: 0, Свій: 1, Родина: 0 })
  t.clock.advance(12 * 86_400_000)
  await shop.owner.inject('POST', '/api/v1/user/login', {
    email: shop.owner.email,
    password: shop.owner.password,
  })
  expect(await counts(shop)).toEqual({ Гість: 1, Свій: 0, Родина: 0 })
})
