/**
 * The answer is lost on its way: the program did the work, and the caller does not know. It asks
 * again with the same id or key until it hears, and there is one effect and one answer. Then links
 * that are slow or break in the middle: nothing hangs, nothing answers 500. Void when the proxy
 * threw fewer answers away than it should have.
 */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, openVisitor, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openSender, type Reply, type Sender } from '#server/testing/trial-http.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import { openProxy, type Fault, type Proxy } from '#server/testing/trial-proxy.ts'
import type { Tell } from '#server/testing/trial-words.ts'

/** Of each of the four calls. */
const CUTS = countOf({ quick: 20, everyday: 200, release: 5000 })
/** Gifts by hand are limited per owner and minute. */
const GIFTS_PER_SHOP = 100
const AT_ONCE = 8
const LINKS = countOf({ quick: 5, everyday: 16, release: 50 })
const HANGS_MS = 35_000

type Call = { path: string; body: object; headers: Record<string, string> }
type Senior = { token: string }

let program: Program
/** Requests that hang from the beginning on: they take half a minute to be ended. */
let endless: Promise<number>[]
let shops: (RemoteShop & { senior: Senior })[]
let cutting: Proxy
let cut: Sender
let straight: Sender
const others: Proxy[] = []

beforeAll(async () => {
  program = await prepareProgram()
  await program.start()
  shops = []
  for (let count = 0; count < Math.ceil(CUTS / GIFTS_PER_SHOP); count += 1) {
    const shop = await openRemoteShop(program.base)
    shops.push({ ...shop, senior: await addSenior(shop) })
  }
  cutting = await openProxy(program.base, 'cut_answer')
  cut = openSender(cutting.base, { keep: false })
  straight = openSender(program.base)
  const head = 'POST /pos-api/v1/receipt HTTP/1.1\r\nhost: x\r\n'
  const half = `${head}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`
  endless = [head, half].flatMap((bytes) => [keptOpen(bytes, false), keptOpen(bytes, true)])
}, 300_000)
afterAll(async () => {
  for (const proxy of [cutting, ...others]) await proxy.close()
  await program.remove()
})

/** Opens a connection, sends this much and waits; answers how long the program kept it. */
function keptOpen(bytes: string, drip: boolean): Promise<number> {
  const { hostname, port } = new URL(program.base)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) })
    const dripping = setInterval(() => drip && socket.write('x'), 1000)
    socket.on('connect', () => void socket.write(bytes))
    socket.on('error', () => {})
    socket.on('data', () => {})
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(performance.now() - started)
    })
    setTimeout(() => reject(new Error('the connection hangs')), HANGS_MS + 25_000).unref()
  })
}

/** A senior cashier who may compensate. */
async function addSenior(shop: RemoteShop): Promise<Senior> {
  const url = `/api/v1/settings/general?organization_id=${shop.organization_id}`
  const changes = {
    version: 1,
    receipts_per_day_max: 0,
    compensation_max: 1000,
    compensation_day_max: 1_000_000,
  }
  const set = await shop.owner.call('PATCH', url, changes)
  expect(set.status).toBe(200)
  const path = '/api/v1/pos/create-pos-register-user'
  const added = await shop.owner.call('POST', path, {
    pos_id: shop.pos_id,
    name: 'Оксана',
    role: 'senior',
  })
  const { data } = added.body as { data: { user: { login: string }; pin: string } }
  const signed = await openVisitor(shop.base).call('POST', '/pos-api/v1/manager-auth', {
    login: data.user.login,
    password: data.pin,
  })
  const { data: session } = signed.body as { data: { token: string } }
  return { token: session.token }
}

const shopOf = (index: number) => {
  const shop = shops[index % shops.length]
  if (!shop) throw new Error('no shop')
  return shop
}
const phoneOf = (index: number) => `+38067${String(2_000_000 + (index % 40))}`
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const query = (parts: Record<string, string>) => new URLSearchParams(parts).toString()

function createOf(index: number, receipt_id = newId(new Date())): Call {
  const ask = { receipt_id, discount_amount: '0', phone: phoneOf(index) }
  return {
    path: `/pos-api/v1/bonuses/create?${query(ask)}`,
    body: { receipt: { total: 100 }, register: {} },
    headers: bearer(shopOf(index).integration_token),
  }
}

async function cancelOf(index: number): Promise<Call> {
  const receipt_id = newId(new Date())
  const sold = await send(straight, createOf(index, receipt_id))
  expect(sold.status).toBe(201)
  return {
    path: `/pos-api/v1/bonuses/cancel?${query({ receipt_id })}`,
    body: { amount: 30 },
    headers: { ...bearer(shopOf(index).integration_token), 'idempotency-key': randomUUID() },
  }
}

function compensationOf(index: number): Call {
  const ask = { phone: phoneOf(index), amount: '1', reason: 'Зіпсований товар' }
  return {
    path: `/pos-api/v1/bonuses/add-bonuses-for-cancel?${query(ask)}`,
    body: {},
    headers: { ...bearer(shopOf(index).senior.token), 'idempotency-key': randomUUID() },
  }
}

function giftOf(index: number): Call {
  const { owner, organization_id } = shopOf(index)
  return {
    path: '/api/v1/buyers/make_handle_accrual',
    body: { organization_id, phone: phoneOf(index), amount: 2, reason: 'gift' },
    headers: {
      cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      'idempotency-key': randomUUID(),
    },
  }
}

