import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { delayPace } from './bulk-store.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient, noteClientState, pauseClient, type ClientRow } from './client-store.ts'
import { markUnreachable } from './mark-unreachable.ts'
import type { Outgoing } from './message-rules.ts'
import { claimMessages, dropOfClient, settleMessage, type Claimed } from './message-store.ts'
import { sendNow } from './send-now.ts'
import { ADVERTISING_PER_SECOND, takePlace } from './send-pace.ts'

const AT_ONCE = 25
const SECOND_MS = 1_000
/** A bot with much to say lets the others come in between. */
const RUN_MS = 2_000
/** A claim that was not settled for so long is another worker's. */
const STALE_MS = 60_000
const ATTEMPTS_MAX = 8
const REVOKED_WAIT_MS = 10 * 60_000

/**
 * Sends what waits for this bot, chat by chat in order, until nothing is due; advertising has a way
 * of its own (`deliver-bulk.ts`). Told to wait, it stops and goes on then. Safe to run twice and
 * beside itself: every message is claimed first.
 * A send whose answer was lost is tried again: no messenger knows our message by a key.
 */
export async function deliver(io: Io, client_id: string): Promise<void> {
  const ends = performance.now() + RUN_MS
  while (performance.now() < ends) {
    const client = await findClient(io.db, client_id)
    if (!client) return dropOfClient(io.db, client_id)
    const now = io.clock.now()
    if (client.paused_until !== null && client.paused_until > now) {
      return io.jobs.send('bots.deliver', { client_id }, { start_after: client.paused_until })
    }
    const times = { now, stale: new Date(now.getTime() - STALE_MS) }
    const claimed = await claimMessages(io.db, client_id, times, AT_ONCE)
    if (claimed.length === 0) return
    const token = tokenOf(io, client)
    await delayPace(io.db, client_id, claimed.length, SECOND_MS / ADVERTISING_PER_SECOND)
    await Promise.all(claimed.map((message) => sendOne(io, client, token, message)))
  }
  await io.jobs.send('bots.deliver', { client_id })
}

async function sendOne(io: Io, client: ClientRow, token: string, message: Claimed): Promise<void> {
  const outgoing = JSON.parse(message.body) as Outgoing
  const place = await takePlace(io, client.id)
  try {
    const to = { user_id: message.user_id, outgoing }
    const external_id = await sendNow(io, client, token, to).finally(place.answered)
    const sent_at = io.clock.now()
    await settleMessage(io.db, message, { state: 'sent', external_id, sent_at, last_error: null })
  } catch (error) {
    if (!(error instanceof MessengerError)) {
      await settleMessage(io.db, message, { state: 'failed', last_error: 'a fault of ours' })
      throw error
    }
    await settleTrouble(io, client, message, error)
  }
}

/** What a refusal means for the message, the person and the bot. */
async function settleTrouble(
  io: Io,
  client: ClientRow,
  message: Claimed,
  error: MessengerError,
): Promise<void> {
  const now = io.clock.now()
  const last_error = `${error.trouble}: ${error.message}`.slice(0, 300)
  const again = async (wait_ms: number) => {
    const due_at = new Date(now.getTime() + wait_ms)
    await settleMessage(io.db, message, { state: 'queued', due_at, last_error })
    await io.jobs.send('bots.deliver', { client_id: client.id }, { start_after: due_at })
  }
  switch (error.trouble) {
    case 'slow_down': {
      const wait_ms = error.retry_after * SECOND_MS
      const until = new Date(now.getTime() + wait_ms)
      // Telegram slows the bot down; Viber counts what one person was sent within an hour.
      if (client.type === 'telegram') await pauseClient(io.db, client.id, until)
      return again(wait_ms)
    }
    case 'blocked':
      return markUnreachable(io, message, last_error)
    case 'revoked':
      await noteClientState(io.db, client.id, { status: 'revoked', last_error })
      await pauseClient(io.db, client.id, new Date(now.getTime() + REVOKED_WAIT_MS))
      return again(REVOKED_WAIT_MS)
    case 'unreachable':
      if (message.attempts < ATTEMPTS_MAX) return again(2 ** message.attempts * SECOND_MS)
      break
    default:
      io.log.error({ message_id: message.id, last_error }, 'a messenger refused a message')
  }
  await settleMessage(io.db, message, { state: 'failed', last_error })
}
