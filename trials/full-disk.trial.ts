/**
 * The database's disk is full, to the last byte, again and again under load; before a
 * release the log of changes needs room as well, and PostgreSQL ends itself. Whoever asks is told 503 with
 * Retry-After, the program serves again within seconds of there being room, and every sale that it
 * acknowledged is there once. Void when nobody met the full disk.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openSender } from '#server/testing/trial-http.ts'
import { expectSoundLedgerAt } from '#server/testing/trial-ledger.ts'
import { expectAllThere, sellThrough, type Tally } from '#server/testing/trial-sales.ts'
import { fillDisk, freeDisk, hasSmallDisks, onSmallDisk } from '#server/testing/trial-small-disk.ts'

const TIMES = countOf({ quick: 2, everyday: 5, release: 50 })
/** Every second time before a release: a server that ended itself takes its time on a busy machine. */
const LOG_EVERY = countOf({ quick: 2, everyday: Infinity, release: 2 })
const FELT_MS = 10_000
const STAYS_MS = 300
/** So long it tries to recover on the full disk. */
const RECOVERS_IN_VAIN_MS = 1000
/** More than PostgreSQL keeps ready. */
const LOG_FILES = 40

let program: Program
let shop: RemoteShop
let is_small = false
let crashes = 0

beforeAll(async () => {
  program = await prepareProgram({}, (data_dir) => (is_small ? onSmallDisk(data_dir) : []))
  await program.start()
  shop = await openRemoteShop(program.base)
}, 120_000)
afterAll(() => program.remove())

async function onDatabase<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: program.migrate_url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** The log goes on in new files until there is no room for one: PostgreSQL ends itself. */
async function needRoomForLog(): Promise<void> {
  for (let file = 0; file < LOG_FILES; file += 1) {
    try {
      await onDatabase("select pg_logical_emit_message(true, 'trial', ''), pg_switch_wal()")
    } catch (error) {
      const refused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
      crashes += refused ? 0 : 1
      return
    }
  }
}

async function fill(tally: Tally, turn: number): Promise<void> {
  const before = tally.busy
  expect(fillDisk(program), 'void: the disk was full before').toBeGreaterThan(2 ** 20)
  const deadline = performance.now() + FELT_MS
  while (tally.busy === before && performance.now() < deadline) await sleep(20)
  if (turn % LOG_EVERY === LOG_EVERY - 1) {
    await needRoomForLog()
    await sleep(RECOVERS_IN_VAIN_MS)
  }
  await sleep(STAYS_MS)
  freeDisk(program)
}

test(
  `the database's disk full ${TIMES} times under load: 503, soon well again, nothing lost`,
  async ({ annotate }) => {
    if (!hasSmallDisks()) {
      // Only where namespaces are forbidden; before a release that will not do.
      await annotate('left out: this machine lets nobody mount a disk of their own')
      expect(process.env['VERTA_TRIALS'], 'void: no disk could be filled').not.toBe('release')
      return
    }
    await program.stop()
    is_small = true
    await program.start()
    const tally = await sellThrough(annotate, {
      send: openSender(program.base),
      integration_token: shop.integration_token,
      times: TIMES,
      spoil: fill,
      hits: ({ busy }) => busy,
    })
    await annotate(`${crashes} times PostgreSQL ended itself for want of room for its log`)
    if (LOG_EVERY <= TIMES) {
      expect(crashes, 'void: the log never wanted room').toBeGreaterThan(0)
    }
    expectAllThere(tally, await onDatabase<{ id: string }>('select id from receipt'))
    await expectSoundLedgerAt(program.migrate_url)
  },
  TRIAL_MS,
)
