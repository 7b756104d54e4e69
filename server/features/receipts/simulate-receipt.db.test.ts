import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
})
afterAll(() => t.close())

const simulate = (body: object, of = shop) =>
  shop.owner.inject('POST', `/api/v1/settings/simulate?organization_id=${of.organization_id}`, body)
const level = (min_turnover: number, more: object) => ({
  name: `Від ${min_turnover}`,
  min_turnover,
  cashback_percent: 5,
  discount_percent: 0,
  max_pay_percent: null,
  ...more,
})

test('the saved rules answer what the till would', async () => {
  const { status, data } = await simulate({ amount: 570 })
  expect(status).toBe(200)
  expect(data.level).toBe('Базовий')
  expect(data.plain).toMatchObject({ discount: 0, bonuses_spent: 0, to_pay: 570, accrual: 28 })
  expect(data.with_bonuses).toMatchObject({ bonuses_spent: 285, to_pay: 285, accrual: 14 })
  expect(data.plain.explain).toContain('Нараховано 28 (5 %).')
})

test('unsaved rules are tried without being saved', async () => {
  const before = await shop.owner.inject(
    'GET',
    `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
  )
  const { data } = await simulate({
    amount: 1000,
    level: 1,
    mode: 'both',
    levels: [level(0, {}), level(5000, { discount_percent: 10, cashback_percent: 7 })],
    max_pay_percent: 20,
    accrual_rounding: 'down',
    activation_delay_hours: 24,
    expiry_mode: 'never',
  })
  expect(data.level).toBe('Від 5000')
  expect(data.plain).toMatchObject({ discount: 100, to_pay: 900, accrual: 63 })
  expect(data.plain).toMatchObject({
    accrual_active_from: '2026-11-22T08:00:00.000Z',
    accrual_expires_at: null,
  })
  expect(data.with_bonuses).toMatchObject({ bonuses_spent: 180, to_pay: 720, accrual: 50.4 })
  const after = await shop.owner.inject(
    'GET',
    `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
  )
  expect(after.data).toEqual(before.data)
})

test.each(['lifetime', 'rolling_days', 'calendar_year'])(
  'the buyer stands on the asked level when turnover is counted by %s',
  async (level_base) => {
    const levels = [level(0, {}), level(5000, { cashback_percent: 10 })]
    const { data } = await simulate({ amount: 100, level: 1, levels, level_base })
    expect(data.plain.accrual).toBe(10)
  },
)

test('what could not be saved is refused in the same words', async () => {
  const wrong = await simulate({ amount: 100, levels: [level(10, {})] })
  expect(wrong.status).toBe(422)
  expect(wrong.body.fields).toMatchObject([{ code: 'first_level_not_zero' }])
  expect((await simulate({ amount: 0 })).status).toBe(422)
  const stranger = await openShop(t)
  expect((await simulate({ amount: 1 }, stranger)).body.code).toBe('not_found')
})

test('who has collected too little cannot spend yet, and is told why', async () => {
  const own = await openShop(t, { program: { bonuses: { min_balance_for_spend: 100 } } })
  const { phone, buyer_id } = await openBuyer(t, own)
  await giveBonuses(own, buyer_id, 99)
  const sale = { buyer: { phone }, body: { total: 1000 } }
  const { data } = await calculate(own.till, sale)
  expect(data.totals).toMatchObject({ bonuses_max: 0, bonuses_max_reason: 'min_balance' })
  await giveBonuses(own, buyer_id, 1)
  const enough = await calculate(own.till, sale)
  expect(enough.data.totals.bonuses_max).toBe(100)
})
