/**
 * The way to a distributed database stays open: every table is classed, and every statement that the
 * product sends is held to an organization, or named with a reason. The statements are those of a
 * walk through every operation, its jobs and some sales; what they are held to, PostgreSQL's plans tell.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allJobs } from '#server/app.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { addressOf, readOperations, sampleOf } from '#server/testing/operations.ts'
import { cancel, newPhone, sell } from '#server/testing/receipts.ts'
import { statementsOf, unheldIn } from '#server/testing/statements.ts'
import { openWorld, type World } from '#server/testing/trial-world.ts'
import {
  acrossShops,
  plainText,
  readTables,
  readTenants,
  undistributed,
  writeCitus,
} from './distribution.ts'

let t: TestIo
let world: World
let client: pg.Client

// Plans of look-ups by key, as large tables have them; tables of a test are small.
const OFF = ['seqscan', 'hashjoin', 'mergejoin', 'material', 'memoize']

beforeAll(async () => {
  t = await openTestIo()
  world = await openWorld(t)
  client = new pg.Client({ connectionString: t.owner_url })
  await client.connect()
  for (const way of OFF) await client.query(`set enable_${way} = off`)
})
afterAll(async () => {
  await client.end()
  await t.close()
})

test('every table is distributed by its organization, or named with a reason', async () => {
  const tables = await readTables(client)
  const tenants = new Set(await readTenants(client))
  const unclassed = tables.filter((name) => !tenants.has(name) && !(name in undistributed))
  expect(unclassed).toEqual([])
  expect(Object.keys(undistributed).filter((name) => !tables.includes(name))).toEqual([])
})

test('deploy/citus.sql is what `npm run citus` writes', async () => {
  expect(readFileSync('deploy/citus.sql', 'utf8')).toBe(await writeCitus(client))
})

/** Sells, then calls every operation once, then does every job. Answers how many calls went well. */
async function walk(): Promise<number> {
  const { till, owner, ids } = world
  for (let sale = 0; sale < 3; sale += 1) {
    const buyer = { phone: newPhone() }
    const { receipt_id } = await sell(till, { buyer })
    await sell(till, { buyer, spend: 1 })
    await cancel(till, receipt_id)
  }
  let went_well = 0
  const asked = readOperations(t.io).map((operation) => ({
    operation,
    sample: sampleOf(operation, ids),
  }))
  // What ends something comes last.
  asked.sort((a, b) => Number(a.sample.last ?? false) - Number(b.sample.last ?? false))
  for (const { operation, sample } of asked) {
    const { inject } = operation.access === 'cashier' ? till : owner
    const url = addressOf(operation, sample, ids)
    const headers = { 'idempotency-key': randomUUID() }
    if ((await inject(operation.method, url, sample.body, headers)).status < 300) went_well += 1
  }
  await t.runJobs()
  for (const job of allJobs(t.io)) {
    // What a job meets in a shop that is half gone by now is not the question.
    if (job.cron !== undefined) await job.handle({} as never).catch(() => {})
  }
  await t.runJobs()
  return went_well
}

test('every statement on a shop’s table is held to an organization', async ({ annotate }) => {
  let went_well = 0
  const texts = await statementsOf(async () => {
    went_well = await walk()
  })
  expect(went_well, 'void: most calls were refused').toBeGreaterThan(100)
  const tenants = new Set(await readTenants(client))
  const ours = texts.filter((text) => !text.includes('pgboss.'))
  const unheld: string[] = []
  const needed = new Set<string>()
  let many_shops = 0
  for (const text of ours) {
    const found = await unheldIn(client, text, tenants)
    if (found.by.has('row')) many_shops += 1
    if (found.unheld.length === 0) continue
    const plain = plainText(text)
    const named = Object.keys(acrossShops).find((part) => plain.includes(part))
    if (named === undefined) unheld.push(`${found.unheld.join(', ')}: ${plain.slice(0, 300)}`)
    else needed.add(named)
  }
  expect(ours.length, 'void: hardly anything was asked').toBeGreaterThan(300)
  expect(unheld).toEqual([])
  // Told and no more: a job that is held up on a busy machine may not come to its statement.
  const idle = Object.keys(acrossShops).filter((part) => !needed.has(part))
  await annotate(
    `${ours.length} statements; ${needed.size} look at all shops, ${many_shops} may hold rows of many; named and not met: ${idle.join('; ')}`,
  )
}, 60_000)

test('a statement without the organization is found wherever it hides', async () => {
  const tenants = new Set(await readTenants(client))
  const of = async (text: string) => (await unheldIn(client, text, tenants)).unheld
  expect(await of('select * from buyer where organization_id = $1 and phone = $2')).toEqual([])
  expect(await of('select * from buyer where phone = $1')).toEqual(['buyer buyer'])
  const joined = 'select 1 from receipt r join buyer b on b.id = r.buyer_id'
  expect(await of(`${joined} where r.organization_id = $1`)).toEqual(['buyer b'])
  expect(
    await of(`${joined} and b.organization_id = r.organization_id where r.organization_id = $1`),
  ).toEqual([])
  expect(
    await of(`with gone as (delete from entry where buyer_id = $1 returning 1)
      select count(*) from pos p, gone where p.organization_id = $2`),
  ).toEqual(['entry entry'])
  expect(
    await of(`update account set debt = 0 where organization_id = $1
      and buyer_id in (select id from buyer where phone = $2)`),
  ).toEqual(['buyer buyer'])
})
