import { inTransaction, isUnavailable } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { ANNOUNCED, takeAnnouncements } from './store.ts'

const BATCH = 500
const IDLE_MS = 250

/**
 * Hands announced facts to the job queue, in one transaction: one job per listener, so that each
 * retries alone and none is lost or doubled. A job listens to the fact its name begins with, up to
 * the first dot: `receipt_completed.send_message`. Answers how many facts were taken.
 */
export async function relayAnnouncements(
  io: Pick<Io, 'db' | 'jobs'>,
  job_names: readonly string[],
): Promise<number> {
  return inTransaction(io.db, async (tx) => {
    const announced = await takeAnnouncements(tx, BATCH)
    const by_fact = Map.groupBy(announced, ({ fact }) => fact)
    for (const [fact, facts] of by_fact) {
      const payloads = facts.map(({ payload }) => JSON.parse(payload) as object)
      for (const name of job_names) {
        if (name.startsWith(`${fact}.`)) await io.jobs.sendAll(name, payloads, { tx })
      }
    }
    return announced.length
  })
}

/**
 * Relays again and again: at once while there is more or when somebody announced in a transaction,
 * else a few times a second. Answers how to stop it.
 */
export function startRelay(
  io: Pick<Io, 'db' | 'jobs' | 'log' | 'pool'>,
  job_names: readonly string[],
) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let relaying = false
  let again = false
  const turn = async () => {
    relaying = true
    again = false
    let taken = 0
    try {
      taken = await relayAnnouncements(io, job_names)
    } catch (error) {
      if (!isUnavailable(error)) io.log.error({ err: error }, 'announcements could not be relayed')
    }
    relaying = false
    if (stopped) return
    timer = setTimeout(() => void (running = turn()), taken === BATCH || again ? 0 : IDLE_MS)
  }
  const wake = () => {
    again = true
    if (relaying || stopped) return
    clearTimeout(timer)
    running = turn()
  }
  const listening = listen(io, wake)
  running = turn()
  return async function stop(): Promise<void> {
    stopped = true
    clearTimeout(timer)
    await listening.stop()
    await running
  }
}

const LISTEN_AGAIN_MS = 5_000

/**
 * Calls `heard` at each announcement; a lost connection is replaced, and meanwhile only looking
 * helps. One connection at a time, and each is given back: one that is kept keeps the program from
 * ending.
 */
function listen({ pool }: Pick<Io, 'pool'>, heard: () => void) {
  let stopped = false
  let giveBack = () => {}
  let beginning = Promise.resolve()
  const again = () => {
    if (!stopped) setTimeout(() => void (beginning = begin()), LISTEN_AGAIN_MS).unref()
  }
  const begin = async (): Promise<void> => {
    if (stopped) return
    const client = await pool.connect().catch(() => undefined)
    if (!client) return again()
    let lost = false
    // A connection that breaks may say so twice: by its error, and by the statement that met it.
    const lose = () => {
      if (lost) return
      lost = true
      client.release(true)
      again()
    }
    giveBack = lose
    client.on('notification', heard)
    client.once('error', lose)
    await client.query(`listen ${ANNOUNCED}`).catch(lose)
  }
  beginning = begin()
  return {
    async stop() {
      stopped = true
      await beginning
      giveBack()
    },
  }
}
