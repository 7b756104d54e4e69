import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop
const phone = newPhone()

beforeAll(async () => {
  t = await openTestIo()
  t.clock.set('2026-11-21T10:00:00Z')
  shop = await openShop(t, { program: { general: { receipts_per_day_max: 0 } } })
  await openBuyer(t, shop, { phone, first_name: '=HYPERLINK("http://x";"y")', last_name: '<b>' })
  for (const total of [100, 250.5, 80]) await sell(shop.till, { buyer: { phone }, body: { total } })
  await sell(shop.till, { buyer: { phone }, spend: 2, body: { total: 40 } })
  const taken = await sell(shop.till, { buyer: { phone: newPhone() }, body: { total: 60 } })
  await cancel(shop.till, taken.receipt_id)
  await sell(shop.till, { body: { total: 33.3 } })
})
afterAll(() => t.close())

const ask = (more: Record<string, string>) =>
  new URLSearchParams({
    organization_id: shop.organization_id,
    start_date: '2026-11-01',
    end_date: '2026-11-21',
    format: 'csv',
    language: 'en',
    ...more,
  }).toString()

async function exported(more: Record<string, string>): Promise<Record<string, string>[]> {
  const answer = await shop.owner.inject('GET', `/api/v1/stats/export?${ask(more)}`)
  expect(answer.status).toBe(200)
  return parse(answer.body, { bom: true, columns: true, delimiter: ';' })
}
const numberIn = (text: string | undefined) => Number((text ?? '').replace(',', '.'))
const total = (rows: Record<string, string>[], column: string) =>
  Math.round(rows.reduce((sum, row) => sum + numberIn(row[column]), 0) * 100) / 100
const report = async (name: string, query: Record<string, string> = {}) =>
  (
    await shop.owner.inject(
      'GET',
      `/api/v1/stats/${name}?${new URLSearchParams({ organization_id: shop.organization_id, ...query }).toString()}`,
    )
  ).data

test('the file of receipts has every row of the report, and its sums', async () => {
  const rows = await exported({ report: 'receipts' })
  const { totals, items } = await report('receipt_report')
  expect(rows.map((row) => numberIn(row['Total']))).toEqual(
    items.map((item: { gross: number }) => item.gross),
  )
  const bare = rows.find((row) => row['Total'] === '33,3')
  expect(bare).toMatchObject({ Time: '2026-11-21 12:00', Buyer: '', Phone: '' })
  expect([total(rows, 'Total'), total(rows, 'Paid'), total(rows, 'Bonuses spent')]).toEqual([
    totals.gross,
    totals.to_pay,
    totals.bonuses_spent,
  ])
  expect(rows.map((row) => row['Status'])).toContain('Cancelled')
})

test('a name that is a formula stays a text, and markup stays as it was written', async () => {
  const [row] = await exported({ report: 'receipts', phone })
  expect(row?.['Buyer']).toBe('\'=HYPERLINK("http://x";"y") <b>')
  expect(row?.['Phone']).toBe(`'${phone}`)
})

test('the file of movements adds up to the report by kind', async () => {
  const rows = await exported({ report: 'transactions' })
  const { totals } = await report('transactions_report')
  expect(rows).toHaveLength(totals.operations)
  expect(total(rows, 'Change of bonuses')).toBe(totals.amount)
  const spent = await exported({ report: 'transactions', kind: 'spend' })
  expect(spent.map((row) => [row['Operation'], row['Change of bonuses']])).toEqual([
    ['Spend', '-2'],
  ])
})

test('the files of periods and of accounts say what the reports say', async () => {
  const by_month = await exported({ report: 'period', group: 'month' })
  expect(by_month).toHaveLength(1)
  expect(by_month[0]).toMatchObject({ Period: '2026-11-01', Receipts: '6', Buyers: '1' })
  const accounts = await exported({ report: 'accounts' })
  const { totals } = await report('contos')
  expect(accounts).toHaveLength(totals.buyers)
  expect(total(accounts, 'Balance')).toBe(totals.balance)
})

test('a wrong period is refused before the first byte, an XLSX is one', async () => {
  const wrong = await shop.owner.inject(
    'GET',
    `/api/v1/stats/export?${ask({ report: 'receipts', start_date: '2026-12-01' })}`,
  )
  expect([wrong.status, wrong.body.code]).toEqual([422, 'validation_failed'])
  const { status, body } = await shop.owner.inject(
    'GET',
    `/api/v1/stats/export?${ask({ report: 'receipts', format: 'xlsx' })}`,
  )
  expect([status, String(body).slice(0, 2)]).toEqual([200, 'PK'])
})

test('everything of one buyer is handed over, of nobody else, and who took it is written down', async () => {
  const found = await shop.owner.inject('POST', '/api/v1/buyers/get_buyers_data', {
    organization_id: shop.organization_id,
    phone,
  })
  const { profile, balance } = found.data.buyer
  const id: string = profile.id
  const at = `/api/v1/buyers/${id}/export?organization_id=${shop.organization_id}`
  const { status, body } = await shop.owner.inject('GET', at)
  expect(status).toBe(200)
  expect(body.profile).toMatchObject({ id, phone, last_name: '<b>' })
  expect(body.profile).not.toHaveProperty('phone_hash')
  expect(body.account.balance).toBe(balance.available)
  const sum = body.movements.reduce(
    (total: number, row: { amount: number }) => total + row.amount,
    0,
  )
  expect(Math.round(sum * 100) / 100).toBe(body.account.balance)
  const ids = new Set(body.receipts.map((row: { id: string }) => row.id))
  const others = await t.io.db
    .selectFrom('receipt')
    .select('id')
    .where((eb) => eb.or([eb('buyer_id', 'is', null), eb('buyer_id', '!=', id)]))
    .execute()
  expect(ids.size).toBeGreaterThan(3)
  expect(others.filter((row) => ids.has(row.id))).toEqual([])
  const again = await shop.owner.inject('GET', at)
  expect(again.body.looked_at_by_the_shop).toMatchObject([{ action: 'data_exported' }])
  const nobody = `/api/v1/buyers/${shop.organization_id}/export?organization_id=${shop.organization_id}`
  expect((await shop.owner.inject('GET', nobody)).status).toBe(404)
})

test('a report longer than one read is whole, each row once, in order', async () => {
  // Copies of one receipt and of one movement, of which reports tell each like any other.
  await sql`insert into receipt
    select (jsonb_populate_record(null::receipt, to_jsonb(r) || jsonb_build_object('number', 'C-' || n,
      'id', overlay(r.id::text placing lpad(to_hex(n), 12, '0') from 25 for 12)))).*
    from (select * from receipt order by id limit 1) as r, generate_series(1, 2345) as n`.execute(
    t.io.db,
  )
  await sql`insert into entry
    select (jsonb_populate_record(null::entry, to_jsonb(e) || jsonb_build_object('number', 100 + n,
      'source', e.source || n,
      'created_at', e.created_at + (n / 50) * interval '1 minute'))).*
    from (select * from entry order by created_at, buyer_id, number limit 1) as e,
      generate_series(1, 2345) as n`.execute(t.io.db)
  const receipts = await exported({ report: 'receipts' })
  const copies = receipts.filter((row) => row['Receipt no.']?.startsWith('C-'))
  expect(new Set(copies.map((row) => row['Receipt no.'])).size).toBe(2345)
  expect(copies).toHaveLength(2345)
  const movements = await exported({ report: 'transactions' })
  const { totals } = await report('transactions_report')
  expect(movements).toHaveLength(totals.operations)
  const times = movements.map((row) => row['Time'] ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
})
