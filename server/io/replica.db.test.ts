/** Reports read a real streaming replica, and never what their reader would notice to be old. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp } from '#server/app.ts'
import type { OpenIo } from '#server/open-io.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { giveBonuses } from '#server/testing/buyers.ts'
import { newPhone, sell } from '#server/testing/receipts.ts'
import { openShop, type Shop } from '#server/testing/shop.ts'
import { startPostgresWithStandby } from '#server/testing/standby-postgres.ts'
import { testConfig } from '#server/testing/test-config.ts'
import type { Db } from './db.ts'
import { openLog } from './log.ts'
import { openReplica, readLate } from './replica.ts'

let servers: Awaited<ReturnType<typeof startPostgresWithStandby>>
let io: OpenIo
let app: ReturnType<typeof openApp>
let shop: Shop
let standby: pg.Client

const LAG_SECONDS = 2
/** A busy machine takes its time. */
const WAITS = { timeout: 30_000, interval: 50 }

beforeAll(async () => {
  servers = await startPostgresWithStandby()
  const config = testConfig({
    DATABASE_REPLICA_URL: servers.standby.url.replace('@/', '@localhost/'),
    DATABASE_REPLICA_LAG: String(LAG_SECONDS),
    DATABASE_POOL: '4',
  })
  const { primary } = servers
  ;({ io } = await prepareDatabase(config, primary, { supervise_jobs: false }))
  app = openApp(io)
  await app.ready()
  standby = new pg.Client({ connectionString: servers.standby.migrate_url })
  standby.on('error', () => {})
  await standby.connect()
  shop = await openShop({ app })
}, 120_000)
afterAll(async () => {
  await app.close()
  await io.close()
  await standby.end().catch(() => {})
  await servers.stop()
})

const isReplica = async (db: Db) => {
  const { rows } = await sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(db)
  return rows[0]?.it
}
const readsReplica = () => io.replica.read(io.db, isReplica)

test('reports read the replica, and the primary while the replica is late', async () => {
  await expect.poll(readsReplica, WAITS).toBe(true)
  await standby.query('select pg_wal_replay_pause()')
  await sell(shop.till, { buyer: { phone: newPhone() } })
  await expect.poll(readsReplica, WAITS).toBe(false)
  await standby.query('select pg_wal_replay_resume()')
  await expect.poll(readsReplica, WAITS).toBe(true)
})

const reading = (wrote: string | undefined) =>
  readLate(io, { cookie: () => wrote }, (late) => isReplica(late.db))

test('who changed something reads it at once, wherever the replica is', async () => {
  const sold = await sell(shop.till, { buyer: { phone: newPhone() } })
  await expect.poll(() => reading(undefined), WAITS).toBe(true)
  await standby.query('select pg_wal_replay_pause()')
  try {
    await giveBonuses(shop, sold.buyer.id, 77)
    expect(shop.owner.cookie('wrote')).toBe('1')
    const url = `/api/v1/stats/transactions?organization_id=${shop.organization_id}`
    const { data } = await shop.owner.inject('GET', url)
    expect(data.items.map(({ amount }: { amount: number }) => amount)).toContain(77)
  } finally {
    await standby.query('select pg_wal_replay_resume()')
  }
  await expect.poll(() => reading(undefined), WAITS).toBe(true)
  expect(await reading('1')).toBe(false)
})

test('what a report refuses or breaks on is told as it is, once', async () => {
  let runs = 0
  const fails = io.replica.read(io.db, async (db) => {
    runs += 1
    await sql`select 1 / 0`.execute(db)
  })
  await expect(fails).rejects.toMatchObject({ code: '22012' })
  expect(runs).toBe(1)
})

test('one that cannot be asked, or is no replica, is told of once', async () => {
  for (const [url, words] of [
    ['postgres://verta_app@127.0.0.1:1/verta', ['could not be asked', 'late or gone']],
    [servers.primary.url.replace('@/', '@localhost/'), ['late or gone']],
  ] as const) {
    const lines: string[] = []
    const to = { write: (line: string) => void lines.push(line) }
    const config = testConfig({
      DATABASE_REPLICA_URL: url,
      DATABASE_REPLICA_LAG: String(LAG_SECONDS),
    })
    const replica = openReplica(config, io.db, openLog('info', to))
    try {
      await expect.poll(() => lines.join(''), WAITS).toContain('late or gone')
      // It is looked at every second.
      await sleep(2_500)
      expect(await replica.read(io.db, isReplica)).toBe(false)
    } finally {
      await replica.close()
    }
    const said = lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
    expect(said.map((msg) => words.find((word) => msg.includes(word)))).toEqual(words)
  }
})

test('without the replica the primary answers, at the very call that met its end', async () => {
  await expect.poll(readsReplica, WAITS).toBe(true)
  await servers.standby.stop()
  expect(await readsReplica()).toBe(false)
  const path = `/api/v1/stats/dashboard_report?organization_id=${shop.organization_id}`
  expect((await shop.owner.inject('GET', path)).status).toBe(200)
})
