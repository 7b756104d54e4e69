/**
 * Work that happens later: a name, a payload of ids, a handler that may run twice.
 *
 * Kept in PostgreSQL by pg-boss, so a job sent inside a transaction exists only if it commits, and
 * a job whose worker was killed is taken up by another within seconds. pg-boss is slow by default
 * on purpose; `notify`, `useListenNotify` and `burstWhenBatchFull` make it start in milliseconds.
 */
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type Tx } from './db.ts'
import type { Log } from './log.ts'
import { Refusal } from './refusal.ts'

export type Job = {
  name: string
  payload: z.ZodType
  handle(payload: never): Promise<void>
  /** Also sent by the clock, with an empty payload: five fields, in `timezone` (UTC). */
  cron?: string
  timezone?: string
}

/** Keeps the payload's type between its schema and its handler. */
export const job = <P extends z.ZodType>(definition: {
  name: string
  payload: P
  handle(payload: z.output<P>): Promise<void>
  cron?: string
  timezone?: string
}): Job => definition

type SendOptions = {
  /** Send with this transaction: the job exists only if it commits. */
  tx?: Tx
  start_after?: Date
}

export type Jobs = {
  send(name: string, payload: object, options?: SendOptions): Promise<void>
  /** Sends many jobs of one name in one statement. */
  sendAll(name: string, payloads: object[], options?: { tx?: Tx }): Promise<void>
}

export type JobRunner = Jobs & {
  /** Begins to work on all queues and to follow the cron lines. */
  work(jobs: Job[], options?: { concurrency?: number }): Promise<void>
  /** Runs every waiting job once, in order, without workers: for tests. Answers how many ran. */
  drain(jobs: Job[]): Promise<number>
  /** Milliseconds that the oldest ready job has waited; 0 when none waits. */
  lag(): Promise<number>
  /** How many ready jobs wait, and the milliseconds that the oldest has waited. */
  queue(): Promise<{ waiting: number; oldest_ms: number }>
  stop(): Promise<void>
}

const SCHEMA = 'pgboss'
const queueOptions = {
  notify: true,
  retryLimit: 10,
  retryBackoff: true,
  retryDelayMax: 600,
  // A killed worker's job is another's after this long without a heartbeat.
  heartbeatSeconds: 10,
  deleteAfterSeconds: 3 * 24 * 3600,
} as const

/**
 * Installs the job tables as the schema's owner (the program's own role has no DDL), has `open` open
 * what the jobs need, tables of jobs among it, and installs their queues. Answers what was opened.
 * Done at every start: what is there already is only looked at.
 */
export async function installJobs<Opened extends { jobs: Job[] }>(
  migrate_url: string,
  role: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const boss = new PgBoss({
    connectionString: migrate_url,
    schema: SCHEMA,
    max: 2,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const db = boss.getDb()
    await db.executeSql(`grant usage on schema ${SCHEMA} to "${role}"`)
    await db.executeSql(
      `grant select, insert, update, delete on all tables in schema ${SCHEMA} to "${role}"`,
    )
    await db.executeSql(`grant usage on all sequences in schema ${SCHEMA} to "${role}"`)
    await db.executeSql(`grant execute on all functions in schema ${SCHEMA} to "${role}"`)
    const opened = await open()
    await installQueues(boss, opened.jobs)
    return opened
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

/** A queue is a row: the tables that the role was let at stay the same. */
async function installQueues(boss: PgBoss, jobs: Job[]): Promise<void> {
  const kept = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const options = Object.keys(queueOptions) as (keyof typeof queueOptions)[]
  for (const { name } of jobs) {
    const queue = kept.get(name)
    if (!queue) await boss.createQueue(name, queueOptions)
    else if (options.some((option) => queue[option] !== queueOptions[option])) {
      await boss.updateQueue(name, queueOptions)
    }
  }
}

/** Opens the queue for sending; `work` makes this process a worker as well. */
export async function openJobs(
  url: string,
  log: Log,
  options: { supervise: boolean },
): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'verta jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    supervise: options.supervise,
    schedule: options.supervise,
    superviseIntervalSeconds: 5,
    useListenNotify: options.supervise,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met a fault'))
  await boss.start()
  return {
    async send(name, payload, { tx, start_after } = {}) {
      await boss.send(name, payload, {
        ...(tx && { db: fromKysely(tx) }),
        ...(start_after && { startAfter: start_after }),
      })
    },
    async sendAll(name, payloads, { tx } = {}) {
      if (payloads.length === 0) return
      await boss.insert(
        name,
        payloads.map((data) => ({ data })),
        tx ? { db: fromKysely(tx) } : {},
      )
    },
    async work(jobs, { concurrency = 2 } = {}) {
      for (const definition of jobs) await workOn(boss, log, definition, concurrency)
      await followClock(boss, jobs)
    },
    drain: (jobs) => drain(boss, log, jobs),
    lag: async () => (await readQueue(boss)).oldest_ms,
    queue: () => readQueue(boss),
    async stop() {
      await boss.stop({ graceful: true, timeout: 8_000, close: true })
    },
  }
}

async function readQueue(boss: PgBoss): Promise<{ waiting: number; oldest_ms: number }> {
  const { rows } = await boss.getDb().executeSql(
    `select count(*)::int as waiting,
         coalesce(extract(epoch from max(now() - greatest(created_on, start_after))) * 1000, 0)::float8 as ms
       from ${SCHEMA}.job where state in ('created', 'retry') and start_after <= now()`,
  )
  return { waiting: Number(rows[0]?.waiting ?? 0), oldest_ms: Number(rows[0]?.ms ?? 0) }
}

async function workOn(boss: PgBoss, log: Log, definition: Job, concurrency: number): Promise<void> {
  await boss.work(
    definition.name,
    {
      batchSize: 4,
      burstWhenBatchFull: true,
      localConcurrency: concurrency,
      pollingIntervalSeconds: 2,
      notifyPollingIntervalSeconds: 5,
      perJobResults: true,
    },
    async (batch) =>
      Promise.all(
        batch.map(async ({ id, data }) => {
          try {
            await runOne(definition, data, log)
            return { id, status: 'completed' as const }
          } catch (error) {
            log.error({ job: definition.name, job_id: id, err: error }, 'a job failed')
            return { id, status: 'failed' as const, output: { message: String(error) } }
          }
        }),
      ),
  )
}

/** Writes the cron lines that are not kept as they are here. */
async function followClock(boss: PgBoss, jobs: Job[]): Promise<void> {
  const kept = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { name, cron, timezone = 'UTC' } of jobs) {
    if (cron === undefined) continue
    const schedule = kept.get(name)
    if (schedule?.cron === cron && schedule.timezone === timezone) continue
    await boss.schedule(name, cron, {}, { tz: timezone })
  }
}

/** A refusal is an answer, not a fault: trying again would be refused again. */
async function runOne(definition: Job, data: unknown, log: Log): Promise<void> {
  try {
    await definition.handle(definition.payload.parse(data ?? {}) as never)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.warn({ job: definition.name, refusal: error.code }, 'a job was refused')
  }
}

async function drain(boss: PgBoss, log: Log, jobs: Job[]): Promise<number> {
  let ran = 0
  for (let found = true; found;) {
    found = false
    for (const definition of jobs) {
      const batch = await boss.fetch(definition.name, { batchSize: 50 })
      for (const { id, data } of batch) {
        await runOne(definition, data, log)
        await boss.complete(definition.name, id)
        found = true
        ran += 1
      }
    }
  }
  return ran
}
