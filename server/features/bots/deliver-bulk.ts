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
/** So long before its turn a part is written down as leaving, lest its first message wait for that. */
const AHEAD_MS = 100
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

/** How a bot's run goes; shared by the parts that are on their way. */
type Course = {
  /** Until when the whole bot has to wait. */
  wait_until: Date | null
  faults: unknown[]
}

/**
 * One bot, part by part, until nothing is due, it is told to wait, or the run is over. While a part
 * is being sent the next one is made ready and begins at its turn, so a bot at its pace waits for
 * neither the database nor the messenger.
 */
async function deliverOf(io: Io, client_id: string, ends: number): Promise<void> {
  await abandonBulk(io.db, client_id, new Date(io.clock.now().getTime() - STALE_MS))
  const course: Course = { wait_until: null, faults: [] }
  let before = Promise.resolve()
  for (;;) {
    const over = performance.now() >= ends || course.wait_until !== null || course.faults.length > 0
    const part = over ? null : await prepare(io, client_id)
    if (!part) break
    const sending = sendPart(io, part, course).catch((fault: unknown) => {
      course.faults.push(fault)
    })
    // Two are on their way at most: a messenger that has stopped answering is not given all.
    await before
    before = sending
  }
  await before
  if (course.wait_until) {
    await io.jobs.send('bots.deliver_bulk', {}, { start_after: course.wait_until })
  }
  if (course.faults.length > 0) throw course.faults[0]
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

/** Sends them one after another as the pace has it. */
async function sendPart(io: Io, { client, starts, messages }: Part, course: Course): Promise<void> {
  const token = tokenOf(io, client)
  const sent: Sent[] = []
  await until(starts - AHEAD_MS)
  const leaving = await letLeave(io.pool, messages, io.clock.now())
  const done = await Promise.allSettled(
    leaving.map(async (message, place) => {
      await until(starts + place * SPACING_MS)
      await sendOne(io, client, token, message, { course, sent })
    }),
  )
  await settleSent(io.pool, sent)
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

async function sendOne(
  io: Io,
  client: ClientRow,
  token: string,
  message: Claimed,
  { course, sent }: { course: Course; sent: Sent[] },
): Promise<void> {
  if (course.wait_until !== null) return putOffBulk(io.db, message, course.wait_until)
  const to = { user_id: message.user_id, outgoing: JSON.parse(message.body) as Outgoing }
  const place = await takeSparePlace(io, client.id)
  if (course.wait_until !== null) {
    place.unused()
    return putOffBulk(io.db, message, course.wait_until)
  }
  try {
    const external_id = await sendNow(io, client, token, to).finally(place.answered)
    sent.push({ ...message, external_id, sent_at: io.clock.now() })
  } catch (error) {
    if (!(error instanceof MessengerError)) {
      await settleMessage(io.db, message, { state: 'failed', last_error: 'a fault of ours' })
      throw error
    }
    await settleTrouble(io, client, message, error, course)
  }
}

/** What is sure not to have been taken waits; what may have been is given up. */
async function settleTrouble(
  io: Io,
  client: ClientRow,
  message: Claimed,
  error: MessengerError,
  course: Course,
): Promise<void> {
  const last_error = `${error.trouble}: ${error.message}`.slice(0, 300)
  const in_ms = (milliseconds: number) => new Date(io.clock.now().getTime() + milliseconds)
  switch (error.trouble) {
    case 'slow_down': {
      const until = in_ms(error.retry_after * SECOND_MS)
      // Telegram slows the bot down; Viber counts what one person was sent within an hour.
      if (client.type === 'telegram') {
        course.wait_until = until
        await pauseClient(io.db, client.id, until)
      } else await io.jobs.send('bots.deliver_bulk', {}, { start_after: until })
      return putOffBulk(io.db, message, until)
    }
    case 'blocked':
      return markUnreachable(io, message, last_error)
    case 'revoked':
      course.wait_until = in_ms(REVOKED_MS)
      await noteClientState(io.db, client.id, { status: 'revoked', last_error })
      await pauseClient(io.db, client.id, course.wait_until)
      return putOffBulk(io.db, message, course.wait_until)
    case 'unreachable':
      course.wait_until = in_ms(TROUBLE_MS)
      await holdBulk(io.db, client.id, course.wait_until)
      if (error.never_left) return putOffBulk(io.db, message, course.wait_until)
      return settleMessage(io.db, message, {
        state: 'failed',
        last_error: `unknown: ${last_error}`,
      })
    default:
      io.log.error({ message_id: message.id, last_error }, 'a messenger refused a message')
      return settleMessage(io.db, message, { state: 'failed', last_error })
  }
}
