import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import pg from 'pg'

const folder = join(import.meta.dirname, '..', 'migrations')

/** Reads the numbered `.sql` files: forward only, one transaction each, never edited once landed. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).toSorted()
  const migrations: Record<string, Migration> = {}
  for (const file of files) {
    const text = await readFile(join(folder, file), 'utf8')
    migrations[file.replace('.sql', '')] = {
      async up(db) {
        await sql.raw(text).execute(db)
      },
    }
  }
  return migrations
}

/**
 * Brings the schema at `url` (its owner's role) up to date and gives `application_role` what the
 * program needs: no DDL, and on what is only ever appended to neither UPDATE, DELETE nor TRUNCATE.
 * Several processes may start at once: the migrator holds a lock. `only`: these and no others, for
 * a restore; a name that this program does not know is refused.
 */
export async function migrate(
  url: string,
  application_role: string,
  only?: readonly string[],
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'verta migrate' })
  pool.on('error', () => {})
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    // Numbers are given out ahead: one that lands after a higher one runs all the same.
    const allowUnorderedMigrations = true
    const migrations = pick(await readMigrations(), only)
    const provider = { getMigrations: async () => migrations }
    const migrator = new Migrator({ db, provider, allowUnorderedMigrations })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    await grant(db, application_role)
    return results.map((result) => result.migrationName)
  } finally {
    await pool.end()
  }
}

// Any number that nothing else in the database takes.
const START_LOCK = 7_318_002

/**
 * Runs `work` while no other process that starts on this database runs its own: two that grant the
 * same at once would fail each other. Whoever dies meanwhile holds nobody up.
 */
export async function oneStartAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'verta start' })
  // Lost, it holds nothing any more; what is at work goes on by itself.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}

function pick(
  all: Record<string, Migration>,
  only: readonly string[] | undefined,
): Record<string, Migration> {
  if (only === undefined) return all
  return Object.fromEntries(
    only.map((name) => {
      const migration = all[name]
      if (migration === undefined) {
        throw new Error(`the backup is of a newer program: it has the migration ${name}`)
      }
      return [name, migration]
    }),
  )
}

/** The ledger (spec/ledger.md) and the log of acts. */
const appendOnly = ['entry', 'cancellation', 'audit_act']

/** What the program asks the owner of the schema to do: functions that run with the owner's rights. */
const ownersWork = ['open_receipt_quarters(timestamptz)']

async function grant(db: Kysely<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ owner: string }>`select current_user as owner`.execute(db)
  if (rows[0]?.owner === role) return
  const name = sql.id(role)
  await sql`grant usage on schema public to ${name}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${name}`.execute(
    db,
  )
  await sql`grant usage on all sequences in schema public to ${name}`.execute(db)
  for (const call of ownersWork) {
    const { rows: found } = await sql<{ found: boolean }>`
      select to_regprocedure(${`public.${call}`}) is not null as found`.execute(db)
    if (found[0]?.found)
      await sql`grant execute on function ${sql.raw(call)} to ${name}`.execute(db)
  }
  for (const table of appendOnly) {
    const { rows: found } = await sql<{ found: boolean }>`
      select to_regclass(${`public.${table}`}) is not null as found`.execute(db)
    if (!found[0]?.found) continue
    await sql`revoke update, delete, truncate on ${sql.table(table)} from ${name}`.execute(db)
  }
}
