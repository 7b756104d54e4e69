import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formOf } from '#server/testing/form.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { sell as sellAt } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { windowOf } from './read-past.ts'
import { runReplay } from './run-replay.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
})
afterAll(() => t.close())

const replays = '/api/v1/settings/replays'
const open = () => openShop(t, { program: { general: { spend_confirmation: 'none' } } })
const start = (shop: Shop, body: object) =>
  shop.owner.inject('POST', `${replays}?organization_id=${shop.organization_id}`, body)
const read = async ({ owner }: Shop, id: string) =>
  (await owner.inject('GET', `${replays}/${id}`)).data
const tenPercent = {
  bonuses: {
    levels: [
      {
        name: 'Базовий',
        min_turnover: 0,
        cashback_percent: 10,
        discount_percent: 0,
        max_pay_percent: null,
      },
    ],
  },
}

/** Sells a minute later than before: receipts are replayed in the order they were begun. */
async function sell(shop: Shop, phone: string | null, body: object, spend = 0): Promise<string> {
  t.clock.advance(60_000)
  const buyer = phone === null ? null : { phone }
  return (await sellAt(shop.till, { buyer, body, spend })).receipt_id
}

async function replay(shop: Shop, body: object) {
  const started = await start(shop, body)
  expect(started.status).toBe(201)
  await t.runJobs()
  return read(shop, started.data.id)
}

describe('the receipts of the last 90 days', () => {
  test('meet the promotions of their days and the gifts of first purchases', async () => {
    const first_purchase = {
      ...{ kind: 'first_purchase' as const, on: true, reward: 'amount' as const, percent: 0 },
      ...{ amount: 40, min_receipt: 0, lifetime_days: 30 },
    }
    const shop = await openShop(t, {
      program: {
        general: { spend_confirmation: 'none' },
        bonuses: { welcome: [first_purchase] },
      },
    })
    await sell(shop, '+380671112299', { total: 1000 })
    const promotion = await shop.owner.inject(
      'POST',
      `/api/v1/promotions?organization_id=${shop.organization_id}&type=3`,
      { name: 'Подвійні бонуси', effect: { kind: 'multiplier', times: 2 }, status: 'running' },
    )
    expect(promotion.status).toBe(201)
    await sell(shop, '+380671112299', { total: 400 })

    const { result } = await replay(shop, tenPercent)
    // The launch day counts whole: its promotion doubles both receipts.
    expect(result.today).toMatchObject({
      ...{ gifts: 40, accrued: 140, liability: 180 },
      promotions: { discounts: 0, bonuses: 70 },
    })
    expect(result.changed).toMatchObject({
      ...{ gifts: 40, accrued: 280 },
      promotions: { discounts: 0, bonuses: 140 },
    })
    const both = await replay(shop, { general: { mode: 'discount' } })
    expect(both.result.changed).toMatchObject({ gifts: 0, accrued: 0, liability: 0 })
  })

  test('are settled by the settings of today and by changed ones, and nothing else changes', async () => {
    const shop = await open()
    await sell(shop, '+380671112201', { total: 1000 })
    await sell(shop, '+380671112201', { total: 400 }, 50)
    await sell(shop, null, { total: 600 })
    const cancelled = await sell(shop, '+380671112201', { total: 5000 })
    const cancel = `/api/v1/receipts/${cancelled}/cancel?organization_id=${shop.organization_id}`
    const reason = { reason: 'Повернення товару' }
    expect((await shop.owner.inject('POST', cancel, reason)).status).toBeLessThan(300)

    const done = await replay(shop, tenPercent)
    expect(done).toMatchObject({ status: 'done', source: 'own', done: 3, total: 3, problem: null })
    expect(done.result).toMatchObject({
      receipts: 3,
      member_receipts: 2,
      buyers: 1,
      turnover: 2000,
      // 5 %: 50 earned and spent as they were, 17 of the 350 paid.
      today: { cost: 50, cost_percent: 2.5, liability: 17, accrued: 67 },
      changed: { cost: 100, cost_percent: 5, liability: 30, accrued: 130 },
      more: { buyers: 1, amount: 63 },
      winners: [{ key_masked: '•• 22-01', receipts: 2, today: 67, changed: 130 }],
    })
    const settings = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
    const { data } = await shop.owner.inject('GET', settings)
    expect(data.levels[0].cashback_percent).toBe(5)
  })

  test('count as they stand after a return, with the floors of the catalogue', async () => {
    const shop = await open()
    const product = { name: 'Зерно', barcode: '4820000000017', price: 100 }
    const min_prices = [{ kind: 'absolute', value: 95 }]
    const made = await shop.owner.inject(
      'POST',
      `/api/v1/products?organization_id=${shop.organization_id}`,
      { ...product, min_prices },
    )
    expect(made.status).toBe(201)
    const lines = { products: [{ barcode: product.barcode, price: 100, quantity: 3 }] }
    const receipt_id = await sell(shop, '+380671112202', lines)
    const url = `/api/v1/receipts/${receipt_id}/cancel?organization_id=${shop.organization_id}`
    const part = { lines: [{ line: 1, quantity: 1 }], reason: 'Повернення товару' }
    const returned = await shop.owner.inject('POST', url, part)
    expect(returned.status).toBeLessThan(300)

    const { result } = await replay(shop, {
      general: { mode: 'discount' },
      bonuses: { levels: [{ ...tenPercent.bonuses.levels[0], discount_percent: 10 }] },
    })
    // Two are left: 10 % of 200 is 20, of which the floor of 95 lets 10 through.
    expect(result).toMatchObject({
      turnover: 200,
      changed: { discounts: 10, floors: { receipts: 1, lines: 1, discounts: 10, bonuses: 0 } },
    })
  })

  test('make no difference by unchanged settings', async () => {
    const shop = await open()
    await sell(shop, '+380671112203', { total: 333 })
    const { result } = await replay(shop, {})
    expect(result.changed).toEqual(result.today)
    expect(result).toMatchObject({ same: 1, winners: [], losers: [] })
  })

  test('are told to be none when there are none', async () => {
    expect(await replay(await open(), {})).toMatchObject({
      status: 'failed',
      problem: 'no_receipts',
    })
  })

  test('begin with the first hour of the ninetieth day in the shop’s zone', () => {
    const { since, until } = windowOf('shop', new Date('2026-11-21T22:30:00Z'), 'Europe/Kyiv')
    // In Kyiv it is the 22nd already; summer time in August.
    expect(since.toISOString()).toBe('2026-08-24T21:00:00.000Z')
    expect(until.toISOString()).toBe('2026-11-21T22:30:00.000Z')
  })
})

