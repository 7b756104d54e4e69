/**
 * The database goes away under load: restarted fast, restarted at once as after a crash, and with
 * all its connections cut. The program lives on: whoever asks meanwhile is told 503 with
 * Retry-After and nothing else, it serves again within seconds, and what it had answered is there.
 * Void for a strike that no request met.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openSender, type Reply, type Sender } from '#server/testing/trial-http.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import { type Tell, tellRecovery } from '#server/testing/trial-words.ts'

const STRIKES = countOf({ quick: 2, everyday: 5, release: 50 })
const RECOVERY_MS = 5000
const HANGS_MS = 35_000
const TILLS = 8

let program: Program
let shop: RemoteShop
let send: Sender

beforeAll(async () => {
  program = await prepareProgram()
  await program.start()
  shop = await openRemoteShop(program.base)
  send = openSender(program.base)
}, 120_000)
afterAll(() => program.remove())

type Tally = {
  acknowledged: Set<string>
  /** Answers 503, and connections that broke. */
  met: number
  /** Drafts that a crash took with it; the till calculated anew. */
  drafts_lost: number
  /** Answers that should not be. */
  wrong: string[]
}

const bearer = () => ({
  authorization: `Bearer ${shop.integration_token}`,
  'content-type': 'application/json',
})
const phoneOf = (till: number, sale: number) =>
  `%2B38067${String(3_000_000 + ((till * 5 + sale) % 30))}`

/** Asks until something else than "try again" is answered; every other no is written down. */
async function insist(ask: () => Promise<Reply>, tally: Tally, over: () => boolean) {
  for (let attempt = 0; ; attempt += 1) {
    const reply = await ask()
    expect(reply.ms).toBeLessThan(HANGS_MS)
    if (reply.status !== 503) return reply
    tally.met += 1
    const { body, headers } = reply
    if (body.code !== 'busy' || !/^\d+$/.test(String(headers['retry-after']))) {
      tally.wrong.push(`503 ${JSON.stringify(body)} ${JSON.stringify(headers)}`)
    }
    if (over() && attempt > 200) return reply
    await sleep(40)
  }
}

/** Sells with the sale in the request: the id alone says that it is the same sale. */
async function sell(till: number, tally: Tally, over: () => boolean): Promise<void> {
  for (let sale = 0; !over(); sale += 1) {
    const id = newId(new Date())
    const query = `receipt_id=${id}&discount_amount=0&phone=${phoneOf(till, sale)}`
    const body = JSON.stringify({ receipt: { total: 100 }, register: {} })
    const reply = await insist(
      () => send('POST', `/pos-api/v1/bonuses/create?${query}`, { headers: bearer(), body }),
      tally,
      over,
    )
    if (reply.status === 201) tally.acknowledged.add(id)
    else tally.wrong.push(`create ${reply.status} ${reply.text}`)
  }
}

/** Sells what was calculated before; a draft that is gone is calculated anew. */
async function sellDrafts(till: number, tally: Tally, over: () => boolean): Promise<void> {
  for (let sale = 0; !over(); sale += 1) {
    const query = `discount_amount=0&phone=${phoneOf(till, sale)}`
    const shown = await insist(
      () =>
        send('POST', `/pos-api/v1/receipt?${query}`, { headers: bearer(), body: '{"total":100}' }),
      tally,
      over,
    )
    if (shown.status !== 200) {
      tally.wrong.push(`calculate ${shown.status} ${shown.text}`)
      continue
    }
    const id: string = shown.data.receipt_id
    const path = `/pos-api/v1/bonuses/create?receipt_id=${id}&${query}`
    const body = '{"register":{}}'
    const made = await insist(() => send('POST', path, { headers: bearer(), body }), tally, over)
    if (made.status === 201) tally.acknowledged.add(id)
    else if (made.body.code === 'receipt_not_found') tally.drafts_lost += 1
    else tally.wrong.push(`create of a draft ${made.status} ${made.text}`)
  }
}

