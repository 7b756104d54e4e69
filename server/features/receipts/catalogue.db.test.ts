import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDigit } from '#contract/barcode.ts'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { calculate, create, newPhone } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const program = {
  general: { spend_confirmation: 'none', products_in_receipt: 'optional' },
  bonuses: { max_pay_percent: 100 },
}
let t: TestIo
let shop: Shop
let phone: string
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t, { program })
})
afterAll(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation))
  expect(found).toEqual([])
  await t.close()
})

const add = async (body: object, of: Shop = shop) => {
  const url = `/api/v1/products?organization_id=${of.organization_id}`
  const { status, data } = await of.owner.inject('POST', url, body)
  expect(status).toBe(201)
  return data as { id: string }
}
const lookUp = async (query: string, of: Shop = shop) =>
  (await of.till.inject('GET', `/pos-api/v1/products?${query}`)).data.items

describe('a sale of products that the catalogue knows', () => {
  let latte: { id: string }
  beforeAll(async () => {
    latte = await add({
      name: 'Лате',
      barcode: '4820000000031',
      sku: 'LAT',
      category: 'Кава',
      price: 60,
      min_prices: [{ kind: 'percent_of_price', value: 50 }],
    })
    await add({ name: 'Вода', barcode: '036000291452', price: 20, exclude_accrual: true })
    await add({ name: 'Сигари', sku: 'CIG', price: 100, exclude_spend: true, accrual_percent: 1 })
    phone = newPhone()
    const { buyer_id } = await openBuyer(t, shop, { phone })
    await giveBonuses(shop, buyer_id, 500)
  })

  test('keeps each line at its floor, and says what binds', async () => {
    const products = [{ barcode: '4820000000031', price: 60, quantity: 3 }]
    const { data } = await calculate(shop.till, { buyer: { phone }, body: { products } })
    expect(data.totals).toMatchObject({ bonuses_max: 90, bonuses_max_reason: 'min_price' })
    expect(data.lines[0]).toMatchObject({ name: 'Лате', category: 'Кава', sku: 'LAT' })
    const spent = await calculate(shop.till, { buyer: { phone }, spend: 90, body: { products } })
    const made = await create(shop.till, spent.data.receipt_id, { buyer: { phone }, spend: 90 })
    expect(made.status).toBe(201)
    expect(made.data.totals.to_pay).toBe(90)
  })

  test('finds it by the article, and by a barcode in either reading', async () => {
    const products = [
      { sku: 'LAT', price: 60, quantity: 1 },
      { barcode: 'LAT', price: 60, quantity: 1 },
      { barcode: '0036000291452', price: 20, quantity: 1 },
      { barcode: '5900000000008', price: 5, quantity: 1 },
    ]
    const { data } = await calculate(shop.till, { buyer: { phone }, body: { products } })
    const shown = data.lines.map(({ name, barcode }: { name: string; barcode: string }) => [
      name,
      barcode,
    ])
    expect(shown).toEqual([
      ['Лате', '4820000000031'],
      ['Лате', 'LAT'],
      ['Вода', '0036000291452'],
      [null, '5900000000008'],
    ])
  })

  test('leaves what the till says of a product as it is', async () => {
    const products = [
      { sku: 'LAT', name: 'Лате карамель', category: 'Напої', price: 70, quantity: 1 },
    ]
    const { data } = await calculate(shop.till, { body: { products } })
    expect(data.lines[0]).toMatchObject({ name: 'Лате карамель', category: 'Напої', price: 70 })
  })

  test('neither earns nor is paid for by bonuses where the product says so', async () => {
    const products = [
      { barcode: '036000291452', price: 20, quantity: 1 },
      { sku: 'CIG', price: 100, quantity: 1 },
    ]
    const { data } = await calculate(shop.till, { buyer: { phone }, body: { products } })
    expect(data.totals).toMatchObject({
      bonuses_max: 19,
      bonuses_max_reason: 'excluded',
      accrual: 1,
    })
    expect(data.lines.map(({ accrual }: { accrual: number }) => accrual)).toEqual([0, 1])
  })

  test('is made with the facts it was shown with, though the catalogue has changed', async () => {
    const products = [{ barcode: '4820000000031', price: 60, quantity: 1 }]
    const shown = await calculate(shop.till, { buyer: { phone }, spend: 30, body: { products } })
    const min_prices = [{ kind: 'absolute', value: 55 }]
    await shop.owner.inject('PATCH', `/api/v1/products/${latte.id}`, { min_prices })
    // The till sends the sale again with create: it is still the one that was shown.
    const made = await create(shop.till, shown.data.receipt_id, {
      buyer: { phone },
      spend: 30,
      receipt: { products },
    })
    expect(made.status).toBe(201)
    expect(made.data.totals.to_pay).toBe(30)
    const again = await create(shop.till, shown.data.receipt_id, {
      buyer: { phone },
      spend: 30,
      receipt: { products },
    })
    expect(again.headers['idempotency-replayed']).toBe('true')
    const next = await calculate(shop.till, { buyer: { phone }, body: { products } })
    expect(next.data.totals.bonuses_max).toBe(5)
  })

  test('knows a minimum price of some days by the day in the shop, not in London', async () => {
    const before = t.clock.now()
    // Half past midnight in Kyiv, half past ten in the evening before in London.
    t.clock.set('2026-11-21T22:30:00Z')
    const night = await openShop(t, { program })
    const { buyer_id } = await openBuyer(t, night, { phone })
    await giveBonuses(night, buyer_id, 500)
    for (const [sku, day] of [
      ['TODAY', '2026-11-22'],
      ['YESTERDAY', '2026-11-21'],
    ]) {
      const min_prices = [{ kind: 'absolute', value: 80, date_from: day, date_to: day }]
      await add({ name: 'Святковий кекс', sku, price: 100, min_prices }, night)
    }
    const most = async (sku: string) => {
      const products = [{ sku, price: 100, quantity: 1 }]
      const { data } = await calculate(night.till, { buyer: { phone }, body: { products } })
      return data.totals.bonuses_max
    }
    expect(await most('TODAY')).toBe(20)
    expect(await most('YESTERDAY')).toBe(99)
    t.clock.set(before)
  })
})

