/**
 * The contract of the POS API as an integrator meets it: every call of the document is made over
 * HTTP, by the generated client alone.
 */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { giveBonuses, openBuyer, reachBuyer } from '#server/testing/buyers.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { newPhone } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { openPosClient, type PosClient } from '../packages/pos-client/index.js'
import { posApiDocument } from '../scripts/pos-kit/document.ts'

let t: TestIo
let shop: Shop
let origin: string
let till: PosClient
/** The operations that were answered with success. */
const driven = new Set<string>()

function open(token?: string): PosClient {
  const client = openPosClient({ origin, ...(token !== undefined && { token }) })
  client.use({
    onResponse({ request, response, schemaPath }) {
      if (response.ok) driven.add(`${request.method} ${schemaPath}`)
    },
  })
  return client
}

/** What the call answered. */
function must<E extends { data: unknown }>(answer: { data?: E; error?: unknown }): E['data'] {
  expect(answer.error).toBeUndefined()
  if (answer.data === undefined) throw new Error('the call answered nothing')
  return answer.data.data
}

beforeAll(async () => {
  t = await openTestIo()
  const program = {
    general: { receipts_per_day_max: 0, compensation_max: 20, compensation_day_max: 100 },
  }
  shop = await openShop(t, { program })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  const signed = await open().POST('/pos-api/v1/manager-auth', {
    body: { login: shop.cashier.login ?? '', password: shop.till.pin },
  })
  till = open(must(signed).token)
})
afterAll(() => t.close())

const products = [
  { name: 'Кава', price: 65, quantity: 2 },
  { name: 'Булочка', price: 40, quantity: 1 },
]

/** A receipt of three pieces for a new buyer. */
async function sellProducts(phone: string) {
  const query = { phone }
  const calculated = await till.POST('/pos-api/v1/receipt', {
    params: { query },
    body: { products, number: newId(t.clock.now()) },
  })
  expect(must(calculated)).toMatchObject({ can_register: true, totals: { to_pay: 170 } })
  const receipt_id = must(calculated).receipt_id ?? ''
  const make = () =>
    till.POST('/pos-api/v1/bonuses/create', {
      params: { query: { receipt_id, ...query }, header: { 'Idempotency-Key': receipt_id } },
      body: { register: { name: 'Олена' } },
    })
  return { receipt_id, calculated, made: await make(), make }
}

test('who holds the token, where it sells, and what the shop sells', async () => {
  const session = must(await till.GET('/pos-api/v1/manager'))
  expect(session.manager.role).toBe('cashier')
  const places = must(await till.POST('/pos-api/v1/bonuses/get-all-pos'))
  expect(places.items.map(({ id }) => id)).toEqual([shop.pos_id])
  const path = `/api/v1/products?organization_id=${shop.organization_id}`
  await shop.owner.inject('POST', path, { name: 'Лате', barcode: '4820000000017', price: 75 })
  const query = { barcode: '4820000000017' }
  const found = must(await till.GET('/pos-api/v1/products', { params: { query } }))
  expect(found.items).toMatchObject([{ name: 'Лате', price: 75 }])
  const link = { params: { query: { pos_id: shop.pos_id } } }
  expect(must(await till.GET('/pos-api/v1/join-link', link))).toEqual({ link: null })
})

test('a sale, its repetition, and what is told of it', async () => {
  const phone = newPhone()
  const { receipt_id, calculated, made, make } = await sellProducts(phone)
  const policy = '"buyers";q=300;w=3600, "unknown-buyers";q=100;w=3600'
  expect(calculated.response.headers.get('ratelimit-policy')).toBe(policy)
  expect(calculated.response.headers.get('ratelimit')).toMatch(/"unknown-buyers";r=\d+;t=\d+/)
  expect(made.response.status).toBe(201)
  const again = await make()
  expect(again.response.headers.get('idempotency-replayed')).toBe('true')
  expect(must(again)).toEqual(must(made))

  const path = { id: receipt_id }
  const whole = must(await till.GET('/pos-api/v1/receipts/{id}', { params: { path } }))
  expect(whole).toMatchObject({ receipt_id, status: 'completed' })
  const code = must(await till.POST('/pos-api/v1/receipts/{id}/link-code', { params: { path } }))
  expect(code.code).toBeTypeOf('string')
  const listed = must(await till.POST('/pos-api/v1/bonuses/get-receipts', { body: { phone } }))
  expect(listed.items.map((row) => row.receipt_id)).toEqual([receipt_id])
  const lines = await till.POST('/pos-api/v1/bonuses/get-receipt-products', {
    body: { receipt_id },
  })
  expect(must(lines).items).toHaveLength(2)
  const from = new Date(t.clock.now().getTime() - 3_600_000).toISOString()
  const shift = must(await till.GET('/pos-api/v1/shift', { params: { query: { from } } }))
  expect(shift).toBeTypeOf('object')
})

