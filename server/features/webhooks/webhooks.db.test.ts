import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { openReceiver, type Received } from '#server/testing/webhook-receiver.ts'
import { inTransaction } from '#server/io/db.ts'
import { deliver, sweep } from './deliver.ts'
import { listDeliveries, type DeliveryRow } from './delivery-store.ts'
import { replay, sendTest } from './send-by-hand.ts'
import { findEndpoint, updateEndpoint } from './store.ts'

const HOUR = 3_600_000
let t: TestIo
let shop: Shop
let receiver: Awaited<ReturnType<typeof openReceiver>>
let hook: { id: string; secret: string }
let former = ''

beforeAll(async () => {
  t = await openTestIo({ config: { WEBHOOKS_PRIVATE: 'true' } })
  shop = await openShop(t, { name: 'Кава' })
  receiver = await openReceiver()
  const { status, data } = await ask('POST', '', {
    url: receiver.url,
    events: ['receipt.completed', 'receipt.cancelled', 'buyer.joined', 'balance.changed'],
  })
  expect(status).toBe(201)
  hook = { id: data.webhook.id, secret: data.secret }
})
afterAll(async () => {
  receiver.close()
  await t.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.behave = (answer) => void answer.writeHead(204).end()
})

const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => {
  const mark = path.includes('?') ? '&' : '?'
  const query = `${mark}organization_id=${shop.organization_id}`
  return shop.owner.inject(method, `/api/v1/webhooks${path}${query}`, body)
}
const keyOf = () => ({ organization_id: shop.organization_id, id: hook.id })
// Sessions end within the hours that pass: the rows are read themselves.
const list = async (status?: 'pending' | 'failed') =>
  (await listDeliveries(t.io.db, keyOf(), { status, page: 1, limit: 100 })).items
const typeOf = ({ body }: Received) => JSON.parse(body).type as string
const idOf = ({ headers }: Received) => headers['webhook-id']

