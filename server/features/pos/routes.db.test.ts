import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

const ABSENT = '01a1fd1e-8c00-7000-8000-000000000000'
const points = '/api/v1/pos'

let t: TestIo
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
  stranger = await openShop(t)
})
afterAll(() => t.close())

const list = async (of: Shop) =>
  (
    await of.owner.inject(
      'GET',
      `${points}?organization_id=${of.organization_id}&page=1&limit=1000`,
    )
  ).data
const add = (of: Shop, body: object) =>
  of.owner.inject('POST', `${points}?organization_id=${of.organization_id}`, body)
const everyDay = (days: number, from: string, to: string) =>
  Array.from({ length: days }, () => ({ from, to }))
const withoutId = ({ request_id: _id, ...body }: Record<string, unknown>) => body

describe('points of sale', () => {
  test('begin with one that is licensed, visible and open every day', async () => {
    const { items, total } = await list(shop)
    expect(total).toBe(1)
    expect(items[0]).toMatchObject({
      id: shop.pos_id,
      organization_id: shop.organization_id,
      name: 'Точка 1',
      visible: true,
      type: 'shop',
      license_id: shop.license_id,
      license: { status: 'trial', state: 'active', expires_at: '2026-12-05T08:00:00.000Z' },
      cashiers_count: 1,
      receipts_today: 0,
    })
    expect(items[0].schedule).toHaveLength(7)
  })

  test('are added without a license and changed field by field', async () => {
    const { status, data } = await add(shop, { name: 'Центр', address: 'Хрещатик, 1' })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      name: 'Центр',
      license_id: null,
      license: null,
      address: 'Хрещатик, 1',
    })
    const schedule = [...everyDay(6, '08:00', '02:00'), null]
    const change = { schedule, lat: 50.4501, lng: 30.5234, phone: '0671234567', type: 'cafe' }
    const changed = await shop.owner.inject('PATCH', `${points}/${data.id}`, change)
    expect(changed.status).toBe(200)
    expect(changed.data).toMatchObject({ ...change, phone: '+380671234567', name: 'Центр' })
    expect((await shop.owner.inject('PATCH', `${points}/${data.id}`, {})).data).toEqual(
      changed.data,
    )
  })

  test('of one organization have different names', async () => {
    expect((await add(shop, { name: 'Ринок' })).status).toBe(201)
    expect((await add(shop, { name: 'РИНОК' })).body).toMatchObject({
      code: 'name_taken',
      fields: [{ path: 'name' }],
    })
    expect((await add(stranger, { name: 'Ринок' })).status).toBe(201)
    const answer = await shop.owner.inject('PATCH', `${points}/${shop.pos_id}`, { name: 'ринок' })
    expect(answer.status).toBe(409)
  })

  test('are hidden from buyers and shown again', async () => {
    const set = (visible: boolean) =>
      shop.owner.inject('POST', `${points}/update-pos-visible`, { pos_id: shop.pos_id, visible })
    expect((await set(false)).data.visible).toBe(false)
    expect((await set(true)).data.visible).toBe(true)
  })

  test('refuse what they cannot be', async () => {
    for (const body of [
      { name: 'Я' },
      { lat: 91 },
      { schedule: [] },
      { schedule: everyDay(7, '25:00', '26:00') },
      { city_id: ABSENT },
      { license_id: stranger.license_id },
      { organization_id: stranger.organization_id },
      { visible: false },
    ]) {
      const answer = await shop.owner.inject('PATCH', `${points}/${shop.pos_id}`, body)
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
  })

  test('of somebody else answer like absent ones, to the byte, in every call', async () => {
    const other = stranger.pos_id
    const calls = (id: string, organization_id: string) =>
      [
        ['GET', `${points}?organization_id=${organization_id}`],
        ['POST', `${points}?organization_id=${organization_id}`, { name: 'Моя' }],
        ['PATCH', `${points}/${id}`, { name: 'Моя' }],
        ['DELETE', `${points}/${id}`],
        ['PATCH', `${points}/${id}/activate?license_id=${shop.license_id}`],
        ['PATCH', `${points}/${id}/deactivate`],
        ['POST', `${points}/update-pos-visible`, { pos_id: id, visible: false }],
        ['POST', `${points}/create-pos-register-user`, { pos_id: id, name: 'Я' }],
        ['POST', `${points}/create-pos-register-user`, { pos_ids: [shop.pos_id, id], name: 'Я' }],
        ['POST', `${points}/get-cash-register-users`, { pos_id: id }],
        ['POST', `${points}/get-cash-register-users`, { organization_id }],
      ] as const
    const foreign = calls(other, stranger.organization_id)
    const absent = calls(ABSENT, ABSENT)
    for (const [index, [method, url, body]] of foreign.entries()) {
      const [, absent_url = '', absent_body] = absent[index] ?? []
      const seen = await shop.owner.inject(method, url, body)
      const expected = await shop.owner.inject(method, absent_url, absent_body)
      expect(seen.status, `${method} ${url}`).toBe(404)
      expect(withoutId(seen.body)).toEqual(withoutId(expected.body))
      expect((await openBrowser(t).inject(method, url, body)).status).toBe(401)
    }
    const kept = (await list(stranger)).items.find(({ id }: { id: string }) => id === other)
    expect(kept).toMatchObject({ name: 'Точка 1', visible: true })
  })
})

