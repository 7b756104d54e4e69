import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
const row = (name: string, min_turnover: number, cashback_percent: number) => ({
  ...{ name, min_turnover, cashback_percent, discount_percent: 0, max_pay_percent: null },
})
beforeAll(async () => {
  t = await openTestIo()
  // Two hours before midnight in Kyiv.
  t.clock.set('2026-11-21T20:00:00Z')
  const levels = [{ ...row('Гість', 0, 5), number: 1 }, row('Родина', 5000, 10)]
  shop = await openShop(t, { program: { bonuses: { levels } } })
})
afterAll(() => t.close())

const pin = (buyer_id: string, body: object) =>
  shop.owner.inject('POST', `/api/v1/buyers/${buyer_id}/level`, {
    organization_id: shop.organization_id,
    ...body,
  })
const accrualOf = async (phone: string) =>
  (await calculate(shop.till, { buyer: { phone }, body: { total: 1000 } })).data.totals.accrual

test('a pinned level goes before the reached one until its last day has passed', async () => {
  const { buyer_id, phone } = await openBuyer(t, shop)
  expect(await accrualOf(phone)).toBe(50)
  const { status, data } = await pin(buyer_id, { level: 2, until: '2026-11-21' })
  expect(status).toBe(200)
  expect(data.level).toMatchObject({
    ...{ number: 2, name: 'Родина', pinned: true, pinned_until: '2026-11-21T22:00:00.000Z' },
  })
  expect(await accrualOf(phone)).toBe(100)
  t.clock.set('2026-11-21T21:59:59Z')
  expect(await accrualOf(phone)).toBe(100)
  t.clock.set('2026-11-21T22:00:00Z')
  expect(await accrualOf(phone)).toBe(50)
  t.clock.set('2026-11-21T20:00:00Z')
})

test('a pin is taken off, and the ledger still agrees with itself', async () => {
  const { buyer_id, phone } = await openBuyer(t, shop)
  await sell(shop.till, { buyer: { phone }, body: { total: 100 } })
  expect((await pin(buyer_id, { level: 2 })).data.level).toMatchObject({
    ...{ pinned: true, pinned_until: null },
  })
  expect((await pin(buyer_id, { level: null })).data.level).toMatchObject({
    ...{ number: 1, pinned: false },
  })
  expect(await accrualOf(phone)).toBe(50)
  const violations: unknown[] = []
  await checkLedger(t.io, (violation) => violations.push(violation))
  expect(violations).toEqual([])
})

test('only a level of the ladder and a day to come can be asked for', async () => {
  const { buyer_id } = await openBuyer(t, shop)
  const wrong = await pin(buyer_id, { level: 9 })
  expect([wrong.status, wrong.body.fields[0].path]).toEqual([422, 'level'])
  const past = await pin(buyer_id, { level: 2, until: '2026-11-20' })
  expect([past.status, past.body.fields[0].path]).toEqual([422, 'until'])
  const absent = await pin('01a1fd1e-8c00-7000-8000-000000000000', { level: 2 })
  expect(absent.body.code).toBe('buyer_not_found')
})
