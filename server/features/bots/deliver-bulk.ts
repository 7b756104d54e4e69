import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import {
  abandonBulk,
  claimBulk,
  holdBulk,
  letLeave,
  listBulkClients,
  putOffBulk,
  reservePace,
  settleSent,
  type Sent,
} from './bulk-store.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient, noteClientState, pauseClient, type ClientRow } from './client-store.ts'
import { holdAdvertising } from './hold-advertising.ts'
import { markUnreachable } from './mark-unreachable.ts'
import type { Outgoing } from './message-rules.ts'
import { dropOfClient, settleMessage, type Claimed } from './message-store.ts'
import { ADVERTISING_PER_SECOND, takeSparePlace } from './send-pace.ts'
import { sendNow } from './send-now.ts'

/**
 * A third of a second of one bot. So much is asked about, leaves and is written down together: less
 * would cost more statements, more would send to who said /stop a second ago.
 */
const PART = 10
const SECOND_MS = 1_000
const SPACING_MS = SECOND_MS / ADVERTISING_PER_SECOND
/** A claim that was not settled for so long was left by a worker that is gone. */
const STALE_MS = 30_000
/** How long one run goes on, and how often it looks for more bots. */
const RUN_MS = 20_000
const LOOK_MS = 250
const TROUBLE_MS = 10_000
const REVOKED_MS = 10 * 60_000

/** The run of this process, and whether somebody came while it was going on. */
const runs = new WeakMap<object, { asked: boolean }>()

/**
 * Sends advertising of every bot that has some, each bot at its own pace and all of them beside
 * each other, so that no shop waits for another's mailing. One run a process: it finds what comes
 * meanwhile by itself, so whoever comes second only leaves word. Safe beside other processes.
 */
export async function deliverBulk(io: Io): Promise<void> {
  const present = runs.get(io.db)
  if (present) {
    present.asked = true
    return
  }
  const run = { asked: false }
  runs.set(io.db, run)
  try {
    await deliverAll(io)
  } finally {
    runs.delete(io.db)
  }
  if (run.asked || (await waiting(io)).length > 0) await io.jobs.send('bots.deliver_bulk', {})
}

async function deliverAll(io: Io): Promise<void> {
  const ends = performance.now() + RUN_MS
  const running = new Map<string, Promise<void>>()
  for (;;) {
    const over = performance.now() >= ends
    for (const client_id of over ? [] : await waiting(io)) {
      if (running.has(client_id)) continue
      const work = deliverOf(io, client_id, ends)
        .catch((error: unknown) => io.log.error({ err: error, client_id }, 'a mailing met a fault'))
        .finally(() => running.delete(client_id))
      running.set(client_id, work)
    }
    if (running.size === 0) return
    await Promise.race([...running.values(), sleep(LOOK_MS)])
  }
}

const waiting = (io: Io) => {
  const now = io.clock.now()
  return listBulkClients(io.db, { now, stale: new Date(now.getTime() - STALE_MS) })
}

const until = (moment: number) => sleep(Math.max(0, moment - performance.now()))

/** Messages of one bot that may go, and from when on, on the clock of this process. */
type Part = { client: ClientRow; starts: number; messages: Claimed[] }

/**
 * One bot, part by part, until nothing is due, it is told to wait, or the run is over. While a part
 * is being sent the next one is made ready, so a bot at its pace never waits for the database.
 */
async function deliverOf(io: Io, client_id: string, ends: number): Promise<void> {
  await abandonBulk(io.db, client_id, new Date(io.clock.now().getTime() - STALE_MS))
  let part = await prepare(io, client_id)
  while (part) {
    const over = performance.now() >= ends
    const [told, next] = await Promise.all([
      sendPart(io, part),
      over ? null : prepare(io, client_id),
    ])
    if (told) {
      for (const message of next?.messages ?? []) await putOffBulk(io.db, message, told)
      return io.jobs.send('bots.deliver_bulk', {}, { start_after: told })
    }
    part = next
  }
}