describe('a replay', () => {
  test('that was broken off half-way begins anew and comes to the same', async () => {
    const shop = await open()
    await sell(shop, '+380671112205', { total: 1000 })
    const { data } = await start(shop, tenPercent)
    const key = { organization_id: shop.organization_id, id: data.id }
    // Killed after it had noted some progress: the row says so, nothing else remains of it.
    await t.io.db
      .updateTable('replay')
      .set({ done: 1, total: 9 })
      .where('id', '=', key.id)
      .execute()
    await Promise.all([runReplay(t.io, key), runReplay(t.io, key)])
    const first = await read(shop, data.id)
    expect(first).toMatchObject({ status: 'done', done: 1, total: 1 })
    await t.runJobs()
    expect(await read(shop, data.id)).toEqual(first)
  })

  test('makes way for the next one, and its job stops', async () => {
    const shop = await open()
    await sell(shop, '+380671112206', { total: 1000 })
    const first = await start(shop, tenPercent)
    t.clock.advance(1_000)
    const second = await start(shop, {})
    await t.runJobs()
    expect(await read(shop, first.data.id)).toMatchObject({ status: 'dropped', result: null })
    expect(await read(shop, second.data.id)).toMatchObject({ status: 'done' })
    const list = await shop.owner.inject(
      'GET',
      `${replays}?organization_id=${shop.organization_id}`,
    )
    expect(list.data.items.map(({ id }: { id: string }) => id)).toEqual([
      second.data.id,
      first.data.id,
    ])
  })

  test('can be stopped', async () => {
    const shop = await open()
    const { data } = await start(shop, {})
    expect((await shop.owner.inject('DELETE', `${replays}/${data.id}`)).status).toBe(204)
    await t.runJobs()
    expect((await shop.owner.inject('GET', `${replays}/${data.id}`)).status).toBe(404)
  })

  test('refuses what saving would refuse', async () => {
    const shop = await open()
    const levels = [{ ...tenPercent.bonuses.levels[0], min_turnover: 100 }]
    const answer = await start(shop, { bonuses: { levels } })
    expect(answer.status).toBe(422)
    const observed = await start(shop, { source: 'file', spending: { kind: 'observed' } })
    expect(observed.status).toBe(422)
  })
})

describe('a file of receipts', () => {
  const every = { source: 'file', spending: { kind: 'every', nth: 2, percent: 100 } }
  const send = ({ owner }: Shop, id: string, content: string) => {
    const { body, headers } = formOf(Buffer.from(content))
    return owner.inject('POST', `${replays}/${id}/file?file_name=a.csv`, body, headers)
  }

  test('is put in the order of time and replayed, its faulty rows are told', async () => {
    const shop = await open()
    const { data } = await start(shop, { ...tenPercent, ...every })
    expect(data).toMatchObject({ status: 'file', total: 0 })
    const file = `Дата;Телефон;Сума
02.11.2026 10:00;067 111 22 07;400,00
01.11.2026;+380671112207;1 000,00
колись;;5
03.11.2026;;600`
    expect((await send(shop, data.id, file)).data).toMatchObject({ status: 'running' })
    await t.runJobs()
    const done = await read(shop, data.id)
    expect(done).toMatchObject({
      status: 'done',
      file_name: 'a.csv',
      total: 3,
      rows_failed: 1,
      errors: [{ row: 4, code: 'not_a_date', value: 'колись', message: 'Перевірте дату.' }],
    })
    expect(done.result).toMatchObject({
      start_date: '2026-11-01',
      end_date: '2026-11-03',
      turnover: 2000,
      today: { cost: 50, accrued: 67 },
      changed: { cost: 100, accrued: 130 },
      winners: [{ buyer_id: null, name: '', key_masked: '•• 22-07' }],
    })
    expect((await send(shop, data.id, file)).status).toBe(409)
  })

  test.each([
    ['Назва;Ціна\nКава;40\n', 'no_columns'],
    ['Дата;Сума\nколись;40\n', 'no_receipts'],
    ['', 'empty'],
  ])('%j is refused for a reason', async (content, problem) => {
    const shop = await open()
    const { data } = await start(shop, every)
    await send(shop, data.id, content)
    await t.runJobs()
    expect(await read(shop, data.id)).toMatchObject({ status: 'failed', problem, result: null })
  })
})
