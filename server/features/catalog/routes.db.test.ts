import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
let stranger: Shop
beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const add = (body: object, of: Shop = shop) =>
  of.owner.inject('POST', `/api/v1/products?organization_id=${of.organization_id}`, body)
const list = (query: Record<string, string> = {}, of: Shop = shop) =>
  of.owner.inject(
    'GET',
    `/api/v1/products?${new URLSearchParams({ organization_id: of.organization_id, ...query }).toString()}`,
  )
const change = (id: string, body: object, of: Shop = shop) =>
  of.owner.inject('PATCH', `/api/v1/products/${id}`, body)

describe('a product', () => {
  test('needs nothing but a name', async () => {
    const { status, data } = await add({ name: 'Печиво' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      name: 'Печиво',
      barcode: null,
      price: 0,
      min_prices: [],
      floor: null,
      unit: 'piece',
      active: true,
      visible_in_bot: true,
    })
  })

  test('keeps what it is given, and tells its highest floor', async () => {
    const { data } = await add({
      name: 'Еспресо',
      barcode: '4820000000017',
      sku: 'ESP-1',
      category: 'Кава',
      price: 45,
      cost: 12.5,
      accrual_percent: 7.5,
      exclude_spend: true,
      min_prices: [
        { kind: 'percent_of_price', value: 60 },
        { kind: 'cost_plus_percent', value: 150, pos_ids: [shop.pos_id], date_to: '2026-12-31' },
      ],
    })
    expect(data).toMatchObject({ price: 45, cost: 12.5, floor: 31.25, accrual_percent: 7.5 })
    const { data: again } = await shop.owner.inject('GET', `/api/v1/products/${data.id}`)
    expect(again).toEqual(data)
    expect(again.min_prices[1]).toEqual({
      kind: 'cost_plus_percent',
      value: 150,
      pos_ids: [shop.pos_id],
      date_from: null,
      date_to: '2026-12-31',
    })
  })

  test('is refused a minimum price above its price, in words', async () => {
    const { status, body } = await add({
      name: 'Лате',
      price: 45,
      min_prices: [{ kind: 'absolute', value: 45.01 }],
    })
    expect(status).toBe(422)
    expect(body.fields).toEqual([
      {
        path: 'min_prices.0.value',
        code: 'above_price',
        message: 'Мінімальна ціна вища за ціну 45,00 ₴',
      },
    ])
    const { data: free } = await add({
      name: 'Рівно',
      price: 45,
      min_prices: [{ kind: 'absolute', value: 45 }],
    })
    const lowered = await change(free.id, { price: 44.99 })
    expect(lowered.body.fields[0].code).toBe('above_price')
    expect((await change(free.id, { description: 'Без цукру' })).status).toBe(200)
  })

  test("is refused another's barcode and article by the name of the holder", async () => {
    await add({ name: 'Капучино', barcode: '4820000000024', sku: 'CAP' })
    const barcode = await add({ name: 'Флет-вайт', barcode: '4820000000024' })
    expect(barcode.body.fields).toEqual([
      {
        path: 'barcode',
        code: 'barcode_taken',
        message: 'Штрихкод 4820000000024 уже в «Капучино»',
      },
    ])
    const { data: other } = await add({ name: 'Флет-вайт' })
    const sku = await change(other.id, { sku: 'CAP' })
    expect(sku.body.fields[0]).toMatchObject({ path: 'sku', code: 'sku_taken' })
    expect((await add({ name: 'Капучино', barcode: '4820000000024' }, stranger)).status).toBe(201)
  })

  test('is refused a barcode with a wrong check digit, but not a code of the shop', async () => {
    const wrong = await add({ name: 'Чай', barcode: '4820000000018' })
    expect(wrong.body.fields[0]).toMatchObject({ path: 'barcode', code: 'wrong_check_digit' })
    expect((await add({ name: 'Чай', barcode: '00000123' })).status).toBe(201)
  })

  test('links to pages only, over https', async () => {
    const { data } = await add({ name: 'Мокко' })
    const link = (to: string | null) =>
      shop.owner.inject('POST', '/api/v1/products/update-link', { product_id: data.id, link: to })
    expect((await link('https://kava.example/mocha')).data.link).toBe('https://kava.example/mocha')
    for (const bad of ['http://kava.example', 'javascript:alert(1)', 'https://localhost', 'kava']) {
      expect([bad, (await link(bad)).status]).toEqual([bad, 422])
    }
    const with_link = async () => {
      const q = encodeURIComponent('мокко')
      const query = `organization_id=${shop.organization_id}&has_link=true&q=${q}`
      return (await shop.owner.inject('GET', `/api/v1/products?${query}`)).data.total
    }
    expect(await with_link()).toBe(1)
    expect((await link(null)).data.link).toBeNull()
    expect(await with_link()).toBe(0)
  })

  test('holds minimum prices at points of sale of its own shop only', async () => {
    const min_prices = [{ kind: 'absolute', value: 1, pos_ids: [stranger.pos_id] }]
    expect((await add({ name: 'Сир', price: 10, min_prices })).status).toBe(404)
  })

  test("is nobody else's, and gone when deleted", async () => {
    const { data } = await add({ name: 'Тістечко' })
    expect((await change(data.id, { name: 'Моє' }, stranger)).status).toBe(404)
    const url = `/api/v1/products/${data.id}`
    expect((await stranger.owner.inject('DELETE', url)).status).toBe(404)
    expect((await shop.owner.inject('DELETE', url)).status).toBe(204)
    expect((await shop.owner.inject('GET', url)).status).toBe(404)
  })
})

