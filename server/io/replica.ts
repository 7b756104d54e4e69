/**
 * A streaming replica that reports read from, so that they take nothing from the tills. Whatever
 * decides reads the primary. It is used only while it is known to hold all that was committed
 * DATABASE_REPLICA_LAG seconds ago; else, and when it fails, the primary answers.
 *
 * How old it is, is not asked of its clock: every second the primary's place in its log is noted with
 * the time, and the newest place that the replica has replayed says what it holds. So a quiet shop
 * does not look late, and a replica that hangs becomes too old by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Config } from './config.ts'
import { databaseCode, isUnavailable, openDatabase, type Db } from './db.ts'
import type { Call } from './http.ts'
import type { Io } from './io.ts'
import type { Log } from './log.ts'

export type Replica = {
  /** Runs `work`, which only reads and may run twice, on the replica or on `primary`. */
  read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

const LOOK_MS = 1_000
/** Longer than a statement may take: a line that went dead without a word ends the waiting. */
const HANGS_MS = 12_000
/** What a replica says of a reading that its replay had to break off. */
const RECOVERY_CONFLICT = '40001'

const none: Replica = { read: (primary, work) => work(primary), async close() {} }

/** Opens the replica that the configuration names; without one the primary reads. */
export function openReplica(config: Config, primary: Db, log: Log): Replica {
  if (config.DATABASE_REPLICA_URL === undefined) return none
  const database = openDatabase(config.DATABASE_REPLICA_URL, {
    pool: config.DATABASE_POOL,
    name: 'verta reports',
  })
  const lag_ms = config.DATABASE_REPLICA_LAG * 1_000
  const closing = new AbortController()
  const places: Place[] = []
  /** All that was committed until then is in the replica; on the clock of this process. */
  let held_until = Number.NEGATIVE_INFINITY
  const isFresh = () => performance.now() - held_until <= lag_ms
  const watch = async () => {
    const opened = performance.now()
    let answers = true
    let told: boolean | undefined
    while (!closing.signal.aborted) {
      try {
        held_until = Math.max(held_until, await look(primary, database.db, places, lag_ms))
        answers = true
      } catch (error) {
        if (answers) log.warn({ err: error }, 'the replica could not be asked')
        answers = false
      }
      const fresh = isFresh()
      // At a start it has as long as later on, so one that is never of use is told too.
      if (fresh !== told && (fresh || performance.now() - opened > lag_ms)) {
        if (fresh) log.info('reports read the replica')
        else log.warn('the replica is late or gone: reports read the primary')
        told = fresh
      }
      await sleep(LOOK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    async read(primary_db, work) {
      if (!isFresh()) return work(primary_db)
      try {
        return await inTime(work(database.db))
      } catch (error) {
        if (!isUnavailable(error) && databaseCode(error) !== RECOVERY_CONFLICT) throw error
        if (databaseCode(error) !== RECOVERY_CONFLICT) held_until = Number.NEGATIVE_INFINITY
        return work(primary_db)
      }
    },
    async close() {
      closing.abort()
      await database.close()
      await watching
    },
  }
}

/** A place in the primary's log, and a moment at which it had come so far at least. */
type Place = { at: number; lsn: string }

/** Notes where the primary is, and answers until when the replica holds all. */
async function look(primary: Db, replica: Db, places: Place[], lag_ms: number): Promise<number> {
  const at = performance.now()
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(
    primary,
  )
  if (rows[0]) places.push({ at, lsn: rows[0].lsn })
  while (places[0] && at - places[0].at > lag_ms) places.shift()
  const { rows: replayed } = await sql<{ count: number }>`
    select count(*)::int as count from unnest(${places.map(({ lsn }) => lsn)}::pg_lsn[]) as place
     where pg_is_in_recovery() and place <= pg_last_wal_replay_lsn()`.execute(replica)
  // Places only grow, so those that were replayed are the first ones.
  return places[(replayed[0]?.count ?? 0) - 1]?.at ?? Number.NEGATIVE_INFINITY
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Connection terminated: no answer')), HANGS_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const WROTE = 'wrote'

/**
 * Whoever changes something reads the primary until the replica must have it: a cookie says so for
 * that long, whichever process is asked next.
 */
export function markWriters(app: FastifyInstance, config: Config): void {
  if (config.DATABASE_REPLICA_URL === undefined) return
  const maxAge = config.DATABASE_REPLICA_LAG + 1
  const options = { path: '/', httpOnly: true, secure: config.https, sameSite: 'lax' } as const
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'GET' || !request.url.startsWith('/api/')) return
    reply.setCookie(WROTE, '1', { ...options, maxAge })
  })
}

/** `io` as a call may read reports by it: without the replica for who has just changed something. */
export const readerOf = (io: Io, call: Pick<Call, 'cookie'>): Io =>
  call.cookie(WROTE) === undefined ? io : { ...io, replica: none }

/** Runs reading `work` with an `io` whose database may be the replica. */
export const readLate = <T>(
  io: Io,
  call: Pick<Call, 'cookie'>,
  work: (io: Io) => Promise<T>,
): Promise<T> => readerOf(io, call).replica.read(io.db, (db) => work({ ...io, db }))
