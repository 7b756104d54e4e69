/**
 * The way between the program and its database is slow, breaks, or lets nothing through for a
 * while. Whoever asks is served late or told 503 with Retry-After; nothing hangs, the program
 * serves again within seconds, and every sale is there once. Void when the link was not felt.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { prepareProgram, type Program } from '#server/testing/program.ts'
import { openRemoteShop, type RemoteShop } from '#server/testing/remote-shop.ts'
import { countOf, TRIAL_MS } from '#server/testing/trial-counts.ts'
import { openDatabaseLink, type DatabaseLink } from '#server/testing/trial-database-link.ts'
import { openSender, type Sender } from '#server/testing/trial-http.ts'
import { expectSoundLedger } from '#server/testing/trial-ledger.ts'
import { expectAllThere, sellThrough, type Tally } from '#server/testing/trial-sales.ts'
import type { Tell } from '#server/testing/trial-words.ts'

const TIMES = countOf({ quick: 1, everyday: 5, release: 50 })
/** Longer than an answer may take. */
const HOLD_MS = 28_000

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

/** Sells while the link is spoiled, some times over. */
async function underLoad(
  tell: Tell,
  times: number,
  spoil: () => Promise<void> | void,
): Promise<Tally> {
  const { integration_token } = shop
  const tally = await sellThrough(tell, {
    ...{ send, integration_token, times, hits: () => link.spoiled() },
    spoil: async () => spoil(),
  })
  expectAllThere(tally, await t.io.db.selectFrom('receipt').select('id').execute())
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
    await underLoad(annotate, TIMES, () => link.cut())
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
