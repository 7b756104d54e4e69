import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, relative } from 'node:path'
import pg from 'pg'
import { listTables, readBackup, type BackupHead, type Counts } from './backup.ts'
import { migrate } from './migrate.ts'

type To = { url: string; role: string; uploads: string }

/**
 * Restores `file` into the empty database at `url` (its owner): the schema of then, all rows in one
 * transaction, today's migrations on top. Refuses a database with tables in it, a backup of a newer
 * program, and one that is not whole; then nothing is left behind but empty tables.
 */
export async function restoreBackup(file: string, to: To): Promise<Counts & { head: BackupHead }> {
  const client = new pg.Client({ connectionString: to.url, application_name: 'verta restore' })
  await client.connect()
  try {
    await refuseUsed(client)
    const lines = readBackup(file)
    const { value: head } = await lines.next()
    if (head === undefined || !('verta_backup' in head)) throw new Error(`${file} is empty`)
    await migrate(to.url, to.role, head.migrations)
    await client.query("set statement_timeout = 0; set timezone = 'UTC'")
    await client.query('begin')
    const unbind = await liftBounds(client)
    const counts = await load(client, lines, to.uploads)
    await unbind()
    await client.query('commit')
    await migrate(to.url, to.role)
    await client.query('analyze')
    return { ...counts, head }
  } finally {
    await client.end()
  }
}

async function refuseUsed(client: pg.Client): Promise<void> {
  if ((await listTables(client)).size === 0) return
  throw new Error('the database has tables already: restore into a new, empty one')
}

/**
 * Takes foreign keys off and triggers out of the way, because rows come in any order and the ledger's
 * trigger refuses nothing but change; answers how to put them back. Every key is checked anew then.
 */
async function liftBounds(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name,
        pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) {
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  }
  const tables = [...(await listTables(client)).keys()].map((name) => pg.escapeIdentifier(name))
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const { table, name, definition } of rows) {
      await client.query(
        `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
      )
    }
  }
}

async function load(
  client: pg.Client,
  lines: ReturnType<typeof readBackup>,
  uploads: string,
): Promise<Counts> {
  const counts = { rows: 0, files: 0 }
  let insert = ''
  let path = ''
  for await (const line of lines) {
    if ('table' in line) insert = await openTable(client, line.table, line.columns)
    else if ('rows' in line) {
      await client.query(insert, [line.rows])
      counts.rows += line.rows.length
    } else if ('file' in line) {
      path = await openFile(uploads, line.file)
      counts.files += 1
    } else if ('bytes' in line) await appendFile(path, Buffer.from(line.bytes, 'base64'))
    else if ('sequence' in line) {
      const name = pg.escapeIdentifier(line.sequence)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [
        name,
        line.value,
        line.called,
      ])
    } else if ('end' in line) {
      const { rows, files } = line.end
      if (rows !== counts.rows || files !== counts.files) {
        throw new Error(`the backup tells of ${rows} rows and has ${counts.rows}`)
      }
    }
  }
  return counts
}

/** Empties what a migration filled, and answers the statement that reads records of these columns. */
async function openTable(client: pg.Client, table: string, columns: string[]): Promise<string> {
  const name = pg.escapeIdentifier(table)
  const list = columns.map((column) => pg.escapeIdentifier(column))
  await client.query(`delete from ${name}`)
  await client.query('drop table if exists pg_temp.restored')
  await client.query(
    `create temporary table restored on commit drop as select ${list.join(', ')} from ${name} with no data`,
  )
  const fields = list.map((column) => `(line.record).${column}`).join(', ')
  return `insert into ${name} (${list.join(', ')}) overriding system value
    select ${fields} from (
      select written::pg_temp.restored as record from unnest($1::text[]) written offset 0) line`
}

/** A path inside the folder, whatever the backup says. */
async function openFile(uploads: string, file: string): Promise<string> {
  const path = join(uploads, normalize(file))
  const inside = relative(uploads, path)
  if (inside === '' || inside.startsWith('..')) throw new Error(`a wrong path of a file: ${file}`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  return path
}
