import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import type { TokenPair } from './cookies.ts'
import { lockSessionOfCall } from './lock-session-of-call.ts'
import { ABSOLUTE_MS, ACCESS_MS, after, IDLE_MS } from './rules.ts'
import * as store from './store.ts'
import { hashToken, newToken } from './tokens.ts'
import { visitorOf } from './visitor.ts'

/**
 * Begins a session of an account that has just proved itself. A session that the same browser came
 * with ends: its cookies are about to be replaced, and nobody would end it any more. The new cookies
 * are to be set after the transaction, with `setTokens`.
 */
export async function openSession(
  io: Io,
  tx: Tx,
  call: Call,
  opening: { user_id: string; remember: boolean },
): Promise<TokenPair> {
  const now = io.clock.now()
  const former = await lockSessionOfCall(io, tx, call)
  if (former) {
    const which = { user_id: former.user_id, session_id: former.id }
    await store.endSessions(tx, which, 'replaced', now)
  }
  const id = newId(now)
  const pair = { access: newToken(), refresh: newToken() }
  await store.insertSession(tx, {
    id,
    ...opening,
    verified_at: now,
    created_at: now,
    last_seen_at: now,
    idle_expires_at: after(now, IDLE_MS),
    expires_at: after(now, ABSOLUTE_MS),
    ...visitorOf(call),
  })
  await store.insertPair(tx, {
    refresh_hash: hashToken(pair.refresh),
    access_hash: hashToken(pair.access),
    session_id: id,
    access_expires_at: after(now, ACCESS_MS),
    created_at: now,
  })
  return pair
}
