import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLedger } from '#server/features/ledger/check-ledger.ts'
import { newId } from '#server/io/id.ts'
import { runImport } from '#server/features/sheets/run-import.ts'
import { openBuyer } from '#server/testing/buyers.ts'
import { formOf } from '#server/testing/form.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { receiptSheets } from './receipt-sheets.ts'

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
/** Whatever was brought in, the ledger and the sums of days are as if made from it. */
afterEach(async () => {
  const found: unknown[] = []
  await checkLedger(t.io, (violation) => found.push(violation), shop.organization_id)
  expect(found).toEqual([])
})
afterAll(() => t.close())

const paths = { receipts: '/api/v1/receipts/imports', buyers: '/api/v1/buyers/imports' }
const look = async (id: string, path = paths.receipts) =>
  (await owner.inject('GET', `${path}/${id}`)).data
const send = async (content: string, path = paths.receipts) => {
  const { body, headers } = formOf(Buffer.from(content))
  const of = `organization_id=${shop.organization_id}&file_name=a.csv`
  const { status, data } = await owner.inject('POST', `${path}?${of}`, body, headers)
  expect(status).toBe(201)
  await t.runJobs()
  return look(data.id, path)
}
const check = async (id: string, more: object = {}, path = paths.receipts) => {
  const { mapping } = await look(id, path)
  const answer = await owner.inject('PATCH', `${path}/${id}`, { mapping, ...more })
  expect([answer.status, answer.body.code]).toEqual([200, undefined])
  await t.runJobs()
  return look(id, path)
}
const bringIn = async (content: string, more: object = {}) => {
  const { id } = await send(content)
  const checked = await check(id, more)
  await owner.inject('POST', `${paths.receipts}/${id}/apply`, {})
  await t.runJobs()
  return { checked, done: await look(id) }
}
const bringBuyersIn = async (content: string) => {
  const { id } = await send(content, paths.buyers)
  await check(id, {}, paths.buyers)
  await owner.inject('POST', `${paths.buyers}/${id}/apply`, { lawful: true })
  await t.runJobs()
  return look(id, paths.buyers)
}
const buyer = async (phone: string) => {
  const body = { organization_id: shop.organization_id, phone }
  const { data } = await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', body)
  const { totals, balance } = data.buyer
  return { ...totals, available: balance.available, pending: balance.pending }
}
const period = async (query: string) =>
  (
    await owner.inject(
      'GET',
      `/api/v1/stats/period?organization_id=${shop.organization_id}&${query}`,
    )
  ).data

