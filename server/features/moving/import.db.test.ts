import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { runImport } from '#server/features/sheets/run-import.ts'
import { openBuyer, giveBonuses } from '#server/testing/buyers.ts'
import { newId } from '#server/io/id.ts'
import { formOf } from '#server/testing/form.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { buyerSheets } from './buyer-sheets.ts'

let t: TestIo
let owner: Shop['owner']
let shop: Shop
beforeAll(async () => {
  t = await openTestIo({ pool: 12 })
  owner = (await openShop(t)).owner
})
beforeEach(async () => {
  shop = await openShop(t, { owner })
})
afterAll(() => t.close())

const imports = '/api/v1/buyers/imports'
const send = async (content: string) => {
  const { body, headers } = formOf(Buffer.from(content))
  const query = new URLSearchParams({
    organization_id: shop.organization_id,
    file_name: 'покупці.csv',
  }).toString()
  const { status, data } = await owner.inject('POST', `${imports}?${query}`, body, headers)
  expect(status).toBe(201)
  await t.runJobs()
  return look(data.id)
}
const look = async (id: string) => (await owner.inject('GET', `${imports}/${id}`)).data
const check = async (id: string, gifts = false) => {
  const { mapping } = await look(id)
  expect((await owner.inject('PATCH', `${imports}/${id}`, { mapping, gifts })).status).toBe(200)
  await t.runJobs()
  return look(id)
}
const begin = (id: string) => owner.inject('POST', `${imports}/${id}/apply`, { lawful: true })
const apply = async (id: string) => {
  expect((await begin(id)).status).toBe(200)
  await t.runJobs()
  return look(id)
}
const bringIn = async (content: string, gifts = false) => {
  const { id } = await send(content)
  const checked = await check(id, gifts)
  return { checked, done: await apply(id) }
}
const buyer = async (phone: string) => {
  const body = { organization_id: shop.organization_id, phone }
  return (await owner.inject('POST', '/api/v1/buyers/get_buyers_data', body)).data?.buyer
}
const clean = async () => {
  const violations: Violation[] = []
  await checkLedger(t.io, (one) => violations.push(one), shop.organization_id)
  return violations
}

const list = `Телефон;ПІБ;День народження;Баланс;Бонуси діють до;Сума покупок;Теги
+380501110001;Олена Коваль;21.05.1990;120,50;31.12.2027;4800;постійні
0501110002;Іван;;0;;;
050 111 00 03;;;75;;;`

