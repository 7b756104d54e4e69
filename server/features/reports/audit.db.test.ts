import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { PASSWORD } from '#server/testing/identity.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { asSchemaOwner } from '#server/testing/trial-world.ts'
import { openShop, signInTill, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo()
  t.clock.set('2026-11-21T10:00:00Z')
  shop = await openShop(t)
})
afterAll(() => t.close())

type Row = {
  act: string
  by: { kind: string; name: string | null }
  on: { kind: string; id: string; name: string | null } | null
  facts: Record<string, unknown>
  changes: Record<string, unknown[]>
  address: string | null
}

async function log(more: Record<string, string> = {}, of = shop): Promise<Row[]> {
  const query = new URLSearchParams({ organization_id: of.organization_id, limit: '1000', ...more })
  const { status, data } = await of.owner.inject('GET', `/api/v1/audit?${query.toString()}`)
  expect(status).toBe(200)
  expect(data.total).toBe(data.items.length)
  return data.items
}
const last = async (): Promise<Row> => (await log())[0] as Row
/** A second later, so that what follows is told first. */
const later = () => t.clock.advance(1000)

test('a cashier is added, changed, signs in and is deleted: each is told with who and from where', async () => {
  const { owner } = shop
  later()
  const till = await shop.addTill({ name: '=SUM(A1)' })
  const both = (await log()).slice(0, 2)
  const signed = both.find(({ act }) => act === 'cashier_signed_in')
  const added = both.find(({ act }) => act === 'cashier_added')
  expect(signed).toMatchObject({
    act: 'cashier_signed_in',
    by: { kind: 'cashier', name: '=SUM(A1)' },
  })
  expect(added).toMatchObject({
    act: 'cashier_added',
    by: { kind: 'owner' },
    on: { kind: 'cashier', id: till.user.id, name: '=SUM(A1)' },
    facts: { role: 'cashier' },
    address: '127.0.0.*',
  })
  later()
  const id = till.user.id
  await owner.inject('POST', '/api/v1/pos/update-cash-register-user', { id, enabled: false })
  expect(await last()).toMatchObject({
    act: 'cashier_changed',
    changes: { enabled: [true, false] },
  })
  later()
  await owner.inject('POST', '/api/v1/pos/reset-cash-register-user-pin', { id })
  expect(await last()).toMatchObject({ act: 'cashier_secret_reset' })
  expect(JSON.stringify(await log())).not.toContain('argon2')
})

test('settings tell which fields changed; what is refused leaves no trace', async () => {
  later()
  expect((await shop.set('general', { receipts_per_day_max: 7 })).status).toBe(200)
  const row = await last()
  expect(row).toMatchObject({ act: 'settings_changed', facts: { group: 'general' } })
  expect(Object.keys(row.changes)).toEqual(['receipts_per_day_max'])
  const before = (await log()).length
  expect((await shop.set('bonuses', { levels: [] })).status).toBe(422)
  const url = `/api/v1/settings/general?organization_id=${shop.organization_id}`
  expect((await shop.owner.inject('PATCH', url, { version: 1 })).status).toBe(409)
  expect((await log()).length).toBe(before)
})

test('what the ledger keeps itself is in the list too: by hand, cancelled', async () => {
  const { buyer_id } = await openBuyer(t, shop, { first_name: 'Олена', phone: newPhone() })
  later()
  await giveBonuses(shop, buyer_id, 12.5)
  expect(await last()).toMatchObject({
    act: 'manual_accrual',
    by: { kind: 'owner' },
    on: { kind: 'buyer', id: buyer_id, name: 'Олена' },
    facts: { bonuses: 12.5 },
  })
  later()
  const senior = await shop.addTill({ role: 'senior', name: 'Ірина' })
  const receipt = await sell(senior, { body: { total: 80 } })
  later()
  await cancel(senior, receipt.receipt_id)
  expect(await last()).toMatchObject({
    act: 'receipt_cancelled',
    by: { kind: 'cashier', name: 'Ірина' },
    on: { kind: 'receipt', id: receipt.receipt_id },
    facts: { money: 80, whole: true },
  })
  later()
  const partly = await sell(senior, { body: { total: 80 } })
  await cancel(senior, partly.receipt_id, { amount: 30 })
  expect(await last()).toMatchObject({ act: 'receipt_refunded', facts: { money: 30 } })
  const refunded = await log({ kind: 'receipt_refunded' })
  expect(refunded.map(({ on }) => on?.id)).toEqual([partly.receipt_id])
  const hers = await log({ cashier_id: senior.user.id })
  expect(new Set(hers.map(({ act }) => act))).toEqual(
    new Set(['receipt_cancelled', 'receipt_refunded', 'cashier_signed_in']),
  )
  expect((await log({ kind: 'manual_accrual' })).map(({ act }) => act)).toEqual(['manual_accrual'])
})