describe('the list', () => {
  let many: Shop
  beforeAll(async () => {
    many = await openShop(t)
    const goods = [
      { name: 'Ґрунт для квітів', price: 120, category: 'Сад' },
      { name: 'Яблуко 100 %', price: 30, category: 'Їжа', barcode: 'ЯБЛУКО'.length + '77' },
      { name: 'Абрикос', price: 90, category: 'Їжа', sku: 'AB-1' },
      { name: 'Вода', price: 20, min_prices: [{ kind: 'percent_of_price', value: 50 }] },
    ]
    for (const body of goods) expect((await add(body, many)).status).toBe(201)
  })
  const shown = async (query: Record<string, string>) =>
    (await list(query, many)).data.items.map(({ name }: { name: string }) => name)

  test('sorts by the Ukrainian alphabet and by figures', async () => {
    expect(await shown({})).toEqual(['Абрикос', 'Вода', 'Ґрунт для квітів', 'Яблуко 100 %'])
    expect(await shown({ sort: '-price' })).toEqual([
      'Ґрунт для квітів',
      'Абрикос',
      'Яблуко 100 %',
      'Вода',
    ])
  })

  test('finds by parts of the name, by the article and by the barcode, never by a pattern', async () => {
    expect(await shown({ q: 'квіт ґру' })).toEqual(['Ґрунт для квітів'])
    expect(await shown({ q: 'ab-1' })).toEqual(['Абрикос'])
    expect(await shown({ q: '677' })).toEqual(['Яблуко 100 %'])
    expect(await shown({ q: '%' })).toEqual(['Яблуко 100 %'])
  })

  test('filters by category and by what is wrong with minimum prices', async () => {
    expect(await shown({ category: 'Їжа' })).toEqual(['Абрикос', 'Яблуко 100 %'])
    expect(await shown({ min_price: 'without', sort: 'price' })).toHaveLength(3)
    expect(await shown({ min_price: 'above_price' })).toEqual([])
    const { data } = await many.owner.inject(
      'GET',
      `/api/v1/products/categories?organization_id=${many.organization_id}`,
    )
    expect(data.items).toEqual([
      { name: 'Їжа', products_count: 2 },
      { name: 'Сад', products_count: 1 },
    ])
  })

  test('changes many minimum prices at once, and tells beforehand how many', async () => {
    const set = (body: object) =>
      many.owner.inject('POST', '/api/v1/products/set-min-price', {
        organization_id: many.organization_id,
        percent: 60,
        ...body,
      })
    expect((await set({ category: 'Їжа', preview: true })).data).toEqual({ changed: 2 })
    expect(await shown({ min_price: 'without' })).toHaveLength(3)
    expect((await set({ category: 'Їжа' })).data).toEqual({ changed: 2 })
    expect((await set({ category: 'Їжа' })).data).toEqual({ changed: 0 })
    expect((await set({ min_price: 'without' })).data).toEqual({ changed: 1 })
    const { data } = await list({ q: 'Абрикос' }, many)
    expect(data.items[0].floor).toBe(54)
  })
})
