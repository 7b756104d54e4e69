import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/io/id.ts'
import { migrate } from '#server/io/migrate.ts'
import { ledgerShop, openTestAccount, sale } from '#server/testing/ledger.ts'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { commitOperations } from './commit-operations.ts'
import { openQuarters } from './store.ts'

let t: TestIo
beforeAll(async () => {
  t = await openTestIo()
})
afterAll(() => t.close())

const DAY = 24 * 3600 * 1000
const quarterOf = (moment: Date) =>
  `receipt_${moment.getUTCFullYear()}_q${Math.floor(moment.getUTCMonth() / 3) + 1}`
const after = (days: number) => new Date(Date.now() + days * DAY)

/** Where the receipt of a sale at this moment lies. */
async function sellAt(moment: Date): Promise<string> {
  const shop = ledgerShop(t)
  const account = await openTestAccount(t, shop)
  const id = newId(moment)
  const done = await commitOperations(t.io, [sale(t, shop, account, { earn: 500 }, { id })])
  expect(done).toEqual([{ status: 'committed' }])
  const { rows } = await sql<{ part: string }>`
    select tableoid::regclass::text as part from receipt where id = ${id}`.execute(t.io.db)
  expect(rows).toHaveLength(1)
  return rows[0]?.part ?? ''
}

test('a receipt lies in the quarter of its key, old ones in the first part, far ones in a last', async () => {
  expect(await sellAt(new Date())).toBe('receipt_first')
  expect(await sellAt(new Date('2019-02-03'))).toBe('receipt_first')
  expect(await sellAt(after(170))).toBe(quarterOf(after(170)))
  expect(await sellAt(after(500))).toBe('receipt_other')
})

test('new quarters are made once, but not where a receipt of theirs lies already', async () => {
  const far = after(500)
  await sellAt(far)
  const opened = await openQuarters(t.io.db, after(900))
  expect(opened).toContain(quarterOf(after(900)))
  expect(opened).not.toContain(quarterOf(far))
  expect(await openQuarters(t.io.db, after(900))).toEqual([])
  expect(await sellAt(far)).toBe('receipt_other')
  expect(await sellAt(after(850))).toBe(quarterOf(after(850)))
})

test('the program itself makes no tables, and nobody else asks the owner to', async () => {
  await expect(sql`create table mine (id int)`.execute(t.io.db)).rejects.toThrow(
    'permission denied',
  )
  const owner = new pg.Client({ connectionString: t.owner_url })
  await owner.connect()
  const { rows } = await owner.query<{ who: string }>(
    `select a.grantee::regrole::text as who from pg_proc p, aclexplode(p.proacl) a
      where p.proname = 'open_receipt_quarters' order by 1`,
  )
  await owner.end()
  expect(rows.map(({ who }) => who)).toEqual(['verta_app', 'verta_owner'])
})

test('a receipt is looked for in its own quarter only', async () => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, costs off, timing off, summary off) select 1 from receipt
    where organization_id = ${ledgerShop(t).organization_id} and id = ${newId(new Date())}
  `.execute(t.io.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('receipt_first')
  expect(plan).not.toMatch(/receipt_\d|receipt_other/)
})

test('quarters join without a gap where the server keeps summer time', async () => {
  const owner = new pg.Client({ connectionString: t.owner_url })
  await owner.connect()
  const name = `quarters_${Date.now()}`
  await owner.query(`create database ${name}`)
  await owner.query(`alter database ${name} set timezone to 'Europe/Kyiv'`)
  const url = t.owner_url.replace(/@\/[^?]+/, `@/${name}`)
  await migrate(url, 'verta_app')
  const shop = new pg.Client({ connectionString: url })
  await shop.connect()
  const { rows } = await shop.query<{ part: string }>(
    `select relname as part from pg_class where relispartition and relkind = 'r'
      and relname like 'receipt_2%' order by 1`,
  )
  await shop.end()
  await owner.query(`drop database ${name}`)
  await owner.end()
  const now = new Date()
  const next = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (now.getUTCMonth() % 3) + 3),
  )
  expect(rows.map(({ part }) => part)).toContain(quarterOf(next))
}, 60_000)
