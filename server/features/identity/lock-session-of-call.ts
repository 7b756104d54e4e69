import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { readTokens } from './cookies.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'

/** The living session of the cookies that came along, locked; undefined when there is none. */
export async function lockSessionOfCall(
  io: Io,
  tx: Tx,
  call: Call,
): Promise<store.SessionRow | undefined> {
  const { access, refresh } = readTokens(io.config, call)
  // Either cookie will do: the access one is gone after a quarter of an hour.
  const pair =
    (refresh !== undefined && (await store.findPair(tx, hashToken(refresh)))) ||
    (access !== undefined && (await store.findPairOfAccess(tx, hashToken(access))))
  const session = pair ? await store.lockSession(tx, pair.session_id) : undefined
  return session?.ended_at === null ? session : undefined
}
