/**
 * `kill -9` of the program and of its database under load. The killer is a process of its own, so
 * that it strikes while our event loop is busy; the trial is void when no request was left in doubt.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { firstPurchase, onJoin } from '#server/testing/gifts.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { callPos, openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'

const KILLS = countOf({ quick: 2, everyday: 10, release: 200 })
const CLIENTS = 12
const BUYERS = 40
/** A job that was broken off is tried again when its time has run out. */
const GIFTS_MS = 10 * 60_000

let program: Program
let shop: RemoteShop

beforeAll(async () => {
  program = await prepareProgram()
  await program.start()
  shop = await openRemoteShop(program.base)
  await giveGifts()
}, 120_000)
afterAll(() => program.remove())

/** Everybody gets a gift for joining, which a job gives, and one with the first receipt. */
async function giveGifts(): Promise<void> {
  const path = `/api/v1/settings/bonuses?organization_id=${shop.organization_id}`
  const { body } = await shop.owner.call('GET', path)
  const { version } = (body as { data: { version: number } }).data
  const welcome = [onJoin(50), firstPurchase(30)]
  const { status } = await shop.owner.call('PATCH', path, { version, welcome })
  expect(status).toBe(200)
}

type Tally = { acknowledged: Set<string>; in_doubt: Set<string>; refused: string[] }

/** Sells without end; a sale whose answer did not come is sent again under its id until it does. */
async function sell(client: number, tally: Tally, until: () => boolean): Promise<void> {
  for (let sale = 0; !until(); sale += 1) {
    const receipt_id = newId(new Date())
    const buyer = (client * 7 + sale) % BUYERS
    const phone = `%2B38067${String(1_000_000 + buyer)}`
    const body = { receipt: { total: 100 + (sale % 50) }, register: {} }
    for (let attempt = 0; ; attempt += 1) {
      try {
        const path = `/pos-api/v1/bonuses/create?receipt_id=${receipt_id}&discount_amount=0&bonuses_amount=0&phone=${phone}`
        const answer = await callPos(program.base, shop.integration_token, path, body)
        if (answer.status === 201) {
          tally.acknowledged.add(receipt_id)
          break
        }
        // 503: the database went away before it told whether it had committed.
        if (answer.status === 503) tally.in_doubt.add(receipt_id)
        else {
          tally.refused.push(`${answer.status} ${JSON.stringify(answer.body)}`)
          return
        }
      } catch {
        tally.in_doubt.add(receipt_id)
      }
      await sleep(50 + attempt * 10)
    }
  }
}

/** Kills a process after a while, from a process of its own. */
function killLater(pid: number, seconds: number): Promise<void> {
  const killer = spawn('/bin/sh', ['-c', `sleep ${seconds}; kill -9 ${pid}`], { stdio: 'ignore' })
  return new Promise((resolve) => killer.once('exit', () => resolve()))
}

async function expectNothingLostOrDoubled(tally: Tally): Promise<void> {
  expect(tally.refused).toEqual([])
  expect(tally.in_doubt.size, 'void: no request was left in doubt').toBeGreaterThan(0)
  const client = new pg.Client({ connectionString: program.migrate_url })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>('select id from receipt')
    const stored = new Set(rows.map(({ id }) => id))
    expect(rows.length).toBe(stored.size)
    expect([...tally.acknowledged].filter((id) => !stored.has(id))).toEqual([])
  } finally {
    await client.end()
  }
  await expectSoundLedgerAt(program.migrate_url)
}

async function underLoad(strike: () => Promise<void>): Promise<Tally> {
  const tally: Tally = { acknowledged: new Set(), in_doubt: new Set(), refused: [] }
  let over = false
  const clients = Array.from({ length: CLIENTS }, (_none, client) =>
    sell(client, tally, () => over),
  )
  for (let kill = 0; kill < KILLS; kill += 1) await strike()
  await sleep(300)
  over = true
  await Promise.all(clients)
  return tally
}

const tellDoubt = ({ acknowledged, in_doubt }: Tally) =>
  `${KILLS} kills; ${acknowledged.size} receipts acknowledged, ${in_doubt.size} left in doubt and asked again`

test(
  'killing the program under load loses and doubles nothing',
  async ({ annotate }) => {
    const tally = await underLoad(async () => {
      await killLater(program.pid(), 0.3 + Math.random() * 0.7)
      while (program.running()) await sleep(5)
      await program.start()
    })
    await annotate(tellDoubt(tally))
    await expectNothingLostOrDoubled(tally)
  },
  TRIAL_MS,
)

const isReady = () =>
  fetch(`${program.base}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** True when another database server runs, or is about to; while it starts there may be no file. */
function runsAfter(killed: number): boolean {
  try {
    return program.database_pid() !== killed
  } catch {
    return false
  }
}

test(
  'killing the database under load loses and doubles nothing, and the program goes on',
  async ({ annotate }) => {
    const before = program.pid()
    const tally = await underLoad(async () => {
      const killed = program.database_pid()
      await killLater(killed, 0.3 + Math.random() * 0.7)
      const deadline = Date.now() + 15_000
      for (let ready = false; !ready; await sleep(50)) {
        expect(
          Date.now(),
          `the program did not recover: ${program.output().slice(-3000)}`,
        ).toBeLessThan(deadline)
        // For a moment what the killed one left behind still answers.
        ready = runsAfter(killed) && (await isReady())
      }
    })
    expect(program.pid()).toBe(before)
    await annotate(tellDoubt(tally))
    await expectNothingLostOrDoubled(tally)
  },
  TRIAL_MS,
)

test(
  'after all of it every buyer has each gift once',
  async ({ annotate }) => {
    const client = new pg.Client({ connectionString: program.migrate_url })
    await client.connect()
    const given = async () => {
      const { rows } = await client.query<{ joining: number; purchase: number }>(
        `select distinct count(*) filter (where e.source = 'gift:on_join')::int as joining,
           count(*) filter (where e.source like '%:first_purchase')::int as purchase
         from buyer b left join entry e on e.organization_id = b.organization_id
           and e.buyer_id = b.id group by b.id`,
      )
      return rows
    }
    try {
      const once = [{ joining: 1, purchase: 1 }]
      await expect.poll(given, { timeout: GIFTS_MS, interval: 500 }).toEqual(once)
      await annotate(`${2 * KILLS} kills before; ${BUYERS} buyers`)
      await expectSoundLedgerAt(program.migrate_url)
    } finally {
      await client.end()
    }
  },
  GIFTS_MS,
)