describe('a license', () => {
  test('moves from one point of sale to another by taking it off first', async () => {
    const own = await openShop(t)
    const { data: second } = await add(own, { name: 'Друга' })
    const activate = (id: string) =>
      own.owner.inject('PATCH', `${points}/${id}/activate?license_id=${own.license_id}`)
    const refused = await activate(second.id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'license_already_assigned',
      data: { id: own.pos_id, name: 'Точка 1' },
    })
    // Where it serves already, assigning it again changes nothing.
    expect((await activate(own.pos_id)).status).toBe(200)
    const freed = await own.owner.inject('PATCH', `${points}/${own.pos_id}/deactivate`)
    expect(freed.data).toMatchObject({ license_id: null, license: null })
    expect((await activate(second.id)).data).toMatchObject({ license: { state: 'active' } })
  })

  test('of somebody else cannot be assigned, like one that is not there', async () => {
    const own = await openShop(t)
    const assign = (license: string | null) =>
      own.owner.inject('PATCH', `${points}/${own.pos_id}/activate?license_id=${license}`)
    const [foreign, absent] = [await assign(stranger.license_id), await assign(ABSENT)]
    expect(foreign.status).toBe(404)
    expect(withoutId(foreign.body)).toEqual(withoutId(absent.body))
  })

  test('asked for by sixty-four points of sale at once serves exactly one', async () => {
    const own = await openShop(t)
    await own.owner.inject('PATCH', `${points}/${own.pos_id}/deactivate`)
    const ids: string[] = []
    for (let n = 0; n < 64; n += 1) ids.push((await add(own, { name: `Точка № ${n}` })).data.id)
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        ids.map((id) =>
          own.owner.inject('PATCH', `${points}/${id}/activate?license_id=${own.license_id}`),
        ),
      )
      const [winner, ...others] = answers.filter(({ status }) => status === 200)
      expect(others).toEqual([])
      expect(answers.filter(({ body }) => body.code === 'license_already_assigned').length).toBe(63)
      const { items } = await list(own)
      const served = items.filter(({ license_id }: { license_id: unknown }) => license_id !== null)
      expect(served.map(({ id }: { id: string }) => id)).toEqual([winner?.data.id])
      await own.owner.inject('PATCH', `${points}/${winner?.data.id}/deactivate`)
    }
  })

  test('taken off is seen by the till at its next call', async () => {
    const own = await openShop(t)
    const state = async () =>
      (await own.till.inject('POST', '/pos-api/v1/bonuses/get-all-pos', {})).data.items[0]
        .license_state
    expect(await state()).toBe('active')
    await own.owner.inject('PATCH', `${points}/${own.pos_id}/deactivate`)
    expect(await state()).toBe('none')
  })
})

describe('deleting a point of sale', () => {
  test('frees its license and its name, and the till sells there no more', async () => {
    const own = await openShop(t)
    expect((await own.owner.inject('DELETE', `${points}/${own.pos_id}`)).status).toBe(204)
    expect((await list(own)).items).toEqual([])
    expect((await own.owner.inject('DELETE', `${points}/${own.pos_id}`)).status).toBe(404)
    const { data } = await own.till.inject('POST', '/pos-api/v1/bonuses/get-all-pos', {})
    expect(data.items).toEqual([])
    const again = await add(own, { name: 'Точка 1' })
    expect(again.status).toBe(201)
    const { id } = again.data
    const assigned = await own.owner.inject(
      'PATCH',
      `${points}/${id}/activate?license_id=${own.license_id}`,
    )
    expect(assigned.status).toBe(200)
  })

  test('with receipts is refused and tells how many', async () => {
    const own = await openShop(t)
    const day = {
      ...{ receipts: 3, member_receipts: 1, cancelled: 0, gross: 0, paid: 0, refunded: 0 },
      ...{ member_paid: 0, member_refunded: 0, accrued: 0, withdrawn: 0, spent: 0, returned: 0 },
      ...{ expired: 0, given: 0, taken: 0 },
    }
    const key = { organization_id: own.organization_id, pos_id: own.pos_id, day: '2026-11-21' }
    await t.io.db
      .insertInto('pos_day')
      .values({ ...day, ...key })
      .execute()
    const { status, body } = await own.owner.inject('DELETE', `${points}/${own.pos_id}`)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'in_use', data: { receipts_count: 3 } })
    expect((await list(own)).items[0].receipts_today).toBe(3)
  })
})