describe('a list of buyers from another program', () => {
  test('is checked without a change and brought in with balances and turnovers', async () => {
    const read = await send(list)
    expect(read).toMatchObject({
      status: 'mapping',
      rows_total: 3,
      mapping: {
        phone: 0,
        name: 1,
        birthday: 2,
        balance: 3,
        balance_until: 4,
        turnover: 5,
        tags: 6,
      },
    })
    const checked = await check(read.id)
    expect(checked).toMatchObject({
      ...{ status: 'checked', created: 3, updated: 0, failed: 0, balances: 2, balance_sum: 195.5 },
      ...{ room: null },
    })
    expect(await buyer('+380501110001')).toBeUndefined()
    expect(await apply(read.id)).toMatchObject({ status: 'done', created: 3, balance_sum: 195.5 })
    expect(await buyer('+380501110001')).toMatchObject({
      profile: {
        ...{ first_name: 'Олена', last_name: 'Коваль', birthday: '1990-05-21' },
        ...{ tags: ['постійні'], joined_via: 'import' },
      },
      balance: { available: 120.5, expiring: [{ date: '2027-12-31', amount: 120.5 }] },
      totals: { turnover: 4800, receipts_count: 0 },
      consent: { messages: false, messages_at: null, rules_accepted_at: null },
      lots: [{ kind: 'import', remaining: 120.5 }],
    })
    expect(await clean()).toEqual([])
  })

  test('brought in twice changes nothing the second time', async () => {
    await bringIn(list)
    const before = await buyer('+380501110001')
    const { checked, done } = await bringIn(list)
    expect(checked).toMatchObject({ created: 0, updated: 0, unchanged: 3, balances_kept: 2 })
    expect(done).toMatchObject({ created: 0, updated: 0, unchanged: 3, balance_sum: 0 })
    expect(await buyer('+380501110001')).toEqual(before)
    expect(await clean()).toEqual([])
  })

  test('adds to a buyer who is there, and repays a debt first', async () => {
    const { buyer_id, phone } = await openBuyer(t, shop, { phone: '+380501110003' })
    await giveBonuses(shop, buyer_id, 10)
    const { checked } = await bringIn(list)
    expect(checked).toMatchObject({ created: 2, updated: 1 })
    expect((await buyer(phone)).balance.available).toBe(85)
  })

  test('tells rows at fault, repeated phones and those who asked to be forgotten', async () => {
    const { buyer_id } = await openBuyer(t, shop, { phone: '+380501110009' })
    const body = { organization_id: shop.organization_id }
    await owner.inject('POST', `/api/v1/buyers/${buyer_id}/forget`, body)
    const { checked, done } = await bringIn(
      `Телефон;Баланс\n0501110001;10\n+380 50 111 00 01;20\n12;5\n0501110009;7\n0501110002;сто`,
    )
    const told = checked.errors.map(({ row, code }: { row: number; code: string }) => [row, code])
    expect(told.toSorted()).toEqual([
      [3, 'repeated_phone'],
      [4, 'not_a_phone'],
      [5, 'buyer_forgotten'],
      [6, 'not_a_number'],
    ])
    expect(checked.errors.every(({ message }: { message: string }) => message.includes(' '))).toBe(
      true,
    )
    expect(done).toMatchObject({ created: 1, failed: 4, balance_sum: 10 })
  })

  test('gives no gift of a newcomer unless it was chosen', async () => {
    const gift = { kind: 'on_join', on: true, amount: 50, lifetime_days: 30, when: 'at_once' }
    const purchase = {
      ...{ kind: 'first_purchase', on: true, reward: 'amount', amount: 20, percent: 0 },
      ...{ min_receipt: 0, lifetime_days: 30 },
    }
    const set = await shop.set('bonuses', { welcome: [gift, purchase] })
    expect(set.status).toBe(200)
    await bringIn('Телефон\n0501110001')
    expect((await buyer('+380501110001')).balance.available).toBe(0)
    await bringIn('Телефон\n0501110002', true)
    expect((await buyer('+380501110002')).balance.available).toBe(50)
  })

  test('gives a person whose cards were merged nothing twice', async () => {
    await bringIn(list)
    const { id: keep } = (await buyer('+380501110003')).profile
    const { id: other_id } = (await buyer('+380501110001')).profile
    const body = { organization_id: shop.organization_id, other_id }
    const path = `/api/v1/buyers/${keep}/merge`
    const { version } = (await owner.inject('POST', `${path}-preview`, body)).data
    const merged = { ...body, version, idempotency_key: 'merge-imported' }
    expect((await owner.inject('POST', path, merged)).status).toBe(200)
    const { checked, done } = await bringIn(list)
    // The second row is of the same buyer now: the check foresees it.
    const expected = { created: 0, balances: 0, balances_kept: 1, failed: 1 }
    expect(checked).toMatchObject({ ...expected, errors: [{ row: 4, code: 'repeated_phone' }] })
    expect(done).toMatchObject({ ...expected, balance_sum: 0 })
    expect(await buyer('+380501110001')).toMatchObject({
      balance: { available: 195.5 },
      totals: { turnover: 4800 },
    })
    expect(await clean()).toEqual([])
  })

  test('goes on after a break where it stood: every row once', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => `+38050222${String(1000 + i)};5`)
    const { id } = await send(`Телефон;Баланс\n${rows.join('\n')}`)
    await check(id)
    await begin(id)
    // Two workers at once, and then a third: as after a lost heartbeat.
    const key = { organization_id: shop.organization_id, id }
    await Promise.all([runImport(t.io, buyerSheets, key), runImport(t.io, buyerSheets, key)])
    await runImport(t.io, buyerSheets, key)
    await t.runJobs()
    expect(await look(id)).toMatchObject({
      ...{ status: 'done', created: 600, rows_done: 600, balances: 600, balance_sum: 3000 },
    })
    const { data } = await owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
      organization_id: shop.organization_id,
    })
    expect(data.total).toBe(600)
    expect(await clean()).toEqual([])
  })

  test('new buyers above what the licenses allow are told first, and left out row by row', async () => {
    shop = await openShop(t)
    owner = shop.owner
    const tariff_id = newId(t.clock.now())
    const limits = JSON.stringify({ pos: 3, cashiers: 3, buyers: 3, messages: 2, bots: 1 })
    await t.io.db
      .insertInto('tariff')
      .values({
        ...{ id: tariff_id, name: 'Тісний', period: 'month', price: 100, currency: 'UAH' },
        ...{ features: [], limits, position: 9, on_sale: true },
      })
      .execute()
    await t.io.db
      .updateTable('license')
      .set({ status: 'active', tariff_id, period: 'month' })
      .where('id', '=', shop.license_id)
      .execute()
    await openBuyer(t, shop, { phone: '+380501110001' })
    const phones = ['1', '2', '3', '4', '5'].map((last) => `050111000${last};10`)
    const { checked, done } = await bringIn(`Телефон;Баланс\n${phones.join('\n')}`)
    expect(checked).toMatchObject({ created: 4, updated: 1, room: 2 })
    expect(done).toMatchObject({ created: 2, updated: 1, failed: 2, balance_sum: 30 })
    const told = done.errors.map(({ row, code }: { row: number; code: string }) => [row, code])
    expect(told).toEqual([
      [5, 'tariff_limit'],
      [6, 'tariff_limit'],
    ])
    expect(await clean()).toEqual([])
  })

  test('needs a column of phones, the word of the owner, and one file at a time', async () => {
    const { id } = await send('Імʼя;Баланс\nОлена;5')
    const mapping = { first_name: 0 }
    expect((await owner.inject('PATCH', `${imports}/${id}`, { mapping })).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ path: 'mapping.phone', code: 'required' }],
    })
    expect((await owner.inject('POST', `${imports}/${id}/apply`, {})).status).toBe(422)
    expect((await begin(id)).body.code).toBe('in_use')
    const { body, headers } = formOf(Buffer.from(list))
    const query = `organization_id=${shop.organization_id}&file_name=a.csv`
    const second = await owner.inject('POST', `${imports}?${query}`, body, headers)
    expect(second.body.code).toBe('in_use')
    expect((await owner.inject('DELETE', `${imports}/${id}`)).status).toBe(204)
  })
})
