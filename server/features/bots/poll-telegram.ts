import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { tokenOf } from './client-secrets.ts'
import {
  leasePolling,
  noteClientState,
  notePolled,
  releasePolling,
  type ClientRow,
} from './client-store.ts'
import { ALLOWED_UPDATES } from './telegram.ts'
import { telegramUpdate } from './telegram-rules.ts'
import { takeTelegram } from './take-telegram.ts'

const LOOK_MS = 1_000
const LEASE_MS = 30_000
const ASK_SECONDS = 20
const TROUBLE_MS = 3_000
/** Nothing, and at once: whoever answers so does not wait as Telegram does. */
const QUICK_MS = 100
/** After so many failures an update is let go: it would hold everybody behind it for ever. */
const TRIES = 3

/**
 * Asks Telegram for updates of every bot that has no webhook, where the world cannot reach us. One
 * process at a time asks for a bot: who holds the lease. Answers how to stop.
 */
export function startPolling(io: Io): () => Promise<void> {
  const me = randomUUID()
  const stopping = new AbortController()
  const asked = new Map<string, Promise<void>>()
  const mine = new Set<string>()
  const look = async () => {
    while (!stopping.signal.aborted) {
      try {
        const now = io.clock.now()
        const leased = await leasePolling(io.db, me, now, new Date(now.getTime() + LEASE_MS))
        mine.clear()
        for (const client of leased) {
          const { id } = client
          mine.add(id)
          if (asked.has(id)) continue
          const asking = poll(io, client, {
            me,
            signal: stopping.signal,
            isMine: () => mine.has(id),
          })
          asked.set(
            id,
            asking.finally(() => asked.delete(id)),
          )
        }
      } catch (error) {
        if (!isUnavailable(error)) io.log.error({ err: error }, 'bots could not be polled')
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const looking = look()
  return async function stop() {
    stopping.abort()
    await looking
    await Promise.allSettled(asked.values())
    await releasePolling(io.db, me).catch(() => {})
  }
}

type Lease = { me: string; signal: AbortSignal; isMine(): boolean }

/** Asks for one bot's updates until the lease is lost, or until something is wrong with it. */
async function poll(io: Io, client: ClientRow, lease: Lease): Promise<void> {
  let from = client.poll_from
  try {
    while (!lease.signal.aborted && lease.isMine()) from = await pollOnce(io, client, lease, from)
  } catch (error) {
    if (lease.signal.aborted) return
    if (error instanceof MessengerError) {
      const status = error.trouble === 'revoked' ? 'revoked' : 'error'
      await noteClientState(io.db, client.id, { status, last_error: error.message.slice(0, 200) })
    } else if (!isUnavailable(error)) {
      io.log.error({ err: error }, 'updates could not be taken')
    }
    await sleep(TROUBLE_MS, undefined, { signal: lease.signal }).catch(() => {})
  }
}

/** One asking, which waits for something to happen; answers where to go on. */
async function pollOnce(io: Io, client: ClientRow, lease: Lease, from: number): Promise<number> {
  let next = from
  const asked_at = performance.now()
  const updates = await io.messengers.telegram.call<unknown[]>(
    tokenOf(io, client),
    'getUpdates',
    { offset: from, timeout: ASK_SECONDS, allowed_updates: ALLOWED_UPDATES },
    { timeout_ms: (ASK_SECONDS + 10) * 1000, signal: lease.signal },
  )
  for (const update of updates) {
    const parsed = telegramUpdate.safeParse(update)
    if (parsed.success) await takeSurely(io, client, parsed.data)
    next = Math.max(next, (update as { update_id: number }).update_id + 1)
    await notePolled(io.db, client.id, lease.me, next)
  }
  if (updates.length === 0 && performance.now() - asked_at < QUICK_MS) {
    await sleep(QUICK_MS, undefined, { signal: lease.signal }).catch(() => {})
  }
  if (client.status === 'error') {
    client.status = 'ok'
    await noteClientState(io.db, client.id, { status: 'ok', last_error: null })
  }
  return next
}

type Update = Parameters<typeof takeTelegram>[2]

async function takeSurely(io: Io, client: ClientRow, update: Update): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await takeTelegram(io, client, update)
      if (answer) {
        const { method, ...payload } = answer
        // A tap that is over cannot be acknowledged, and need not be.
        void io.messengers.telegram.call(tokenOf(io, client), method, payload).catch(() => {})
      }
      return
    } catch (error) {
      if (isUnavailable(error)) throw error
      io.log.error({ err: error, update_id: update.update_id }, 'an update could not be taken')
      if (attempt === TRIES) return
    }
  }
}
