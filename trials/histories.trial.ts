/**
 * Random histories of buyers, played over the HTTP routes on a real database and told to the slow
 * reference model: every answer and, after every step, the whole account must agree. Many shops
 * live through the same time side by side, so that histories run together and nightly jobs meet
 * them in the middle of things. A history that fails is kept in trials/seeds and played first.
 * Void when a kind of step hardly occurs, or when most steps are refused.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireLots } from '#server/features/ledger/expire-lots.ts'
import type { AccountRow } from '#server/features/ledger/read-account.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import {
  anyTimes,
  historyOf,
  kinds,
  type History,
  type Step,
  type Times,
} from '#server/testing/trial-histories.ts'
import { Lane } from '#server/testing/trial-lane.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { endNothing } from '#server/testing/trial-world.ts'

const HISTORIES = countOf({ quick: 32, everyday: 1000, release: 5000 })
const STEPS = countOf({ quick: 50, everyday: 50, release: 60 })
const SEED = Number(process.env['VERTA_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const LANES = 16
const SEEDS = join(import.meta.dirname, 'seeds')
const ZONES = ['Europe/Kyiv', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham']
// Every step is a little more than a minute after the one before, so that limits by the minute pass.
const MINUTE_MS = 61_001

type Kept = { zone: string; times: Times; history: History; failure: string }

let t: TestIo
const lanes: Lane[] = []
const played = new Map<Step['does'], number>()
let refused = 0
let skipped = 0
/** Histories that are kept already are not kept again. */
let keeps = true

beforeAll(async () => {
  t = await openTestIo({ pool: 12, config: { LOG_LEVEL: 'error' } })
  t.clock.set('2026-10-20T07:31:12.345Z')
  for (let lane = 0; lane < LANES; lane += 1) {
    lanes.push(await Lane.open(t, ZONES[lane % ZONES.length] ?? 'Europe/Kyiv'))
  }
  await endNothing(t)
}, 300_000)
afterAll(() => t.close())

async function readAccounts(buyer_ids: string[]): Promise<Map<string, AccountRow>> {
  const { rows } = await sql<AccountRow>`
    select *, encode(last_hash, 'hex') as last_hash from account
    where buyer_id = any(${buyer_ids}::uuid[])`.execute(t.io.db)
  return new Map(rows.map((row) => [row.buyer_id, row]))
}

/** Plays histories side by side, a step of each at a time. */
async function play(times: Times, players: { lane: Lane; history: History }[]): Promise<void> {
  await Promise.all(players.map(({ lane, history }) => lane.begin(history.settings)))
  const longest = Math.max(...players.map(({ history }) => history.steps.length))
  for (let at = 0; at < longest; at += 1) {
    t.clock.advance(MINUTE_MS + (times.waits[at] ?? 0))
    if (times.nightly[at] === true) await expireLots(t.io, async () => 'Europe/Kyiv')
    const living = players.filter(({ history }) => at < history.steps.length)
    await Promise.all(
      living.map((player) => keeping(times, player, at, () => playStep(player, at))),
    )
    const rows = await readAccounts(living.map(({ lane }) => lane.buyer_id))
    for (const player of living) {
      await keeping(times, player, at, async () => {
        const row = rows.get(player.lane.buyer_id)
        if (!row) throw new Error('the account is not there')
        player.lane.compare(row)
      })
    }
  }
}

async function playStep({ lane, history }: { lane: Lane; history: History }, at: number) {
  const step = history.steps[at]
  if (!step) return
  const done = await lane.play(step)
  if (done === null) {
    skipped += 1
    return
  }
  played.set(step.does, (played.get(step.does) ?? 0) + 1)
  if (!done) refused += 1
}

/** Keeps a history that fails, up to the step that failed. */
async function keeping(
  times: Times,
  { lane, history }: { lane: Lane; history: History },
  at: number,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    const steps = history.steps.slice(0, at + 1)
    const kept: Kept = { zone: lane.zone, times, history: { ...history, steps }, failure }
    const file = join(SEEDS, `histories-${SEED}-${lane.buyer_id.slice(-6)}.json`)
    if (keeps) writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`)
    const step = JSON.stringify(steps.at(-1))
    throw new Error(`VERTA_SEED=${SEED}, step ${at} ${step}, kept as ${file}: ${failure}`, {
      cause: error,
    })
  }
}

const keptFiles = () => readdirSync(SEEDS).filter((name) => name.startsWith('histories-'))

test(
  'histories that failed once pass',
  async () => {
    keeps = false
    for (const name of keptFiles()) {
      const kept = JSON.parse(readFileSync(join(SEEDS, name), 'utf8')) as Kept
      const lane = lanes.find(({ zone }) => zone === kept.zone)
      if (!lane) throw new Error(`no shop in ${kept.zone}`)
      await play(kept.times, [{ lane, history: kept.history }])
    }
  },
  TRIAL_MS,
)

test(
  `${HISTORIES} histories agree with the reference model (VERTA_SEED=${SEED})`,
  async ({ annotate }) => {
    keeps = true
    played.clear()
    refused = 0
    for (let batch = 0; batch * LANES < HISTORIES; batch += 1) {
      const seed = SEED + batch
      const [times] = fc.sample(anyTimes, { seed, numRuns: 1 })
      if (!times) throw new Error('no time')
      const histories = fc.sample(historyOf(STEPS), { seed, numRuns: LANES })
      const players = lanes.flatMap((lane, index) => {
        const history = histories[index]
        return history ? [{ lane, history }] : []
      })
      await play(times, players)
    }
    const all = [...played.values()].reduce((a, b) => a + b, 0)
    const shares = kinds.map((kind) => `${kind}: ${played.get(kind) ?? 0}`)
    await annotate(
      `${all} steps until ${t.clock.now().toISOString().slice(0, 10)}, ${refused} refused, ${skipped} skipped; ${shares.join(', ')}`,
    )
    for (const kind of kinds) {
      expect((played.get(kind) ?? 0) / all, `void: too few of "${kind}"`).toBeGreaterThan(0.01)
    }
    expect(refused / all, 'void: nearly everything was refused').toBeLessThan(0.6)
  },
  TRIAL_MS,
)

test('after all of it the ledger check finds nothing', () => expectSoundLedger(t.io.db), TRIAL_MS)