const send = (sender: Sender, { path, body, headers }: Call): Promise<Reply> =>
  sender('POST', path, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

/** Calls until an answer comes: up to three answers are lost before. */
async function insist(call: Call, lost: number): Promise<void> {
  const name = randomUUID()
  const marked = { ...call, headers: { ...call.headers, 'x-trial': name } }
  for (let attempt = 0; attempt < lost; attempt += 1) {
    await expect(send(cut, marked), 'the answer came through').rejects.toThrow(/hang up|ECONNRESET/)
  }
  const heard = await send(straight, marked)
  expect(heard.status, heard.text).toBeLessThan(300)
  const thrown = cutting.thrown.get(name) ?? []
  expect(thrown, 'void: an answer was not thrown away').toHaveLength(lost)
  for (const body of thrown) expect(body).toEqual(heard.body)
}

/** `CUTS` calls of one kind, a few at once. */
async function losing(tell: Tell, make: (index: number) => Promise<Call> | Call): Promise<void> {
  const before = cutting.spoiled()
  let next = 0
  const work = async () => {
    for (let index = next++; index < CUTS; index = next++) {
      await insist(await make(index), 1 + (index % 3))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await tell(`${cutting.spoiled() - before} answers of ${CUTS} calls thrown away`)
  expect(cutting.spoiled() - before, 'void: too few answers were lost').toBeGreaterThanOrEqual(CUTS)
}

async function count(statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: string }>(statement)
    return Number(rows[0]?.count)
  } finally {
    await client.end()
  }
}

test(
  `${CUTS} creates whose answers are lost make ${CUTS} receipts`,
  async ({ annotate }) => {
    await losing(annotate, createOf)
    expect(await count('select count(*) from receipt')).toBe(CUTS)
    expect(await count("select count(*) from entry where kind = 'accrual'")).toBe(CUTS)
  },
  TRIAL_MS,
)

test(
  `${CUTS} cancels whose answers are lost cancel ${CUTS} times`,
  async ({ annotate }) => {
    await losing(annotate, cancelOf)
    expect(await count('select count(*) from cancellation')).toBe(CUTS)
    expect(await count('select sum(refunded) as count from receipt')).toBe(CUTS * 3000)
  },
  TRIAL_MS,
)

test(
  `${CUTS} compensations whose answers are lost compensate ${CUTS} times`,
  async ({ annotate }) => {
    await losing(annotate, compensationOf)
    expect(await count("select count(*) from entry where kind = 'compensation'")).toBe(CUTS)
    expect(await count('select sum(amount) as count from compensation_day')).toBe(CUTS * 100)
  },
  TRIAL_MS,
)

test(
  `${CUTS} gifts by hand whose answers are lost are given ${CUTS} times`,
  async ({ annotate }) => {
    await losing(annotate, giftOf)
    expect(await count("select count(*) from entry where kind = 'manual_accrual'")).toBe(CUTS)
  },
  TRIAL_MS,
)

async function through(fault: Fault): Promise<{ proxy: Proxy; sender: Sender }> {
  const proxy = await openProxy(program.base, fault)
  others.push(proxy)
  return { proxy, sender: openSender(proxy.base, { keep: false }) }
}

/** What became of one call over a bad link, within the time nothing may hang. */
async function outcomeOf(sender: Sender, call: Call): Promise<number | 'broken'> {
  const started = performance.now()
  const outcome = await send(sender, call).then(
    ({ status }) => status,
    () => 'broken' as const,
  )
  expect(performance.now() - started).toBeLessThan(HANGS_MS)
  return outcome
}

test(
  `links of clients, ${LINKS} of each kind, slow or broken in the middle, hang nothing and answer no 500`,
  async ({ annotate }) => {
    const faults: Fault[] = ['slow', 'cut_request', 'half_close']
    for (const fault of faults) {
      const { proxy, sender } = await through(fault)
      const calls = Array.from({ length: LINKS }, (_none, index) => createOf(index))
      const outcomes = await Promise.all(calls.map((call) => outcomeOf(sender, call)))
      expect(proxy.spoiled(), `void: ${fault}`).toBe(calls.length)
      if (fault === 'slow') expect(new Set(outcomes)).toEqual(new Set([201]))
      if (fault === 'cut_request') expect(new Set(outcomes)).toEqual(new Set(['broken']))
      // Whatever came through, asking again makes each receipt exactly once.
      for (const call of calls) expect((await send(straight, call)).status).toBe(201)
      expect(proxy.statuses.filter((status) => status >= 500)).toEqual([])
      await annotate(`${fault}: ${proxy.spoiled()} calls`)
    }
    expect(cutting.statuses.filter((status) => status >= 500)).toEqual([])
  },
  TRIAL_MS,
)

test(
  'requests that never end are ended, and the others were served meanwhile',
  async ({ annotate }) => {
    const all = await Promise.all(endless)
    await annotate(
      `${all.length} requests without an end, the longest kept ${Math.round(Math.max(...all))} ms`,
    )
    for (const kept of all) expect(kept).toBeLessThan(HANGS_MS)
  },
  TRIAL_MS,
)

test('after all of it the ledger check finds nothing', () =>
  expectSoundLedgerAt(program.migrate_url))