/** Claims the next part and asks whether it may go, shortly before its turn; null: there is none. */
async function prepare(io: Io, client_id: string): Promise<Part | null> {
  const client = await findClient(io.db, client_id)
  if (!client) {
    await dropOfClient(io.db, client_id)
    return null
  }
  const now = io.clock.now()
  if (client.paused_until !== null && client.paused_until > now) return null
  const claimed = await claimBulk(io.pool, client_id, now, PART)
  if (claimed.length === 0) return null
  const wait = await reservePace(io.db, client_id, claimed.length, SPACING_MS)
  const starts = performance.now() + wait
  // Another process may have promised seconds of this bot: what it may say then is asked then.
  await until(starts - PART * SPACING_MS)
  return { client, starts, messages: await holdAdvertising(io, claimed) }
}

/** Sends them one after another as the pace has it; answers until when the bot has to wait. */
async function sendPart(io: Io, { client, starts, messages }: Part): Promise<Date | null> {
  const token = tokenOf(io, client)
  const wait: Wait = { until: null }
  const sent: Sent[] = []
  await until(starts)
  const leaving = await letLeave(io.pool, messages, io.clock.now())
  const done = await Promise.allSettled(
    leaving.map(async (message, place) => {
      await until(starts + place * SPACING_MS)
      if (wait.until === null) await takeSparePlace(io, client.id)
      if (wait.until === null) await sendOne(io, client, token, message, { wait, sent })
      else await putOffBulk(io.db, message, wait.until)
    }),
  )
  await settleSent(io.pool, sent)
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return wait.until
}

/** Until when the whole bot has to wait; shared by the messages of a part. */
type Wait = { until: Date | null }

async function sendOne(
  io: Io,
  client: ClientRow,
  token: string,
  message: Claimed,
  { wait, sent }: { wait: Wait; sent: Sent[] },
): Promise<void> {
  const outgoing = JSON.parse(message.body) as Outgoing
  try {
    const external_id = await sendNow(io, client, token, { user_id: message.user_id, outgoing })
    sent.push({ ...message, external_id, sent_at: io.clock.now() })
  } catch (error) {
    if (!(error instanceof MessengerError)) {
      await settleMessage(io.db, message, { state: 'failed', last_error: 'a fault of ours' })
      throw error
    }
    await settleTrouble(io, client, message, error, wait)
  }
}

/** What is sure not to have been taken waits; what may have been is given up. */
async function settleTrouble(
  io: Io,
  client: ClientRow,
  message: Claimed,
  error: MessengerError,
  wait: Wait,
): Promise<void> {
  const last_error = `${error.trouble}: ${error.message}`.slice(0, 300)
  const in_ms = (milliseconds: number) => new Date(io.clock.now().getTime() + milliseconds)
  switch (error.trouble) {
    case 'slow_down': {
      const until = in_ms(error.retry_after * SECOND_MS)
      // Telegram slows the bot down; Viber counts what one person was sent within an hour.
      if (client.type === 'telegram') {
        wait.until = until
        await pauseClient(io.db, client.id, until)
      } else await io.jobs.send('bots.deliver_bulk', {}, { start_after: until })
      return putOffBulk(io.db, message, until)
    }
    case 'blocked':
      return markUnreachable(io, message, last_error)
    case 'revoked':
      wait.until = in_ms(REVOKED_MS)
      await noteClientState(io.db, client.id, { status: 'revoked', last_error })
      await pauseClient(io.db, client.id, wait.until)
      return putOffBulk(io.db, message, wait.until)
    case 'unreachable':
      wait.until = in_ms(TROUBLE_MS)
      await holdBulk(io.db, client.id, wait.until)
      if (error.never_left) return putOffBulk(io.db, message, wait.until)
      return settleMessage(io.db, message, {
        state: 'failed',
        last_error: `unknown: ${last_error}`,
      })
    default:
      io.log.error({ message_id: message.id, last_error }, 'a messenger refused a message')
      return settleMessage(io.db, message, { state: 'failed', last_error })
  }
}
