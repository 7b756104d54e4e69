import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { checkLedger } from './features/ledger/check-ledger.ts'
import { listTables, writeBackup } from './io/backup.ts'
import { openDatabase } from './io/db.ts'
import { migrate } from './io/migrate.ts'
import { restoreBackup } from './io/restore.ts'
import { openTestIo, type TestIo } from './testing/open-test-io.ts'
import { newPhone, sell } from './testing/receipts.ts'
import { openShop } from './testing/shop.ts'

let t: TestIo
let backup: string
const made: string[] = []
const urlOf = (name: string, role = 'verta_owner') =>
  `postgres://${role}@/${name}?host=${encodeURIComponent(inject('socket_dir'))}`

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A database with nothing in it. */
async function emptyDatabase(): Promise<string> {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} strategy file_copy`)
  made.push(name)
  return name
}

/** Every table's digest: each row as text, in order. */
async function digest(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const digests: Record<string, string> = {}
  for (const [table, columns] of await listTables(client)) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' order by line)), '') as digest
         from (select row(${list})::text as line from ${pg.escapeIdentifier(table)}) lines`,
    )
    digests[table] = rows[0]?.digest ?? ''
  }
  await client.end()
  return digests
}

const uploadsOf = (name: string) => join(t.io.config.DATA_DIR, name)
const to = (name: string) => ({ url: urlOf(name), role: 'verta_app', uploads: uploadsOf(name) })

beforeAll(async () => {
  t = await openTestIo()
  const shop = await openShop(t)
  const phone = newPhone()
  await sell(shop.till, { buyer: { phone }, register: { name: 'Оленка "О\'Ко, (тест)\\' } })
  await sell(shop.till, { buyer: { phone }, body: { total: 250 } })
  await mkdir(join(t.io.config.DATA_DIR, 'uploads', 'shop'), { recursive: true })
  const picture = Buffer.alloc(1_200_000, 'picture')
  await writeFile(join(t.io.config.DATA_DIR, 'uploads', 'shop', 'a.webp'), picture)
  backup = join(t.io.config.DATA_DIR, 'test.backup')
  await writeBackup(backup, {
    url: t.owner_url,
    uploads: join(t.io.config.DATA_DIR, 'uploads'),
    made_at: t.clock.now(),
    keys_proof: 'proof',
  })
})

afterAll(async () => {
  for (const name of made) await onServer(`drop database ${name} with (force)`)
  await rm(t.io.config.DATA_DIR, { recursive: true, force: true })
  await t.close()
})

test('a backup restored into an empty database is the same to the last row, and its ledger is right', async () => {
  const name = await emptyDatabase()
  const { head, files } = await restoreBackup(backup, to(name))
  expect(head.keys_proof).toBe('proof')
  const before = await digest(t.owner_url)
  expect(before['entry']?.startsWith('0 ')).toBe(false)
  expect(await digest(urlOf(name))).toEqual(before)
  expect(files).toBe(1)
  const path = ['shop', 'a.webp']
  const restored = await readFile(join(uploadsOf(name), ...path))
  const source = await readFile(join(t.io.config.DATA_DIR, 'uploads', ...path))
  expect(restored.equals(source)).toBe(true)

  const database = openDatabase(urlOf(name, 'verta_app'), { pool: 2 })
  const violations: unknown[] = []
  const checked = await checkLedger(database, (violation) => violations.push(violation))
  expect(violations).toEqual([])
  expect(checked.entries).toBeGreaterThan(0)
  // The bounds are back: the ledger refuses its owner, and a row without its parent is refused.
  const owner = openDatabase(urlOf(name), { pool: 2 })
  await expect(owner.pool.query('delete from entry')).rejects.toThrow()
  const keys = `select conrelid::regclass::text || conname || pg_get_constraintdef(oid) as key
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`
  expect((await owner.pool.query(keys)).rows).toEqual((await t.io.pool.query(keys)).rows)
  await Promise.all([database.close(), owner.close()])
})

test('a restore leaves a database that has tables alone', async () => {
  await expect(restoreBackup(backup, { ...to('x'), url: t.owner_url })).rejects.toThrow(/empty/)
})

test('a backup that was cut off restores no row', async () => {
  const lines = gunzipSync(await readFile(backup))
    .toString()
    .split('\n')
  const cut = `${backup}.cut`
  await writeFile(cut, gzipSync(`${lines.slice(0, -2).join('\n')}\n`))
  const name = await emptyDatabase()
  await expect(restoreBackup(cut, to(name))).rejects.toThrow(/cut off/)
  const client = new pg.Client({ connectionString: urlOf(name) })
  await client.connect()
  expect((await client.query('select 1 from entry')).rowCount).toBe(0)
  await client.end()
})

test('a backup of an older schema is brought up to date', async () => {
  const all = (await readdir(join(import.meta.dirname, 'migrations'))).toSorted()
  const then = all.map((file) => file.replace('.sql', '')).slice(0, -3)
  const older = await emptyDatabase()
  await migrate(urlOf(older), 'verta_app', then)
  const file = `${backup}.older`
  const from = { uploads: uploadsOf('none'), made_at: t.clock.now(), keys_proof: 'proof' }
  await writeBackup(file, { url: urlOf(older), ...from })
  const name = await emptyDatabase()
  const { head } = await restoreBackup(file, to(name))
  expect(head.migrations).toEqual(then)
  const today = await digest(t.owner_url)
  expect(Object.keys(await digest(urlOf(name)))).toEqual(Object.keys(today))
})

test('a backup of a newer program is refused before anything is made', async () => {
  const [head = '', ...rest] = gunzipSync(await readFile(backup))
    .toString()
    .split('\n')
  const newer = { ...(JSON.parse(head) as object), migrations: ['9999_of_tomorrow'] }
  const file = `${backup}.newer`
  await writeFile(file, gzipSync([JSON.stringify(newer), ...rest].join('\n')))
  await expect(restoreBackup(file, to(await emptyDatabase()))).rejects.toThrow(/newer program/)
})
