/** What the platform's people change of tariffs, and what of it meets those who have bought. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpAdministrator } from '#server/testing/administrator.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop } from '#server/testing/shop.ts'

let t: TestIo
let admin: Awaited<ReturnType<typeof signUpAdministrator>>
beforeAll(async () => {
  t = await openTestIo({ config: { PLATFORM_ADMIN_EMAILS: 'boss@verta.test' } })
  admin = await signUpAdministrator(t, 'boss@verta.test')
})
afterAll(() => t.close())

const tariffs = '/api/v1/admin/tariffs'
const limits = { pos: 2, cashiers: null, buyers: 100, messages: 0, bots: 1 }
const wish = {
  ...{ name: 'Ринок', period: 'month', price: 149.5, position: 7, on_sale: true },
  ...{ limits, features: ['cashback'], trial_days: 7 },
}
const onSale = async () => (await admin.inject('GET', '/api/v1/organizations/tariffs')).data.items

test('a tariff is added, sold, changed over its version, and taken off sale', async () => {
  const { status, data } = await admin.inject('POST', tariffs, wish)
  expect([status, data]).toMatchObject([201, { ...wish, currency: 'UAH', licenses_count: 0 }])
  expect(await onSale()).toContainEqual(expect.objectContaining({ id: data.id, price: 149.5 }))
  const one = `${tariffs}/${data.id}`
  const dearer = await admin.inject('PATCH', one, { version: data.version, price: 200 })
  expect(dearer.data).toMatchObject({ price: 200, name: 'Ринок', limits })
  const late = await admin.inject('PATCH', one, { version: data.version, price: 1 })
  expect(late.body.code).toBe('version_conflict')

  const shop = await openShop(t)
  const add = () =>
    shop.owner.inject('POST', `/api/v1/licenses?organization_id=${shop.organization_id}`, {
      tariff_id: data.id,
    })
  expect((await add()).data.items[0]).toMatchObject({ tariff_name: 'Ринок', price: 200 })
  await admin.inject('PATCH', one, { version: dearer.data.version, on_sale: false })
  expect((await onSale()).some(({ id }: { id: string }) => id === data.id)).toBe(false)
  expect((await add()).body.fields[0]).toMatchObject({ code: 'tariff_not_on_sale' })
  const all = (await admin.inject('GET', tariffs)).data.items
  expect(all).toContainEqual(expect.objectContaining({ id: data.id, on_sale: false }))
})

test('a newcomer gets as many days as the most generous tariff on sale promises', async () => {
  const days = async () => {
    const { owner, organization_id } = await openShop(t)
    const path = `/api/v1/licenses?organization_id=${organization_id}`
    const { starts_at, expires_at } = (await owner.inject('GET', path)).data.items[0]
    return (Date.parse(expires_at) - Date.parse(starts_at)) / (24 * 3600 * 1000)
  }
  expect(await days()).toBe(14)
  const { data } = await admin.inject('POST', tariffs, { ...wish, trial_days: 60 })
  expect(await days()).toBe(60)
  const one = `${tariffs}/${data.id}`
  await admin.inject('PATCH', one, { version: data.version, on_sale: false })
  expect(await days()).toBe(14)
})

test('nonsense is refused: no name, a price below zero, limits that are none', async () => {
  const wrong = [
    { ...wish, name: '' },
    { ...wish, price: -1 },
    { ...wish, trial_days: 0 },
    { ...wish, limits: { ...limits, pos: -1 } },
    { ...wish, period: 'week' },
  ]
  for (const body of wrong) expect((await admin.inject('POST', tariffs, body)).status).toBe(422)
})

test('an administrator finds organizations by name and owner; an owner finds none', async () => {
  const shop = await openShop(t, { name: 'Пекарня на Липках' })
  const find = async (q: string) =>
    (await admin.inject('GET', `/api/v1/admin/organizations?q=${encodeURIComponent(q)}`)).data.items
  const seen = {
    ...{ name: 'Пекарня на Липках', owner_email: shop.owner.email, pos_count: 1 },
    license: { is_trial: true },
  }
  expect(await find('липках')).toMatchObject([seen])
  expect(await find(shop.owner.email)).toMatchObject([seen])
  expect(await find('такої немає')).toEqual([])
  for (const path of [tariffs, '/api/v1/admin/organizations', '/api/v1/admin/payments']) {
    expect((await shop.owner.inject('GET', path)).body.code).toBe('not_allowed')
  }
})