describe('a till', () => {
  test('finds a product by its code and by words, never one taken off sale', async () => {
    const { id } = await add({ name: 'Чай зелений', barcode: '4820000000048', price: 40 })
    expect(await lookUp('barcode=4820000000048')).toEqual([
      {
        ...{ id, barcode: '4820000000048', sku: null, name: 'Чай зелений' },
        ...{ category: null, unit: 'piece', price: 40 },
      },
    ])
    expect(await lookUp(`q=${encodeURIComponent('зел')}`)).toHaveLength(1)
    await shop.owner.inject('PATCH', `/api/v1/products/${id}`, { active: false })
    expect(await lookUp('barcode=4820000000048')).toEqual([])
    expect(await lookUp(`q=${encodeURIComponent('зел')}`)).toEqual([])
  })

  test('of a shop without a catalogue finds nothing, and says beforehand that it will not', async () => {
    const bare = await openShop(t)
    const { data } = await bare.till.inject('GET', '/pos-api/v1/manager')
    expect(data.organization.has_products).toBe(false)
    expect(await lookUp('barcode=4820000000031', bare)).toEqual([])
    const { data: full } = await shop.till.inject('GET', '/pos-api/v1/manager')
    expect(full.organization.has_products).toBe(true)
  })

  test('is told of the product when a code that looks like a card is none, and it is no miss', async () => {
    const [cheese, sausage, nothing] = ['270000000001', '280000000001', '270000000002'].map(
      (digits) => digits + String(checkDigit(digits)),
    ) as [string, string, string]
    await add({ name: 'Сир ваговий', barcode: cheese, price: 300 })
    await add({ name: 'Ковбаса', barcode: sausage, price: 400 })
    for (const promocode of [cheese, sausage]) {
      for (let times = 0; times < 4; times += 1) {
        const { status, body } = await calculate(shop.till, { buyer: { promocode } })
        expect([status, body.code]).toEqual([404, 'buyer_not_found'])
        expect(body.data.product).toMatchObject({ barcode: promocode })
      }
    }
    // The fifth miss in a minute would lock the look-up: there was none so far.
    const unknown = await calculate(shop.till, { buyer: { promocode: nothing } })
    expect([unknown.status, unknown.body.data]).toEqual([404, undefined])
  })
})