/** An owner looks around. */
async function look(tally: Tally, over: () => boolean): Promise<void> {
  const cookie = [...shop.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const paths = [
    '/api/v1/user/profile',
    `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`,
    `/api/v1/stats/dashboard_report?organization_id=${shop.organization_id}`,
  ]
  for (let turn = 0; !over(); turn += 1) {
    const path = paths[turn % paths.length] ?? ''
    const reply = await insist(() => send('GET', path, { headers: { cookie } }), tally, over)
    if (reply.status !== 200) tally.wrong.push(`${path} ${reply.status} ${reply.text}`)
    await sleep(5)
  }
}

/** Whether a sale goes through now. */
async function sells(): Promise<boolean> {
  const path = `/pos-api/v1/bonuses/create?receipt_id=${newId(new Date())}&discount_amount=0`
  const body = '{"receipt":{"total":1}}'
  return (await send('POST', path, { headers: bearer(), body })).status === 201
}

const TRIES = 20

async function underLoad(tell: Tell, strike: () => Promise<void> | void): Promise<Tally> {
  const tally: Tally = { acknowledged: new Set(), met: 0, drafts_lost: 0, wrong: [] }
  let ended = false
  const over = () => ended
  const load = [
    ...Array.from({ length: TILLS }, (_none, till) => sell(till, tally, over)),
    ...Array.from({ length: TILLS / 2 }, (_none, till) => sellDrafts(TILLS + till, tally, over)),
    look(tally, over),
  ]
  const slowest: number[] = []
  for (let struck = 0; struck < STRIKES; struck += 1) {
    await sleep(300 + Math.random() * 400)
    const before = tally.met
    // Calls share statements, so a strike at connections may find none of them at work.
    for (let tries = 0; tally.met === before && tries < TRIES; tries += 1) {
      await strike()
      // The sale that is asked for while it is down waits for the strike to be felt.
      await sleep(30)
      const started = performance.now()
      while (!(await sells())) await sleep(20)
      slowest.push(performance.now() - started)
      const deadline = performance.now() + 1000
      while (tally.met === before && performance.now() < deadline) await sleep(20)
    }
    expect(tally.met, 'void: no request met the strike').toBeGreaterThan(before)
  }
  await sleep(300)
  ended = true
  await Promise.all(load)
  await tell(
    `${STRIKES} strikes; ${tally.acknowledged.size} sales, ${tally.met} × 503, ${tally.drafts_lost} drafts lost, ${tellRecovery(slowest)}`,
  )
  expect(Math.max(...slowest)).toBeLessThan(RECOVERY_MS)
  return tally
}

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: program.migrate_url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function expectNothingLost(tally: Tally): Promise<void> {
  expect(tally.wrong.slice(0, 5)).toEqual([])
  expect(tally.acknowledged.size).toBeGreaterThan(0)
  const stored = await onDatabase((client) =>
    client.query<{ id: string }>('select id from receipt'),
  )
  const ids = new Set(stored.rows.map(({ id }) => id))
  expect([...tally.acknowledged].filter((id) => !ids.has(id))).toEqual([])
  await expectSoundLedgerAt(program.migrate_url)
  // The relay of announcements and the jobs behind it found their way back too.
  const deadline = performance.now() + 15_000
  const waiting = () =>
    onDatabase(async (client) => {
      const { rows } = await client.query<{ count: string }>('select count(*) from announcement')
      return Number(rows[0]?.count)
    })
  for (let left = await waiting(); left > 0; left = await waiting()) {
    expect(performance.now(), `${left} announcements wait for ever`).toBeLessThan(deadline)
    await sleep(100)
  }
  const ready = await send('GET', '/readyz')
  expect(ready.status).toBe(200)
}

describe(`the database, ${STRIKES} times`, () => {
  const pids: number[] = []
  const cases: [string, () => Promise<void> | void][] = [
    ['restarted fast', () => void process.kill(program.database_pid(), 'SIGINT')],
    [
      'restarted at once, as after a crash',
      () => void process.kill(program.database_pid(), 'SIGQUIT'),
    ],
    [
      'with all its connections cut',
      async () => {
        await onDatabase((client) =>
          client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
              where backend_type = 'client backend' and pid <> pg_backend_pid()`,
          ),
        )
      },
    ],
  ]
  for (const [name, strike] of cases) {
    test(
      name,
      async ({ annotate }) => {
        pids.push(program.pid())
        await expectNothingLost(await underLoad(annotate, strike))
        expect(program.running()).toBe(true)
        expect(new Set([...pids, program.pid()]).size, 'the program was restarted').toBe(1)
      },
      TRIAL_MS,
    )
  }
})