test('a part comes back exactly as estimated', async () => {
  const { receipt_id } = await sellProducts(newPhone())
  const query = { receipt_id }
  const lines = [{ line: 1, quantity: 1 }]
  const estimate = must(
    await till.POST('/pos-api/v1/bonuses/cancel/estimate', { params: { query }, body: { lines } }),
  )
  const { version, refund_money } = estimate
  const header = { 'Idempotency-Key': `return-${receipt_id}` }
  const cancelled = await till.POST('/pos-api/v1/bonuses/cancel', {
    params: { query, header },
    body: { lines, version, reason: 'Повернення' },
  })
  expect(must(cancelled)).toMatchObject({ status: 'partially_cancelled', refund_money })
  expect(refund_money).toBe(65)
})

test('a senior compensates a buyer and lets a receipt pass', async () => {
  const senior = await shop.addTill({ role: 'senior' })
  const { phone } = await openBuyer(t, shop)
  const query = { phone, amount: 5, reason: 'Довго чекали' }
  const given = await open(senior.token).POST('/pos-api/v1/bonuses/add-bonuses-for-cancel', {
    params: { query: { ...query, amount: '5' }, header: { 'Idempotency-Key': 'sorry-1' } },
  })
  expect(must(given)).toMatchObject({ amount: 5 })
  const receipt_id = newId(t.clock.now())
  const word = await till.POST('/pos-api/v1/bonuses/approve', {
    body: { receipt_id, login: senior.user.login ?? '', password: senior.pin },
  })
  expect(must(word).approved_by).toBe(senior.user.name)
})

test('a spend waits for the buyer, is followed and withdrawn', async () => {
  const { buyer_id, phone } = await openBuyer(t, shop)
  await giveBonuses(shop, buyer_id, 500)
  await reachBuyer(t, shop, buyer_id)
  const spend = { discount_amount: '300', phone }
  const calculated = await till.POST('/pos-api/v1/receipt', {
    params: { query: spend },
    body: { total: 1000 },
  })
  const { receipt_id, confirmation } = must(calculated)
  expect(confirmation.required).toBe(true)
  const asked = await till.POST('/pos-api/v1/bonuses/create', {
    params: { query: { receipt_id: receipt_id ?? '', ...spend } },
    body: {},
  })
  expect(asked.response.status).toBe(202)
  const params = { path: { id: receipt_id ?? '' } }
  const state = must(await till.GET('/pos-api/v1/receipts/{id}/confirmation', { params }))
  expect(state.status).toBe('awaiting_confirmation')

  const stream = await till.GET('/pos-api/v1/receipts/{id}/events', { params, parseAs: 'stream' })
  const reader = stream.data?.getReader()
  const first = new TextDecoder().decode((await reader?.read())?.value)
  expect(first).toContain('"status":"awaiting_confirmation"')
  await reader?.cancel()

  const path = '/pos-api/v1/receipts/{id}/confirmation'
  expect(must(await till.DELETE(path, { params })).status).toBe('declined')
})

test('a refusal is a problem with a code and its fields', async () => {
  const { error, response } = await till.POST('/pos-api/v1/receipt', {
    params: { query: { phone: 'nobody' } },
    body: { total: 10 },
  })
  expect(response.status).toBe(422)
  expect(error).toMatchObject({ code: 'validation_failed', fields: [{ path: 'phone' }] })
  const { error: stranger } = await open('not-a-token').GET('/pos-api/v1/manager')
  expect(stranger?.code).toBe('not_signed_in')
})

test('who asked for too many strangers is told when to come again', async () => {
  const limited = open((await shop.addTill()).token)
  const ask = () =>
    limited.POST('/pos-api/v1/receipt', {
      params: { query: { phone: newPhone() } },
      body: { total: 10 },
    })
  for (let asked = 0; asked < 100; asked += 1) must(await ask())
  const { error, response } = await ask()
  expect([response.status, error?.code]).toEqual([429, 'rate_limited'])
  const seconds = response.headers.get('retry-after')
  expect(Number(seconds)).toBeGreaterThan(0)
  expect(response.headers.get('ratelimit')).toContain(`"unknown-buyers";r=0;t=${seconds}`)
})

test('every operation of the document was driven, the end of the session last', async () => {
  expect((await till.POST('/pos-api/v1/manager-logout')).response.status).toBe(204)
  const operations = Object.entries(posApiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect([...driven].toSorted()).toEqual(operations.toSorted())
})
