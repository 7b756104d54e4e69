/** Sales that a till reports later than they were made: decided by what was valid then. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, create, idOf, newPhone } from '#server/testing/receipts.ts'
import { openShop, signInTill, type Shop, type Till } from '#server/testing/shop.ts'

let t: TestIo
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const wayBack = (ms: number) => new Date(t.clock.now().getTime() - ms)

/** Reports a sale of an earlier moment, as a till's queue does. */
function report(till: Till, ago_ms: number, options: Parameters<typeof create>[2] = {}) {
  const moment = wayBack(ago_ms)
  const receipt = options.receipt ?? { total: 100 }
  return create(till, idOf(moment), { receipt, occurred_at: moment.toISOString(), ...options })
}

const launch = async (shop: Shop, type: 2 | 3, body: object): Promise<string> => {
  const url = `/api/v1/promotions?organization_id=${shop.organization_id}&type=${type}`
  const { status, data } = await shop.owner.inject('POST', url, {
    ...{ name: 'Акція', status: 'running' },
    ...body,
  })
  expect(status).toBe(201)
  return data.id
}
const ladder = (cashback_percent: number, discount_percent = 0) => [
  {
    ...{ name: 'Базовий', min_turnover: 0, cashback_percent, discount_percent },
    max_pay_percent: null,
  },
]

test('a late sale earns by the percent of its own time', async () => {
  const shop = await openShop(t, { program: { bonuses: { levels: ladder(10) } } })
  const { phone } = await openBuyer(t, shop)
  // The owner's own session lives a quarter of an hour.
  t.clock.advance(6 * MINUTE)
  await shop.set('bonuses', { levels: ladder(1) })
  t.clock.advance(6 * MINUTE)
  const buyer = { phone }
  expect((await report(shop.till, 9 * MINUTE, { buyer })).data.totals.accrual).toBe(10)
  expect((await report(shop.till, 3 * MINUTE, { buyer })).data.totals.accrual).toBe(1)
})

test('a promotion works on sales of the time when it ran, whatever became of it since', async () => {
  const shop = await openShop(t)
  const { phone } = await openBuyer(t, shop)
  const buyer = { phone }
  t.clock.advance(2 * MINUTE)
  const id = await launch(shop, 3, { effect: { kind: 'multiplier', times: 3 } })
  t.clock.advance(4 * MINUTE)
  const url = `/api/v1/promotions/${id}`
  const paused = await shop.owner.inject('PATCH', url, { version: 1, status: 'paused' })
  expect(paused.status).toBe(200)
  t.clock.advance(4 * MINUTE)
  const accrual = async (ago_ms: number, till = shop.till) =>
    (await report(till, ago_ms, { buyer })).data.totals.accrual
  expect(await accrual(9 * MINUTE)).toBe(5)
  expect(await accrual(6 * MINUTE)).toBe(15)
  expect(await accrual(2 * MINUTE)).toBe(5)
  await shop.owner.inject('PATCH', url, { version: 2, status: 'finished' })
  t.clock.advance(2 * DAY)
  const till = await signInTill(t, shop.till.user, shop.till.pin)
  expect(await accrual(2 * DAY + 6 * MINUTE, till)).toBe(15)
})

test('a late sale keeps its prices: levels and promotions only give', async () => {
  const shop = await openShop(t, {
    program: { general: { mode: 'both' }, bonuses: { levels: ladder(5, 10) } },
  })
  const { phone } = await openBuyer(t, shop)
  await launch(shop, 2, { effect: { kind: 'percent_off', percent: 50 } })
  await launch(shop, 2, { effect: { kind: 'bonus_per_unit', amount: 7 } })
  t.clock.advance(HOUR)
  const receipt = { products: [{ name: 'Сир', price: 100, quantity: 1 }] }
  const late = await report(shop.till, 10 * MINUTE, { buyer: { phone }, receipt })
  expect(late.data.totals).toMatchObject({
    ...{ promotion_discount: 0, level_discount: 0, to_pay: 100, accrual: 12 },
  })
})

test('figures that were shown before the line went hold', async () => {
  const shop = await openShop(t, {
    program: { general: { mode: 'both' }, bonuses: { levels: ladder(5, 10) } },
  })
  const { phone } = await openBuyer(t, shop)
  const buyer = { phone }
  const shown = await calculate(shop.till, { buyer })
  expect(shown.data.totals.to_pay).toBe(90)
  const occurred_at = t.clock.now().toISOString()
  t.clock.advance(3 * HOUR)
  const sale = { buyer, receipt: { total: 100 }, occurred_at }
  const late = await create(shop.till, shown.data.receipt_id, sale)
  expect(late.status).toBe(201)
  expect(late.data.totals.to_pay).toBe(90)
})

test('the license of that time counts', async () => {
  const shop = await openShop(t)
  const { phone } = await openBuyer(t, shop)
  // Fourteen free days and three of grace.
  t.clock.advance(17 * DAY + HOUR)
  const till = await signInTill(t, shop.till.user, shop.till.pin)
  const buyer = { phone }
  expect((await report(till, 2 * HOUR, { buyer })).data.totals.accrual).toBe(5)
  expect((await report(till, 0, { buyer })).body.code).toBe('license_required')
})

test('the same sale reported again is the same receipt, and in other words it is a conflict', async () => {
  const shop = await openShop(t)
  const phone = newPhone()
  t.clock.advance(HOUR)
  const moment = wayBack(20 * MINUTE)
  const id = idOf(moment)
  const occurred_at = moment.toISOString()
  const ask = { buyer: { phone }, register: {}, receipt: { total: 100 }, occurred_at, key: 'k1' }
  const first = await create(shop.till, id, ask)
  expect(first.data).toMatchObject({ registered: true, offline: true, occurred_at })
  t.clock.advance(HOUR)
  const again = await create(shop.till, id, ask)
  expect(again.status).toBe(201)
  expect(again.data).toEqual(first.data)
  const other = await create(shop.till, id, { ...ask, receipt: { total: 90 } })
  expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
})

test('a till’s clock may be five minutes ahead; what is older than 72 hours is refused by its field', async () => {
  const shop = await openShop(t)
  const { phone } = await openBuyer(t, shop)
  t.clock.advance(4 * DAY)
  const till = await signInTill(t, shop.till.user, shop.till.pin)
  const buyer = { phone }
  const ahead = await report(till, -4 * MINUTE, { buyer })
  expect(ahead.data.occurred_at).toBe(t.clock.now().toISOString())
  for (const ago of [73 * HOUR, -6 * MINUTE]) {
    const refused = await report(till, ago, { buyer })
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed'])
    expect(['receipt_id', 'occurred_at']).toContain(refused.body.fields[0].path)
  }
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
})