/** As a receiver checks it, without a line of ours. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const wanted = `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(wanted)
}

test('a sale and a newcomer arrive once each, signed, without a whole phone', async () => {
  const phone = newPhone()
  await sell(shop.till, { buyer: { phone }, body: { total: 120.5 } })
  await sell(shop.till, { body: { total: 30 } })
  await t.runJobs()
  const types = receiver.received.map(typeOf).toSorted()
  expect(types).toEqual(['buyer.joined', 'receipt.completed', 'receipt.completed'])
  for (const one of receiver.received) {
    expect(isSignedBy(hook.secret, one)).toBe(true)
    expect(one.body).not.toContain(phone.slice(4))
  }
  const sales = receiver.received.filter((one) => typeOf(one) === 'receipt.completed')
  const told = sales.map(({ body }) => JSON.parse(body).data)
  expect(told.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([30, 120.5])
  expect(told.filter(({ buyer }) => buyer === null)).toHaveLength(1)
  expect(new Set(receiver.received.map(idOf)).size).toBe(3)
})

test('a cancelled receipt and bonuses given by hand arrive as what they are', async () => {
  const phone = newPhone()
  const sale = { buyer: { phone }, body: { total: 200 } }
  const { receipt_id, buyer } = await sell(shop.till, sale)
  await cancel(shop.till, receipt_id, { reason: 'Повернення товару' })
  const given = await shop.owner.inject('POST', '/api/v1/buyers/make_handle_accrual', {
    ...{ organization_id: shop.organization_id, buyer_id: buyer.id, amount: 7.5, reason: 'gift' },
    idempotency_key: 'by-hand',
  })
  expect(given.status).toBeLessThan(300)
  await t.runJobs()
  const of = (type: string) => receiver.received.filter((one) => typeOf(one) === type)
  const [cancelled] = of('receipt.cancelled').map(({ body }) => JSON.parse(body).data)
  expect(cancelled).toMatchObject({ receipt_id, whole: true, refund: 200 })
  const [changed] = of('balance.changed').map(({ body }) => JSON.parse(body).data)
  expect(changed.changes).toMatchObject([{ amount: 7.5 }])
  expect(changed.buyer.id).toBe(buyer.id)
})

test('a fact that is told twice is one delivery', async () => {
  const { receipt_id } = await sell(shop.till, { body: { total: 10 } })
  const fact = { organization_id: shop.organization_id, receipt_id }
  await t.io.jobs.send('sale_made.webhook', fact)
  await t.io.jobs.send('sale_made.webhook', fact)
  await t.runJobs()
  expect(receiver.received).toHaveLength(1)
})

test('a switched off address hears nothing, and another shop sees nothing of it', async () => {
  await ask('PATCH', `/${hook.id}`, { enabled: false })
  await sell(shop.till, { body: { total: 15 } })
  await t.runJobs()
  expect(receiver.received).toEqual([])
  const other = await openShop(t)
  const query = `organization_id=${other.organization_id}`
  const foreign = await other.owner.inject('GET', `/api/v1/webhooks/${hook.id}/deliveries?${query}`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
  await ask('PATCH', `/${hook.id}`, { enabled: true })
})

test('both secrets sign after a change', async () => {
  const { data } = await ask('POST', `/${hook.id}/secret`)
  expect((await ask('POST', `/${hook.id}/test`)).status).toBe(204)
  await t.runJobs()
  const [first] = receiver.received as [Received]
  expect([isSignedBy(hook.secret, first), isSignedBy(data.secret, first)]).toEqual([true, true])
  former = hook.secret
  hook.secret = data.secret
})

test('two tries of one delivery at once are one request', async () => {
  receiver.behave = (answer) => void answer.writeHead(500).end()
  await sell(shop.till, { body: { total: 11 } })
  await t.runJobs()
  const [row] = (await list('pending')) as [DeliveryRow]
  const key = { organization_id: shop.organization_id, id: row.id }
  t.clock.advance(60_000)
  receiver.received.length = 0
  receiver.behave = (answer) => void answer.writeHead(200).end()
  await Promise.all([deliver(t.io, key), deliver(t.io, key), deliver(t.io, key)])
  expect(receiver.received.map(idOf)).toEqual([row.id])
})

const lies: [string, (answer: ServerResponse) => void, string][] = [
  ['fails', (answer) => void answer.writeHead(503).end('busy \u0000 now'), 'status'],
  ['hangs', () => {}, 'timeout'],
  ['answers too late', (answer) => void setTimeout(() => answer.end(), 3_000).unref(), 'timeout'],
  ['closes early', (answer) => void answer.socket?.destroy(), 'unreachable'],
  [
    'closes in the middle of a success',
    (answer) => {
      answer.writeHead(200, { 'content-length': '100' })
      answer.write('half', () => answer.socket?.destroy())
    },
    'unreachable',
  ],
  [
    'drips its success',
    (answer) => {
      answer.writeHead(200)
      answer.write('.')
    },
    'timeout',
  ],
  [
    'redirects to our own network',
    (answer) => void answer.writeHead(302, { location: receiver.url }).end(),
    'redirect',
  ],
]
test.each(lies)(
  'a receiver that %s gets it again under the same id',
  async (_how, behave, problem) => {
    await sell(shop.till, { body: { total: 12 } })
    receiver.behave = (answer) => void answer.writeHead(500).end()
    await t.runJobs()
    const id = idOf(receiver.received[0] as Received)
    const key = { organization_id: shop.organization_id, id: id ?? '' }
    t.clock.advance(60_000)
    receiver.behave = behave
    await deliver(t.io, key, { timeout_ms: 500 })
    expect((await list('pending'))[0]).toMatchObject({ id, problem, attempts: 2 })
    expect(receiver.received).toHaveLength(2)
    t.clock.advance(10 * 60_000)
    receiver.behave = (answer) => void answer.writeHead(200).end('thanks')
    expect(await sweep(t.io)).toBe(1)
    await t.runJobs()
    expect(receiver.received.map(idOf)).toEqual([id, id, id])
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(await sweep(t.io)).toBe(0)
    expect(await list('pending')).toEqual([])
  },
)

test('a try whose process died is made again', async () => {
  await sell(shop.till, { body: { total: 13 } })
  receiver.behave = (answer) => void answer.writeHead(500).end()
  await t.runJobs()
  const [row] = (await list('pending')) as [DeliveryRow]
  const lost_at = new Date(t.clock.now().getTime() + 60_000)
  await t.io.db
    .updateTable('webhook_delivery')
    .set({ attempts: 2, next_at: lost_at })
    .where('id', '=', row.id)
    .execute()
  expect(await sweep(t.io)).toBe(0)
  t.clock.set(lost_at)
  receiver.behave = (answer) => void answer.writeHead(200).end()
  await sweep(t.io)
  await t.runJobs()
  expect((await list())[0]).toMatchObject({ id: row.id, status: 'delivered', attempts: 3 })
})

test('a day later the former secret signs no more', async () => {
  t.clock.advance(24 * HOUR + 1)
  await sendTest(t.io, keyOf())
  await t.runJobs()
  const last = receiver.received.at(-1) as Received
  expect([isSignedBy(former, last), isSignedBy(hook.secret, last)]).toEqual([false, true])
})

test('after three days of failures it is off, its owner is told once, and can replay', async () => {
  const key = keyOf()
  receiver.behave = (answer) => void answer.writeHead(500).end()
  await sendTest(t.io, key)
  await t.runJobs()
  const id = idOf(receiver.received[0] as Received) ?? ''
  t.mails.length = 0
  for (let hour = 0; hour < 76; hour += 1) {
    t.clock.advance(HOUR)
    await sweep(t.io)
    await t.runJobs()
  }
  const stopped = await findEndpoint(t.io.db, key)
  expect(stopped).toMatchObject({ enabled: false, stopped_at: expect.any(Date) })
  const letters = t.mails.filter(({ to }) => to === shop.owner.email)
  expect(letters.filter(({ text }) => text.includes('127.0.0.1'))).toHaveLength(1)
  expect((await list('failed')).map((row) => row.id)).toEqual([id])
  await expect(replay(t.io, key, id)).rejects.toMatchObject({ code: 'in_use' })
  await inTransaction(t.io.db, (tx) => updateEndpoint(tx, key, { enabled: true }))
  receiver.received.length = 0
  receiver.behave = (answer) => void answer.writeHead(200).end()
  await replay(t.io, key, id)
  await t.runJobs()
  expect(receiver.received.map(idOf)).toEqual([id])
})

test('a demo shop sends nothing outside: the sample receiver takes it', async () => {
  const { owner } = await openShop(t)
  const { data: demo } = await owner.inject('POST', '/api/v1/organizations/demo')
  const query = `?organization_id=${demo.organization_id}`
  const asked = { url: receiver.url, events: ['buyer.joined'] }
  const made = await owner.inject('POST', `/api/v1/webhooks${query}`, asked)
  expect(made.status).toBe(201)
  const key = { organization_id: demo.organization_id, id: made.data.webhook.id }
  await sendTest(t.io, key)
  const { items: waiting } = await listDeliveries(t.io.db, key, { page: 1, limit: 10 })
  for (const { id } of waiting) await deliver(t.io, { ...key, id })
  const { items } = await listDeliveries(t.io.db, key, { page: 1, limit: 10 })
  expect(items).toMatchObject([{ status: 'delivered', excerpt: 'sample receiver: signed' }])
  expect(receiver.received).toEqual([])
})

test('a shop whose tariffs leave the API out makes neither addresses nor tokens', async () => {
  const poor = await openShop(t)
  const owner = new pg.Client({ connectionString: t.owner_url })
  await owner.connect()
  await owner.query(
    `update license set status = 'active', tariff_id =
       (select id from tariff where not 'api' = any(features) order by position limit 1)
     where organization_id = $1`,
    [poor.organization_id],
  )
  await owner.end()
  const path = `/api/v1/webhooks?organization_id=${poor.organization_id}`
  const body = { url: receiver.url, events: ['buyer.joined'] }
  const webhook = await poor.owner.inject('POST', path, body)
  expect([webhook.status, webhook.body.code]).toEqual([402, 'tariff_limit'])
  expect(webhook.body.data.limit).toBe('api')
  const token = await poor.owner.inject('POST', '/api/v1/pos/create-pos-register-user', {
    ...{ pos_id: poor.pos_id, name: 'BAS', role: 'integration' },
  })
  expect([token.status, token.body.code]).toEqual([402, 'tariff_limit'])
})