describe('receipts of the past', () => {
  const file = (one: string) => `Дата;Номер чека;Телефон;Сума
03.02.2026 10:15;101;${one};250,50
04.02.2026;102;${one};100
04.02.2026 18:00;103;;80,25`

  test('are told first, give turnover, visits and reports on their own days, and no bonuses', async () => {
    const { phone } = await openBuyer(t, shop)
    const read = await send(file(phone))
    const checked = await check(read.id)
    expect(checked).toMatchObject({
      ...{ status: 'checked', created: 3, failed: 0, members: 2, paid: 430.75 },
    })
    expect((await buyer(phone)).turnover).toBe(0)
    await owner.inject('POST', `${paths.receipts}/${read.id}/apply`, {})
    await t.runJobs()
    expect(await look(read.id)).toMatchObject({ status: 'done', created: 3, paid: 430.75 })
    const known = await buyer(phone)
    expect(known).toMatchObject({ turnover: 350.5, receipts_count: 2, available: 0, pending: 0 })
    expect(known.last_visit_at).toBe('2026-02-04T10:00:00.000Z')
    const { totals } = await period('start_date=2026-02-01&end_date=2026-02-28')
    expect(totals).toMatchObject({ receipts: 3, turnover: 430.75, accrued: 0 })
    const today = await period('start_date=2026-11-21&end_date=2026-11-21')
    expect(today.totals).toMatchObject({ receipts: 0, turnover: 0 })
  })

  test('never come twice: the same file, the same number, two workers at once', async () => {
    const { phone } = await openBuyer(t, shop)
    const bare = `Дата;Телефон;Сума
05.02.2026;${phone};40
05.02.2026;${phone};40`
    expect((await bringIn(file(phone))).done).toMatchObject({ created: 3 })
    expect((await bringIn(bare)).done).toMatchObject({ created: 2 })
    expect((await bringIn(file(phone))).done).toMatchObject({ created: 0, unchanged: 3 })
    expect((await bringIn(bare)).done).toMatchObject({ created: 0, unchanged: 2 })
    // The hour told anew is the same receipt; another sum under its number is none of ours.
    const again = `Дата;Номер чека;Телефон;Сума
03.02.2026;101;${phone};250,50
04.02.2026;102;${phone};999
06.02.2026;104;${phone};10
06.02.2026;104;${phone};20`
    const { checked, done } = await bringIn(again)
    expect(
      checked.errors.map(({ row, code }: { row: number; code: string }) => [row, code]),
    ).toEqual([
      [5, 'repeated_number'],
      [3, 'duplicate_number'],
    ])
    expect(done).toMatchObject({ created: 1, unchanged: 1 })
    expect((await buyer(phone)).receipts_count).toBe(5)

    const { id } = await send(`Дата;Телефон;Сума\n07.02.2026;${phone};15`)
    await check(id)
    await owner.inject('POST', `${paths.receipts}/${id}/apply`, {})
    const key = { organization_id: shop.organization_id, id }
    await Promise.all([runImport(t.io, receiptSheets, key), runImport(t.io, receiptSheets, key)])
    await t.runJobs()
    expect((await buyer(phone)).receipts_count).toBe(6)
  })

  test('take the place of the turnover that came with the buyers, whichever came first', async () => {
    await bringBuyersIn('Телефон;Баланс;Сума покупок\n0501110001;30;1000\n0501110002;;100\n')
    const lines = `Дата;Телефон;Сума
03.02.2026;0501110001;400
04.02.2026;0501110001;150
04.02.2026;0501110002;300`
    expect((await bringIn(lines)).done).toMatchObject({ created: 3 })
    expect(await buyer('+380501110001')).toMatchObject({ turnover: 1000, receipts_count: 2 })
    expect(await buyer('+380501110002')).toMatchObject({ turnover: 300, receipts_count: 1 })
    const { phone } = await openBuyer(t, shop)
    await bringIn(`Дата;Телефон;Сума\n03.02.2026;${phone};70`)
    await bringBuyersIn(`Телефон;Баланс;Сума покупок\n${phone};5;900`)
    const known = await buyer(phone)
    expect([known.turnover, known.available]).toEqual([70, 5])
  })

  test('of lines are one receipt, with what was bought, and can be cancelled like any', async () => {
    const { phone } = await openBuyer(t, shop)
    const { done } = await bringIn(`Дата;Номер чека;Телефон;Сума;Товар;Кількість;Ціна
03.02.2026 10:15;7;${phone};100;Капучино;2;45
03.02.2026 10:15;7;${phone};100;Круасан;1;30
;;;;Вода;0,5;10
03.02.2026 11:00;8;;20;Чай;1;
03.02.2026 12:00;9;;500;Чай;1;20`)
    expect(done).toMatchObject({ created: 2, failed: 1, members: 1, paid: 120 })
    const { data } = await owner.inject(
      'GET',
      `/api/v1/stats/receipt_report?organization_id=${shop.organization_id}&date_from=2026-02-03&date_to=2026-02-03`,
    )
    const one = data.items.find(({ number }: { number: string }) => number === '7')
    expect(one).toMatchObject({ status: 'completed' })
    const shown = await owner.inject(
      'GET',
      `/api/v1/receipts/${one.receipt_id}?organization_id=${shop.organization_id}`,
    )
    expect(shown.data.lines.map(({ name }: { name: string }) => name)).toEqual([
      'Капучино',
      'Круасан',
      'Вода',
    ])
    const cancelled = await owner.inject(
      'POST',
      `/api/v1/receipts/${one.receipt_id}/cancel?organization_id=${shop.organization_id}`,
      { reason: 'Помилка' },
      { 'idempotency-key': newId(t.clock.now()) },
    )
    expect([cancelled.status, cancelled.body.code]).toEqual([200, undefined])
    expect(await buyer(phone)).toMatchObject({ turnover: 0, receipts_count: 0 })
  })

  test('tell every row at fault, and bring the rest in', async () => {
    const { phone } = await openBuyer(t, shop)
    const { checked, done } = await bringIn(`Дата;Номер чека;Телефон;Сума
31.06.2026;1;${phone};10
03.02.2027;2;${phone};10
03.02.2026;3;12;10
03.02.2026;4;+380991234567;10
03.02.2026;5;${phone};-10
03.02.2026;6;${phone};
03.02.2026;7;${phone};1,234
03.02.2026;8;${phone};12`)
    expect(
      checked.errors
        .map(({ row, code }: { row: number; code: string }) => `${row} ${code}`)
        .toSorted(),
    ).toEqual([
      '2 not_a_date',
      '3 invalid',
      '4 not_a_phone',
      '5 buyer_not_found',
      '6 too_small',
      '7 required',
      '8 ambiguous_number',
    ])
    expect(done).toMatchObject({ created: 1, failed: 7 })
  })

  test('name their point of sale, or one is chosen for them', async () => {
    const { data } = await owner.inject(
      'POST',
      `/api/v1/pos?organization_id=${shop.organization_id}`,
      { name: 'Ринок' },
    )
    const named = `Дата;Точка;Сума\n03.02.2026;ринок;10\n03.02.2026;Десь;10\n03.02.2026;;10`
    const { id } = await send(named)
    expect((await check(id)).failed).toBe(2)
    expect((await check(id, { pos_id: shop.pos_id })).failed).toBe(1)
    await owner.inject('POST', `${paths.receipts}/${id}/apply`, {})
    await t.runJobs()
    const { rows } = await t.io.pool.query(
      'select pos_id from receipt where organization_id = $1 order by created_at, pos_id',
      [shop.organization_id],
    )
    expect(new Set(rows.map(({ pos_id }) => pos_id))).toEqual(new Set([shop.pos_id, data.id]))
  })

  test('come in beside a till that sells to the same buyers', async () => {
    shop = await openShop(t)
    owner = shop.owner
    const people = await Promise.all(Array.from({ length: 3 }, () => openBuyer(t, shop)))
    const rows = Array.from({ length: 60 }, (_, index) => {
      const one = people[index % 3]
      return `${String(1 + (index % 28)).padStart(2, '0')}.03.2026 12:00;${index};${one?.phone};10`
    })
    const { id } = await send(`Дата;Номер чека;Телефон;Сума\n${rows.join('\n')}`)
    await check(id)
    await owner.inject('POST', `${paths.receipts}/${id}/apply`, {})
    const sold = people
      .flatMap(({ phone }) => [phone, phone])
      .map((phone) => sell(shop.till, { buyer: { phone } }))
    await Promise.all([t.runJobs(), ...sold])
    await t.runJobs()
    expect(await look(id)).toMatchObject({ status: 'done', created: 60 })
    for (const { phone } of people) {
      expect(await buyer(phone)).toMatchObject({ receipts_count: 22, turnover: 400 })
    }
  })
})
