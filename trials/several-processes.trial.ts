/**
 * Two programs that serve and one that works, on one database, behind one address. Nothing that
 * matters is in the memory of one of them: what is done through one holds in the other at the very
 * next call, and one that is killed under load takes nothing with it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfirmation } from '#server/features/receipts/read-confirmation.ts'
import { newId } from '#server/io/id.ts'
import { giveBonuses, openBuyer, reachBuyer } from '#server/testing/buyers.ts'
import { firstPurchase, onJoin } from '#server/testing/gifts.ts'
import { signUpOwner } from '#server/testing/identity.ts'
import { calculate, create, newPhone, sell } from '#server/testing/receipts.ts'
import { openRoundRobin } from '#server/testing/round-robin.ts'
import { openShop, signInTill, withToken, type Shop, type Till } from '#server/testing/shop.ts'
import { TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openSender, remoteInject, type Inject } from '#server/testing/trial-http.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { addIntegration, openPrograms, type Programs } from '#server/testing/trial-programs.ts'

let world: Programs
let shop: Shop
let balancer: Awaited<ReturnType<typeof openRoundRobin>>

beforeAll(async () => {
  world = await openPrograms(2, { worker: true, environment: { HTTP_PROCESSES: '1' } })
  shop = await openShop(world.t, { program: { general: { receipts_per_day_max: 0 } } })
  balancer = await openRoundRobin(world.programs.map(({ base }) => base))
}, 120_000)
afterAll(async () => {
  balancer.close()
  await world.close()
})

/** A busy machine takes its time. */
const WAITS = { timeout: 120_000 }
const A = 0
const B = 1
const at = (number: number, always: Record<string, string>): Inject => {
  const sender = world.senders[number]
  if (!sender) throw new Error('no such program')
  return remoteInject([sender], always)
}
const ownerAt = (number: number, cookies = shop.owner.cookies()) => at(number, { cookie: cookies })
const tillAt = (number: number, till: Till = shop.till): Till => ({
  ...till,
  inject: at(number, { authorization: `Bearer ${till.token}` }),
})

test('a change of the program in one is felt by the next receipt in the other', async () => {
  const url = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
  const { phone } = await openBuyer(world.t, shop)
  const ask = { buyer: { phone }, body: { total: 1000 } }
  for (const percent of [7, 9, 11]) {
    const { data } = await ownerAt(A)('GET', url)
    const [level] = data.levels
    const levels = [{ ...level, cashback_percent: percent }]
    const changed = await ownerAt(A)('PATCH', url, { version: data.version, levels })
    expect(changed.status).toBe(200)
    const shown = await calculate(tillAt(B), ask)
    expect(shown.data.totals.accrual).toBe(10 * percent)
    expect((await calculate(tillAt(A), ask)).data.totals.accrual).toBe(10 * percent)
  }
})

/** The states that a stream of one program tells, to its end. */
async function follow(number: number, receipt_id: string, on: (status: string) => void) {
  const answer = await fetch(
    `${world.programs[number]?.base}/pos-api/v1/receipts/${receipt_id}/events`,
    { headers: { authorization: `Bearer ${shop.token}` } },
  )
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1]
      if (data !== undefined) on((JSON.parse(data) as { status: string }).status)
    }
  }
}

test('who waits at one is told of the buyer’s word that was given through the other', async () => {
  const phone = newPhone()
  const { buyer_id } = await openBuyer(world.t, shop, { phone })
  await giveBonuses(shop, buyer_id, 500)
  await reachBuyer(world.t, shop, buyer_id)
  const ask = { buyer: { phone }, spend: 300, body: { total: 1000 } }
  const { data } = await calculate(tillAt(A), ask)
  const receipt_id: string = data.receipt_id
  expect((await create(tillAt(A), receipt_id, ask)).status).toBe(202)
  const heard: string[] = []
  const stream = follow(A, receipt_id, (status) => void heard.push(status))
  await expect.poll(() => heard, WAITS).toEqual(['awaiting_confirmation'])
  const key = { organization_id: shop.organization_id, receipt_id }
  const confirmation_code = (await readConfirmation(world.t.io, key))?.code ?? ''
  const made = await create(tillAt(B), receipt_id, { ...ask, confirmation_code })
  expect(made.status).toBe(201)
  await stream
  expect(heard).toEqual(['awaiting_confirmation', 'completed'])
  // The other way round the answer is the same one.
  expect((await create(tillAt(A), receipt_id, ask)).body).toEqual(made.body)
})

const leftOf = (answer: { headers: Record<string, unknown> }) =>
  Number(/"buyers";r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1])

test('limits are counted together, and a phone once', async () => {
  const till = await shop.addTill()
  const left: number[] = []
  for (let look = 0; look < 6; look += 1) {
    const ask = { buyer: { phone: (await openBuyer(world.t, shop)).phone } }
    left.push(leftOf(await calculate(tillAt(look % 2, till), ask)))
    const again = await calculate(tillAt((look + 1) % 2, till), ask)
    expect(again.headers['ratelimit']).toBeUndefined()
  }
  expect(left.map((each) => (left[0] ?? 0) - each)).toEqual([0, 1, 2, 3, 4, 5])
  const wrong = till.pin === '000000' ? '000001' : '000000'
  const signIn = (number: number, password: string) =>
    at(number, {})('POST', '/pos-api/v1/manager-auth', { login: till.user.login, password })
  for (let miss = 0; miss < 5; miss += 1) {
    expect((await signIn(miss % 2, wrong)).body.code).toBe('wrong_credentials')
  }
  for (const number of [A, B]) expect((await signIn(number, till.pin)).body.code).toBe('locked')
})

