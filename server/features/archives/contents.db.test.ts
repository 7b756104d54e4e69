import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestIo, type TestIo } from '#server/testing/open-test-io.ts'
import { archivedTables, keptBack, leftOut } from './contents-rules.ts'

let t: TestIo
const columns = new Map<string, string[]>()
beforeAll(async () => {
  t = await openTestIo()
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.attnum > 0 and not a.attisdropped
     group by 1`.execute(t.io.db)
  for (const row of rows) columns.set(row.table, row.columns)
})
afterAll(() => t.close())

test('every table of a shop goes into the archive, or is left out for a told reason', () => {
  const ofShops = [...columns].filter(([, names]) => names.includes('organization_id'))
  const told = [...archivedTables.map(({ table }) => table), ...Object.keys(leftOut)]
  expect(told.toSorted()).toEqual(['organization', ...ofShops.map(([name]) => name)].toSorted())
})

test.each(archivedTables.map((one) => [one.table, one] as const))(
  'every column of %s goes along, or is kept back by name',
  (table, { columns: archived, order }) => {
    const all = (columns.get(table) ?? []).filter((name) => name !== 'organization_id')
    expect([...archived, ...keptBack(table)].toSorted()).toEqual(all.toSorted())
    expect(archived).toEqual(expect.arrayContaining(order))
  },
)

test('no column that sounds like a secret goes along', () => {
  const ledger = ['account.last_hash', 'entry.prev_hash', 'entry.hash']
  const named = archivedTables.flatMap(({ table, columns: names }) =>
    names.map((name) => `${table}.${name}`),
  )
  const odd = named.filter((name) => /secret|sealed|token|hash|password/.test(name))
  expect(odd.toSorted()).toEqual(ledger.toSorted())
})
