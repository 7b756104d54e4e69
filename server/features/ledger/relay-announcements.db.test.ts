import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { installJobs, job, type Job, type JobRunner } from '#server/io/jobs.ts'
import { inTransaction } from '#server/io/db.ts'
import { z } from 'zod'
import { granting, ledgerShop, openTestAccount, operationOf } from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { commitOperations } from './commit-operations.ts'
import { announce, balanceChanged } from './events.ts'
import { relayAnnouncements, startRelay } from './relay-announcements.ts'

type Wire = { connection: { stream: { destroy(): void } } }

let t: TestIo
const heard: { by: string; buyer_id: string }[] = []
const listener = (name: string): Job =>
  job({
    name,
    payload: z.looseObject({ buyer_id: z.string() }),
    async handle({ buyer_id }) {
      heard.push({ by: name, buyer_id })
    },
  })
const jobs = [
  listener('balance_changed.first'),
  listener('balance_changed.second'),
  listener('balance_changed_otherwise.third'),
]
const names = jobs.map(({ name }) => name)

beforeAll(async () => {
  t = await openTestIo()
  await installJobs(t.owner_url, 'verta_app', async () => ({ jobs }))
})
afterAll(async () => {
  await t.close()
})

async function left(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from announcement`.execute(t.io.db)
  return rows[0]?.n ?? 0
}

test('a fact told with a commit reaches every listener once, when relays race too', async () => {
  const shop = ledgerShop(t)
  const accounts = await Promise.all(Array.from({ length: 40 }, () => openTestAccount(t, shop)))
  await commitOperations(
    t.io,
    accounts.map((account) =>
      operationOf(t, shop, granting(t, account, 100), {
        announcements: [
          balanceChanged({
            organization_id: account.organization_id,
            buyer_id: account.buyer_id,
            ...{ from_number: 1, to_number: 1, notify: true },
          }),
        ],
      }),
    ),
  )
  const taken = await Promise.all(Array.from({ length: 4 }, () => relayAnnouncements(t.io, names)))
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(40)
  expect(await left()).toBe(0)
  await (t.io.jobs as JobRunner).drain(jobs)
  const buyers = accounts.map(({ buyer_id }) => buyer_id).toSorted()
  const heardBy = (name: string) =>
    heard
      .filter(({ by }) => by === name)
      .map(({ buyer_id }) => buyer_id)
      .toSorted()
  expect(heardBy('balance_changed.first')).toEqual(buyers)
  expect(heardBy('balance_changed.second')).toEqual(buyers)
  expect(heardBy('balance_changed_otherwise.third')).toEqual([])
})

test('a fact of a transaction that failed was never told', async () => {
  const { organization_id } = ledgerShop(t)
  const failed = inTransaction(t.io.db, async (tx) => {
    await announce(t.io, tx, organization_id, [{ fact: 'balance_changed', payload: {} }])
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await left()).toBe(0)
})

test('a fact nobody listens to is taken off all the same', async () => {
  const { organization_id } = ledgerShop(t)
  await inTransaction(t.io.db, (tx) =>
    announce(t.io, tx, organization_id, [{ fact: 'unheard', payload: {} }]),
  )
  expect(await relayAnnouncements(t.io, names)).toBe(1)
  expect(await left()).toBe(0)
})

test('a connection that breaks before it listens is replaced by one, and none is kept', async () => {
  const pool = new pg.Pool({ connectionString: t.owner_url, max: 4 })
  pool.on('error', () => {})
  let connected = 0
  pool.on('connect', (client) => {
    connected += 1
    // It says so twice: by its own error, and by the statement that meets it.
    if (connected === 1) (client as unknown as Wire).connection.stream.destroy()
  })
  const stop = startRelay({ ...t.io, pool }, [])
  await expect.poll(() => connected, { timeout: 20_000 }).toBeGreaterThan(1)
  await sleep(200)
  await stop()
  await pool.end()
  expect(connected).toBe(2)
})