test('looks and exports are told before they are answered, and a forgotten buyer has no name', async () => {
  const { buyer_id } = await openBuyer(t, shop, { first_name: 'Іван', phone: newPhone() })
  const { owner, organization_id } = shop
  const at = (what: string) => `/api/v1/buyers/${buyer_id}/${what}`
  const body = { organization_id }
  later()
  expect((await owner.inject('POST', at('reveal'), body)).status).toBe(200)
  expect(await last()).toMatchObject({ act: 'phone_revealed', on: { id: buyer_id, name: 'Іван' } })
  later()
  await owner.inject('GET', `${at('export')}?organization_id=${organization_id}`)
  expect(await last()).toMatchObject({ act: 'buyer_exported' })
  later()
  await owner.inject('POST', at('forget'), body)
  const about = (await log()).filter(({ on }) => on?.id === buyer_id)
  expect(about.map(({ act, on }) => [act, on?.name])).toEqual([
    ['buyer_forgotten', null],
    ['buyer_exported', null],
    ['phone_revealed', null],
  ])
})

test('nobody changes a row: not the program, not the owner of the schema', async () => {
  await expect(sql`update audit_act set act = 'x'`.execute(t.io.db)).rejects.toThrow(/denied/)
  await expect(sql`delete from audit_act`.execute(t.io.db)).rejects.toThrow(/denied/)
  await expect(sql`truncate audit_act`.execute(t.io.db)).rejects.toThrow(/denied/)
  for (const table of ['entry', 'cancellation']) {
    const gone = sql`delete from ${sql.table(table)}`.execute(t.io.db)
    await expect(gone).rejects.toThrow(/denied/)
  }
  const as_owner = asSchemaOwner(t, `update audit_act set act = 'x'`)
  await expect(as_owner).rejects.toThrow(/never changed/)
})

test('another shop sees none of it', async () => {
  const other = await openShop(t)
  const theirs = await log({}, other)
  expect(theirs.every(({ on }) => on === null || on.kind === 'cashier')).toBe(true)
  const query = `organization_id=${shop.organization_id}`
  expect((await other.owner.inject('GET', `/api/v1/audit?${query}`)).status).toBe(404)
})

test('the file has every row; a name that is a formula stays a text', async () => {
  await signInTill(t, shop.till.user, shop.till.pin)
  const rows = await log()
  const query = new URLSearchParams({
    ...{ organization_id: shop.organization_id, report: 'audit', format: 'csv', language: 'en' },
  })
  later()
  const { body } = await shop.owner.inject('GET', `/api/v1/stats/export?${query.toString()}`)
  const file: Record<string, string>[] = parse(body, { bom: true, columns: true, delimiter: ';' })
  // That the file is taken is written down before its first byte, so it is in the file too.
  expect(file).toHaveLength(rows.length + 1)
  expect(file.some((row) => row['On what'] === "'=SUM(A1)")).toBe(true)
  expect(await last()).toMatchObject({
    act: 'report_exported',
    facts: { report: 'audit', format: 'csv' },
  })
})

test('promotions and the owner’s own sign-ins are told', async () => {
  later()
  const { owner, organization_id } = shop
  const path = '/api/v1/promotions'
  const effect = { kind: 'percent_off', percent: 50 }
  const products = { all: false, barcodes: [], skus: [], categories: ['Кава'] }
  const made = await owner.inject('POST', `${path}?organization_id=${organization_id}&type=2`, {
    ...{ name: 'Друга кава', effect, products },
  })
  expect(made.status).toBe(201)
  const { id, version } = made.data
  expect(await last()).toMatchObject({
    act: 'promotion_added',
    on: { kind: 'promotion', id, name: 'Друга кава' },
  })
  later()
  await owner.inject('PATCH', `${path}/${id}`, { version, status: 'running' })
  expect(await last()).toMatchObject({
    act: 'promotion_changed',
    changes: { state: ['draft', 'launched'] },
  })
  later()
  const { email } = owner
  await owner.inject('POST', '/api/v1/user/login', { email, password: PASSWORD })
  expect(await last()).toMatchObject({ act: 'owner_signed_in', address: '127.0.0.*', on: null })
  expect(await log({ kind: 'owner_signed_in' })).toHaveLength(1)
})
