import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger, type Violation } from '#server/features/ledger/check-ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { giveBonuses, openBuyer } from '#server/testing/buyers.ts'
import { openBrowser } from '#server/testing/identity.ts'
import { newKey, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'

let t: TestIo
let shop: Shop

beforeAll(async () => {
  t = await openTestIo()
  shop = await openShop(t)
})
afterAll(() => t.close())

const at = (id: string, path = '', of = shop) =>
  `/api/v1/receipts/${id}${path}?organization_id=${of.organization_id}`
const codeOf = (answer: { status: number; body: { code?: string } }) => [
  answer.status,
  answer.body.code,
]

async function sold() {
  const { buyer_id, phone } = await openBuyer(t, shop, { first_name: 'Олена', last_name: 'Коваль' })
  await giveBonuses(shop, buyer_id, 40)
  const products = [{ name: 'Кава', price: 50, quantity: 2 }]
  const receipt = await sell(shop.till, { buyer: { phone }, spend: 40, body: { products } })
  return { receipt, phone, buyer_id }
}

test('the owner sees a receipt with its products, its buyer and its movements', async () => {
  const { receipt, phone } = await sold()
  const { status, data } = await shop.owner.inject('GET', at(receipt.receipt_id))
  expect(status).toBe(200)
  expect(data).toMatchObject({
    buyer_name: 'Олена Коваль',
    buyer_phone: phone,
    status: 'completed',
  })
  expect(data.lines[0]).toMatchObject({ name: 'Кава', quantity: 2, to_pay: 60 })
  expect(
    data.entries.map((entry: { kind: string; amount: number }) => [entry.kind, entry.amount]),
  ).toEqual([
    ['spend', -40],
    ['accrual', 3],
  ])
})

test('a sale without a buyer has no movements', async () => {
  const receipt = await sell(shop.till)
  const { data } = await shop.owner.inject('GET', at(receipt.receipt_id))
  expect(data).toMatchObject({ buyer: null, buyer_name: null, entries: [] })
})

test('a stale version answers the new estimate', async () => {
  const { receipt, buyer_id } = await sold()
  const shown = await shop.owner.inject('POST', at(receipt.receipt_id, '/cancel/estimate'), {})
  await giveBonuses(shop, buyer_id, 1)
  const stale = await shop.owner.inject('POST', at(receipt.receipt_id, '/cancel'), {
    version: shown.data.version,
  })
  expect(codeOf(stale)).toEqual([409, 'version_conflict'])
  expect(stale.body.data.balance_before).toBe(shown.data.balance_before + 1)
})

test('another owner’s receipt is absent, whichever organization is named', async () => {
  const { receipt } = await sold()
  const other = await openShop(t)
  const mine = await other.owner.inject('GET', at(receipt.receipt_id, '', other))
  const theirs = await other.owner.inject('GET', at(receipt.receipt_id))
  const cancelled = await other.owner.inject('POST', at(receipt.receipt_id, '/cancel', other), {})
  const estimated = await other.owner.inject('POST', at(receipt.receipt_id, '/cancel/estimate'), {})
  expect([mine, theirs, cancelled, estimated].map(codeOf)).toEqual([
    [404, 'receipt_not_found'],
    [404, 'not_found'],
    [404, 'receipt_not_found'],
    [404, 'not_found'],
  ])
  const nobody = openBrowser(t)
  expect(codeOf(await nobody.inject('GET', at(receipt.receipt_id)))).toEqual([401, 'not_signed_in'])
})

test('the owner cancels at any age, exactly as estimated', async () => {
  const { receipt, buyer_id } = await sold()
  t.clock.advance(40 * 86_400_000)
  const { owner } = shop
  await owner.inject('POST', '/api/v1/user/login', { email: owner.email, password: owner.password })
  const shown = await owner.inject('POST', at(receipt.receipt_id, '/cancel/estimate'), {})
  expect(shown.status).toBe(200)
  const key = { 'idempotency-key': newKey() }
  const body = { version: shown.data.version, reason: 'Повернення товару' }
  const done = await owner.inject('POST', at(receipt.receipt_id, '/cancel'), body, key)
  expect(done.data).toMatchObject(shown.data)
  const again = await owner.inject('POST', at(receipt.receipt_id, '/cancel'), body, key)
  expect(again.body).toEqual(done.body)
  expect(again.headers['idempotency-replayed']).toBe('true')
  const account = await t.io.db
    .selectFrom('account')
    .select('balance')
    .where('buyer_id', '=', buyer_id)
    .executeTakeFirstOrThrow()
  expect(account.balance).toBe(4000)
  const twice = await owner.inject('POST', at(receipt.receipt_id, '/cancel'), {})
  expect(codeOf(twice)).toEqual([409, 'already_cancelled'])
  const { data } = await owner.inject('GET', at(receipt.receipt_id))
  expect(data.cancellations[0]).toMatchObject({ by: 'Олена', reason: 'Повернення товару' })
})

test('the ledger check finds nothing after all of it', async () => {
  const violations: Violation[] = []
  const { entries } = await checkLedger(t.io, (violation) => void violations.push(violation))
  expect(violations).toEqual([])
  expect(entries).toBeGreaterThan(0)
})
