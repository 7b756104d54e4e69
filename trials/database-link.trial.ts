/**
 * The way between the program and its database is slow, breaks, or lets nothing through for a
 * while. Whoever asks is served late or told 503 with Retry-After; nothing hangs, the program
 * serves again within seconds, and every sale is there once. Void when the link was not felt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openDatabaseLink, type DatabaseLink } from '#server/testing/trial-database-link.ts'
import { openSender, type Sender } from '#server/testing/trial-http.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { type Tell, tellRecovery } from '#server/testing/trial-words.ts'

const TIMES = countOf({ quick: 1, everyday: 5, release: 50 })
const HANGS_MS = 35_000
const RECOVERY_MS = 5000
/** Longer than an answer may take. */
const HOLD_MS = 28_000
const CLIENTS = 6

let t: TestIo
let link: DatabaseLink
let program: Program
let shop: RemoteShop
let send: Sender

beforeAll(async () => {
  t = await openTestIo({ pool: 4 })
  link = await openDatabaseLink(inject('socket_dir'))
  const owner_url = t.owner_url.replace('@/', '@localhost/')
  const url = new URL(owner_url.replace('verta_owner', 'verta_app'))
  url.searchParams.set('host', link.dir)
  program = await prepareProgram({ DATABASE_URL: url.href, DATABASE_MIGRATE_URL: owner_url })
  await program.start()
  shop = await openRemoteShop(program.base)
  send = openSender(program.base)
}, 120_000)
afterAll(async () => {
  link.release()
  await program.remove()
  await link.close()
  await t.close()
})

type Tally = { acknowledged: Set<string>; busy: number; wrong: string[]; slowest: number }

async function sell(tally: Tally, over: () => boolean): Promise<void> {
  const headers = {
    authorization: `Bearer ${shop.integration_token}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ receipt: { total: 100 }, register: {} })
  for (let sale = 0; !over(); sale += 1) {
    const id = newId(new Date())
    const phone = `%2B38067${String(4_000_000 + (sale % 20))}`
    const path = `/pos-api/v1/bonuses/create?receipt_id=${id}&discount_amount=0&phone=${phone}`
    for (;;) {
      const reply = await send('POST', path, { headers, body, timeout_ms: HANGS_MS }).catch(() => {
        tally.wrong.push('a call hangs')
      })
      if (!reply) return
      tally.slowest = Math.max(tally.slowest, reply.ms)
      if (reply.status === 201) tally.acknowledged.add(id)
      else if (reply.status !== 503) tally.wrong.push(`${reply.status} ${reply.text}`)
      else if (!/^\d+$/.test(String(reply.headers['retry-after'])))
        tally.wrong.push('no Retry-After')
      if (reply.status !== 503) break
      tally.busy += 1
      await sleep(50)
    }
  }
}

/** Sells while the link is spoiled, some times over; each time it must be well again soon. */
async function underLoad(tell: Tell, times: number, spoil: () => Promise<void>): Promise<Tally> {
  const tally: Tally = { acknowledged: new Set(), busy: 0, wrong: [], slowest: 0 }
  let ended = false
  const load = Array.from({ length: CLIENTS }, () => sell(tally, () => ended))
  const recovered: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    await sleep(200 + Math.random() * 200)
    const before = link.spoiled()
    await spoil()
    expect(link.spoiled(), 'void: the link was not felt').toBeGreaterThan(before)
    const made = tally.acknowledged.size
    const started = performance.now()
    while (tally.acknowledged.size === made) {
      expect(performance.now() - started, 'it does not recover').toBeLessThan(RECOVERY_MS)
      await sleep(20)
    }
    recovered.push(Math.round(performance.now() - started))
  }
  ended = true
  await Promise.all(load)
  await tell(
    `${times} times; ${tally.acknowledged.size} sales, ${tally.busy} × 503, slowest ${Math.round(tally.slowest)} ms, ${tellRecovery(recovered)}`,
  )
  expect(tally.wrong.slice(0, 5)).toEqual([])
  const rows = await t.io.db.selectFrom('receipt').select('id').execute()
  const ids = new Set(rows.map(({ id }) => id))
  expect([...tally.acknowledged].filter((id) => !ids.has(id))).toEqual([])
  await expectSoundLedger(t.io.db)
  return tally
}

test(
  'a slow link makes sales late, not wrong',
  async ({ annotate }) => {
    await underLoad(annotate, TIMES, async () => {
      link.slow(150)
      await sleep(1500)
      link.release()
    })
  },
  TRIAL_MS,
)

test(
  'a link that breaks is made anew',
  async ({ annotate }) => {
    await underLoad(annotate, TIMES, async () => link.cut())
  },
  TRIAL_MS,
)

test(
  'a link that lets nothing through hangs nobody',
  async ({ annotate }) => {
    // Longer than anybody waits for an answer: those who asked were told meanwhile.
    const tally = await underLoad(annotate, Math.ceil(TIMES / 5), async () => {
      link.hold()
      await sleep(HOLD_MS)
      link.release()
    })
    expect(tally.busy, 'void: nobody had to wait').toBeGreaterThan(0)
  },
  TRIAL_MS,
)
