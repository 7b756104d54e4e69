import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { gatherPurchases } from './gather-purchases.ts'

const coffee = { barcode: '4820000000017', name: 'Капучино', category: 'Кава', price: 65 }
const dessert = { barcode: '4820000000024', name: 'Чизкейк', category: 'Десерти', price: 95 }
const phone = (index: number) => `+38050700000${index}`

let t: TestIo
let shop: Shop
let rival: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  rival = await openShop(t)
  const buy = (index: number, ...products: object[]) =>
    sell(shop.till, {
      buyer: { phone: phone(index) },
      body: { products: products.map((one) => ({ ...one, quantity: 1 })) },
    })
  await buy(1, coffee)
  await buy(2, coffee, dessert)
  await buy(3, dessert)
  const { receipt_id } = await buy(4, coffee)
  await cancel(shop.till, receipt_id)
  await openBuyer(t, shop, { phone: phone(5) })
  t.clock.advance(120_000)
  await gatherPurchases(t.io)
})
afterAll(() => t.close())

const ask = (name: string, body: object, of = shop) =>
  of.owner.inject('POST', `/api/v1/segmentations/${name}`, {
    organization_id: shop.organization_id,
    ...body,
  })
const coffee_only = {
  positive_barcodes: { codes: [coffee.barcode] },
  negative_barcodes: { codes: [dessert.barcode] },
}

describe('segments', () => {
  test('find who bought coffee but not dessert', async () => {
    const { status, data } = await ask('segmentation_result', coffee_only)
    expect(status).toBe(200)
    expect(data).toMatchObject({ total: 1, all_buyers: 5, totals: { turnover: 65 } })
    expect(data.items).toMatchObject([
      { receipts_count: 1, turnover: 65, rfm: { r: 5, f: 1, segment: 'newcomers' } },
    ])
    const lately = { period: { days_ago: { from: 30, to: 60 } }, ...coffee_only }
    expect((await ask('segmentation_result', lately)).data.total).toBe(0)
  })

  test('count without rows, in groups and by a preset', async () => {
    const either = {
      match: 'any',
      count_only: true,
      groups: [{ categories: { include: ['кава'] } }, { receipts_count: { to: 0 } }],
    }
    const { data } = await ask('segmentation_result', either)
    expect(data).toMatchObject({ total: 4, items: [], totals: null })
    const fresh = await ask('segmentation_result', { preset: 'newcomers' })
    expect(fresh.data.total).toBe(3)
    const found = await ask('segmentation_result', { preset: 'newcomers', q: '0002' })
    expect(found.data.total).toBe(1)
  })

  test('are saved, listed, frozen, changed and deleted', async () => {
    const name = 'Кава без десерту'
    const made = await ask('buyers_segmentation', {
      action: 'create',
      segment: { name, filter: coffee_only },
    })
    expect(made.data.segment).toMatchObject({ name, mode: 'dynamic', buyers: 1 })
    expect(made.data.segment.filter).toEqual({
      match: 'all',
      ...coffee_only,
      positive_barcodes: { match: 'any', codes: [coffee.barcode] },
    })
    const { id } = made.data.segment
    const again = await ask('buyers_segmentation', { action: 'create', segment: { name } })
    expect(again.status).toBe(409)

    const frozen = await ask('buyers_segmentation', {
      action: 'update',
      segment: { id, mode: 'frozen' },
    })
    expect(frozen.data.segment).toMatchObject({ mode: 'frozen', buyers: 1 })
    await sell(shop.till, {
      buyer: { phone: phone(5) },
      body: { products: [{ ...coffee, quantity: 1 }] },
    })
    t.clock.advance(120_000)
    await gatherPurchases(t.io)
    expect((await ask('segmentation_result', coffee_only)).data.total).toBe(2)
    expect((await ask('segmentation_result', { segment_id: id })).data.total).toBe(1)
    const thawed = { id, mode: 'dynamic' }
    await ask('buyers_segmentation', { action: 'update', segment: thawed })
    expect((await ask('segmentation_result', { segment_id: id })).data.total).toBe(2)

    const listed = await ask('get_segmentations_list', {})
    expect(listed.data.items).toMatchObject([{ id, buyers: 2 }])
    expect(listed.data.presets).toHaveLength(16)
    expect((await ask('segmentation_result', { segment_id: id }, rival)).status).toBe(404)
    await ask('buyers_segmentation', { action: 'delete', segment: { id } })
    expect((await ask('segmentation_result', { segment_id: id })).status).toBe(404)
  })

  test('offer places and products with their buyers', async () => {
    const places = await ask('get_segmentation_pos', coffee_only)
    expect(places.data.items).toEqual([
      { pos_id: shop.pos_id, name: expect.any(String), buyers_count: 2 },
    ])
    const bought = await ask('get_segmentation_positive_barcodes', { q: 'чиз' })
    expect(bought.data).toMatchObject({
      total: 1,
      items: [{ barcode: dessert.barcode, name: 'Чизкейк', buyers_count: 2 }],
    })
    const never = await ask('get_segmentation_negative_barcodes', { category: 'Десерти' })
    expect(never.data.items).toMatchObject([{ barcode: dessert.barcode, buyers_count: 2 }])
  })

  test('refuse what is no filter', async () => {
    const wrong = await ask('segmentation_result', { positive_barcodes: { barcodes: ['1'] } })
    expect(wrong.status).toBe(422)
    const many = { tags: { any: Array.from({ length: 51 }, (_none, index) => `t${index}`) } }
    expect((await ask('segmentation_result', many)).status).toBe(422)
  })
})
