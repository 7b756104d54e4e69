/**
 * A backup: one gzip of JSON lines with every row of the schema and every upload, as they were at one
 * moment. Rows travel as PostgreSQL's own text of a record, so each value comes back exactly. The
 * schema is not in it: migrations make it, the same ones on the way back (decision 0045).
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'

export const BACKUP_FORMAT = 1
const ROWS = 1_000
const CHUNK = 512 * 1024
/** The runner of migrations keeps its own tables. */
const OWN_TABLES = ['kysely_migration', 'kysely_migration_lock']

const head = z.object({
  verta_backup: z.literal(BACKUP_FORMAT),
  made_at: z.string(),
  migrations: z.array(z.string()),
  /** Tells whether the keys at hand are those of then, and nothing else. */
  keys_proof: z.string(),
})
const line = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ rows: z.array(z.string()) }),
  z.object({ file: z.string() }),
  z.object({ bytes: z.string() }),
  z.object({ sequence: z.string(), value: z.string(), called: z.boolean() }),
  z.object({ end: z.object({ rows: z.number(), files: z.number() }) }),
])
export type BackupHead = z.output<typeof head>
export type BackupLine = z.output<typeof line>
export type Counts = { rows: number; files: number }

/** Writes `file` from the database at `url` (its owner) and the uploads below `uploads`. */
export async function writeBackup(
  file: string,
  from: { url: string; uploads: string; made_at: Date; keys_proof: string },
): Promise<Counts> {
  const counts = { rows: 0, files: 0 }
  const client = new pg.Client({ connectionString: from.url, application_name: 'verta backup' })
  await client.connect()
  const draft = `${file}.part`
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query("set local statement_timeout = 0; set local timezone = 'UTC'")
    const lines = Readable.from(backupLines(client, from, counts))
    const out = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
    await pipeline(lines, createGzip({ level: 6 }), out)
    // Whole and on the disk before it gets its name.
    const handle = await open(draft, 'r+')
    await handle.sync()
    await handle.close()
    await rename(draft, file)
    return counts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* backupLines(
  client: pg.Client,
  from: { uploads: string; made_at: Date; keys_proof: string },
  counts: Counts,
): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  yield text({
    verta_backup: BACKUP_FORMAT,
    made_at: from.made_at.toISOString(),
    migrations: applied.map(({ name }) => name),
    keys_proof: from.keys_proof,
  })
  for (const [table, columns] of await listTables(client)) {
    yield text({ table, columns })
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
    await client.query(
      `declare rows cursor for select row(${list})::text as row from ${pg.escapeIdentifier(table)}`,
    )
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS} from rows`)
      if (rows.length === 0) break
      counts.rows += rows.length
      yield text({ rows: rows.map(({ row }) => row) })
    }
    await client.query('close rows')
  }
  yield* sequenceLines(client)
  yield* fileLines(from.uploads, counts)
  yield text({ end: counts })
}

const text = (value: object) => `${JSON.stringify(value)}\n`

/** Tables of ours with the columns that can be written, in their order. */
export async function listTables(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and not c.relispartition and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and c.relname <> all ($1)
      group by 1 order by 1`,
    [OWN_TABLES],
  )
  return new Map(rows.map(({ table, columns }) => [table, columns]))
}

async function* sequenceLines(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  )
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${pg.escapeIdentifier(name)}`,
    )
    for (const state of found) yield text({ sequence: name, ...state })
  }
}

async function* fileLines(folder: string, counts: Counts): AsyncGenerator<string> {
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    yield text({
      file: path
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    })
    counts.files += 1
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) {
      yield text({ bytes: (chunk as Buffer).toString('base64') })
    }
  }
}

/** Reads a backup from its beginning; throws when it is not one or was cut off. */
export async function* readBackup(file: string): AsyncGenerator<BackupHead | BackupLine> {
  const source = createReadStream(file)
  const gunzip = createGunzip()
  source.once('error', (error) => gunzip.destroy(error))
  let first = true
  let ended = false
  try {
    for await (const read of createInterface({ input: source.pipe(gunzip), crlfDelay: Infinity })) {
      const value: unknown = JSON.parse(read)
      if (first) {
        const known = head.safeParse(value)
        if (!known.success) throw new Error(`${file} is not a backup of this program`)
        yield known.data
        first = false
        continue
      }
      const parsed = line.parse(value)
      ended = 'end' in parsed
      yield parsed
    }
  } finally {
    source.destroy()
    gunzip.destroy()
  }
  if (!ended) throw new Error(`${file} was cut off: its end is missing`)
}
