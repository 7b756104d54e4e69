import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { valueTypes } from './parse-values.ts'
import type { DB as Tables } from './tables.ts'

export type { Tables }
export type Db = Kysely<Tables>
/** A function that must run inside a transaction asks for this type. */
export type Tx = Transaction<Tables>

export type Database = {
  db: Db
  pool: pg.Pool
  /** Both, by name, for the figures. */
  pools: { prepared: pg.Pool; other: pg.Pool }
  close(): Promise<void>
}

/**
 * A prepared statement keeps the plan of its first executions, often made while its tables were
 * empty: read from end to end, as is right for an empty table, until somebody analyzes it. They
 * all look up by key, so their connections prefer any index; nor is one ever worth compiling. Left to
 * itself PostgreSQL would plan those over a list anew at every run (decision 0071).
 */
const BY_KEY = '-c enable_seqscan=off -c jit=off -c plan_cache_mode=force_generic_plan'

/**
 * Opens `url` with `options.pool` connections at most: half of them for Kysely's statements, half
 * for prepared ones (`named`). Statements are bounded so that nothing hangs: a lock 3 s, a
 * statement 10 s, an idle transaction 15 s (bar.md "Nothing lost"). Jobs that need longer set
 * their own.
 */
export function openDatabase(url: string, options: { pool: number; name?: string }): Database {
  const prepared = Math.floor(options.pool / 2)
  const pool = openPool(url, { ...options, pool: prepared, settings: BY_KEY })
  const other = openPool(url, { ...options, pool: options.pool - prepared, settings: '' })
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: other }) }),
    pool,
    pools: { prepared: pool, other },
    async close() {
      // Kysely ends its pool only when it ran a query itself, so both are ended here.
      await Promise.all([pool.end(), other.end()])
    },
  }
}

function openPool(
  url: string,
  options: { pool: number; name?: string; settings: string },
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.pool,
    types: valueTypes,
    application_name: options.name ?? 'verta',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    // A peer that is gone without a word is noticed in the end, and its connection replaced.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: `-c lock_timeout=3s -c statement_timeout=10s -c idle_in_transaction_session_timeout=15s -c timezone=UTC ${options.settings}`,
  })
  // A connection that dies, idle or between two statements of its borrower, is replaced at the next
  // use, and the statement that meets it fails by itself; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const retriable = new Set(['40001', '40P01'])

/** Runs `work` in a transaction; a deadlock or a serialization failure is tried again, 5 times. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= 5 || !retriable.has(databaseCode(error) ?? '')) throw error
      await sleep(attempt * 10)
    }
  }
}

/**
 * Runs reading in a snapshot of its own, so that a live system beside it looks still. Nothing can be
 * written in it.
 */
export async function inSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(work)
}

/** The same for long reading: with room to sort in memory and time to finish. */
export async function inLongSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inSnapshot(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`set local work_mem = '128MB'`.execute(tx)
    return work(tx)
  })
}

/** The SQLSTATE of an error that PostgreSQL raised, or undefined. */
export function databaseCode(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}

/** The constraint that refused, or undefined: how a store tells one 23505 from another. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined
}

const connectionCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
  '08000',
  '53100',
  '53200',
])
const connectionErrors =
  /ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|Connection terminated|timeout exceeded when trying to connect|Connection ended|not queryable|Client was closed/

/** True when the database could not be reached or has no room: the caller may try again shortly. */
export function isUnavailable(error: unknown): boolean {
  const code = databaseCode(error)
  if (code !== undefined) return connectionCodes.has(code) || code === '55P03' || code === '57014'
  const text =
    error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}` : ''
  return connectionErrors.test(text)
}

/** How often each prepared statement was run by this process. */
const runs = new Map<string, number>()

/**
 * Runs a prepared statement. Kysely never names its statements, so the few hot ones go here:
 * PostgreSQL then plans each once a connection (36 thousand look-ups a second against 15). It is
 * planned anew at its tenth, hundredth, thousandth run: a plan made for tables with a few rows takes
 * any index that begins with the organization for as good as the right one.
 */
export async function named<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const count = (runs.get(name) ?? 0) + 1
  runs.set(name, count)
  const magnitude = String(count).length
  const result = await pool.query<Row>({ name: `${name}_${magnitude}`, text, values })
  return result.rows
}

/** The role that a connection string signs in as. */
export function roleOf(url: string): string {
  const { user } = new pg.Client({ connectionString: url })
  if (user === undefined) throw new Error('the connection string names no role')
  return user
}