test('who left or was frozen through one is refused by the other at once', async () => {
  const owner = await signUpOwner(world.t)
  const cookies = owner.cookies()
  const profile = (number: number) => ownerAt(number, cookies)('GET', '/api/v1/user/profile')
  expect([(await profile(A)).status, (await profile(B)).status]).toEqual([200, 200])
  expect((await ownerAt(A, cookies)('POST', '/api/v1/user/logout')).status).toBeLessThan(300)
  expect((await profile(B)).status).toBe(401)

  const till = await shop.addTill()
  const who = (number: number, { inject } = tillAt(number, till)) =>
    inject('GET', '/pos-api/v1/manager')
  expect([(await who(A)).status, (await who(B)).status]).toEqual([200, 200])
  const freeze = { id: till.user.id, enabled: false }
  const frozen = await ownerAt(A)('POST', '/api/v1/pos/update-cash-register-user', freeze)
  expect(frozen.status).toBe(200)
  expect((await who(B)).status).toBe(401)
})

test(
  'one address, one of two killed under load: nothing is lost, each job is done once',
  async ({ annotate }) => {
    await shop.set('bonuses', { welcome: [onJoin(50), firstPurchase(30)] })
    const { token } = await addIntegration(shop, (each) => withToken(world.t, each))
    const send = openSender(balancer.base, { keep: false })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ receipt: { total: 100 }, register: {} })
    const acknowledged = new Set<string>()
    const tally = { in_doubt: 0, kills: 0, over: false }
    const clients = Array.from({ length: 8 }, async (_none, client) => {
      for (let sale = 0; !tally.over; sale += 1) {
        const id = newId(new Date())
        const phone = `%2B38067${String(5_000_000 + client * 100 + (sale % 20))}`
        const query = `receipt_id=${id}&discount_amount=0&bonuses_amount=0&phone=${phone}`
        for (let done = false; !done;) {
          try {
            const path = `/pos-api/v1/bonuses/create?${query}`
            const answer = await send('POST', path, { headers, body })
            expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
            acknowledged.add(id)
            done = true
          } catch (error) {
            if (error instanceof Error && error.name === 'AssertionError') throw error
            tally.in_doubt += 1
            await sleep(20)
          }
        }
      }
    })
    const victim = world.programs[B]
    await expect.poll(() => acknowledged.size, WAITS).toBeGreaterThan(20)
    // In the middle of a call: asked again until one was in doubt.
    while (tally.in_doubt === 0) {
      process.kill(victim?.pid() ?? 0, 'SIGKILL')
      tally.kills += 1
      while (victim?.running() === true) await sleep(5)
      const before = acknowledged.size
      await expect.poll(() => acknowledged.size, WAITS).toBeGreaterThan(before + 20)
      await victim?.start()
    }
    tally.over = true
    await Promise.all(clients)
    await annotate(
      `${tally.kills} × kill -9 of one; ${acknowledged.size} sales, ${tally.in_doubt} calls in doubt`,
    )
    expect(
      balancer.passed().every((count) => count > 0),
      'void: one served everything',
    ).toBe(true)

    const stored = await world.t.io.db.selectFrom('receipt').select('id').execute()
    const ids = new Set(stored.map(({ id }) => id))
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
    expect(await jobsDoneOnce()).toBeGreaterThan(0)
    await expectSoundLedger(world.t.io.db)
  },
  TRIAL_MS,
)

/** Waits until the worker has done all there is; answers how many jobs of facts it did. */
async function jobsDoneOnce(): Promise<number> {
  const client = new pg.Client({ connectionString: world.t.owner_url })
  await client.connect()
  try {
    const count = async (query: string) =>
      Number((await client.query<{ count: string }>(query)).rows[0]?.count)
    const facts = "from pgboss.job where name like '%.%' and data::text <> '{}'"
    const waiting = () =>
      count(`select (select count(*) from announcement)
        + (select count(*) ${facts} and state in ('created', 'retry', 'active')) as count`)
    await expect.poll(waiting, { ...WAITS, interval: 100 }).toBe(0)
    const again = await count(
      `select count(*) from (select 1 ${facts} group by name, data having count(*) > 1) as twice`,
    )
    const tried = await count(
      `select count(*) ${facts} and (retry_count > 0 or state <> 'completed')`,
    )
    expect([again, tried]).toEqual([0, 0])
    return await count(`select count(*) ${facts}`)
  } finally {
    await client.end()
  }
}

test('a program that only works answers for its health and nothing else', async () => {
  const { base = '', running } = world.worker ?? {}
  expect(running?.()).toBe(true)
  const statusOf = async (path: string) => (await fetch(base + path)).status
  expect(await statusOf('/healthz')).toBe(200)
  expect(await statusOf('/readyz')).toBe(200)
  expect(await statusOf('/')).toBe(404)
  expect(await statusOf('/api/v1/user/profile')).toBe(404)
  await sell(tillAt(A, await signInTill(world.t, shop.till.user, shop.till.pin)))
})
