import type { User } from '#contract/user.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readTokens, setTokens, type TokenPair } from './cookies.ts'
import { noteEvent } from './note-event.ts'
import { printUser } from './print-user.ts'
import { ACCESS_MS, after, decideRefresh, IDLE_MS } from './rules.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'
import { takeVisitorRate, visitorOf } from './visitor.ts'

type Refreshed = { pair: TokenPair; user: store.UserRow; remember: boolean }

/**
 * The pairs that may follow a refresh token: made from it with our keys, so that the same question
 * gets the same answer without our keeping any token. The active key's pair comes first.
 */
function successorsOf(io: Io, refresh: string): [TokenPair, ...TokenPair[]] {
  const accesses = io.secrets.hmacAll('session access', refresh)
  const pairs = io.secrets
    .hmacAll('session refresh', refresh)
    .map((next, index) => ({ access: accesses[index] ?? '', refresh: next }))
  return pairs as [TokenPair, ...TokenPair[]]
}

/**
 * Exchanges the refresh cookie for a new pair. A token that was used before gets the same pair
 * within ten seconds; later it means theft, and the whole family of tokens dies.
 * Refuses: `not_signed_in`, `rate_limited`.
 */
export async function refreshSession(io: Io, call: Call): Promise<User> {
  await takeVisitorRate(io, call, 'refresh', 300, 60)
  const { refresh } = readTokens(io.config, call)
  if (refresh === undefined) throw new Refusal('not_signed_in')
  // A refusal inside would undo the end of a stolen family, so the refusal comes afterwards.
  const refreshed = await inTransaction(io.db, (tx) => exchange(io, tx, call, refresh))
  if (!refreshed) throw new Refusal('not_signed_in')
  setTokens(io.config, call, refreshed.pair, refreshed.remember)
  return printUser(refreshed.user)
}

async function exchange(
  io: Io,
  tx: Tx,
  call: Call,
  refresh: string,
): Promise<Refreshed | undefined> {
  const now = io.clock.now()
  const refresh_hash = hashToken(refresh)
  const found = await store.findPair(tx, refresh_hash)
  if (!found) return undefined
  const session = await store.lockSession(tx, found.session_id)
  // Read again under the lock: another tab may have rotated in between.
  const token = await store.findPair(tx, refresh_hash)
  const user = session && (await store.findUser(tx, session.user_id))
  if (!session || !token || !user) return undefined
  const successors = successorsOf(io, refresh)
  const followed = await findFollowed(tx, successors)
  const { remember, user_id, id } = session
  switch (decideRefresh({ token, successor: followed?.row, session }, now)) {
    case 'rotate': {
      const [pair] = successors
      await store.usePair(tx, refresh_hash, now)
      await store.insertPair(tx, {
        refresh_hash: hashToken(pair.refresh),
        access_hash: hashToken(pair.access),
        session_id: id,
        access_expires_at: after(now, ACCESS_MS),
        created_at: now,
      })
      const seen = { last_seen_at: now, idle_expires_at: after(now, IDLE_MS) }
      await store.touchSession(tx, id, { ...seen, ...visitorOf(call) })
      return { pair, user, remember }
    }
    case 'repeat':
      return followed && { pair: followed.pair, user, remember }
    case 'reuse':
      await store.endSessions(tx, { user_id, session_id: id }, 'reused', now)
      await noteEvent(io, tx, call, user_id, 'session_reused')
      await io.jobs.send('identity.mail', { kind: 'session_reused', user_id }, { tx })
      return undefined
    case 'dead':
      return undefined
  }
}

async function findFollowed(tx: Tx, successors: TokenPair[]) {
  for (const pair of successors) {
    const row = await store.findPair(tx, hashToken(pair.refresh))
    if (row) return { pair, row }
  }
  return undefined
}
