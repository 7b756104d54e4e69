import type { Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { noteEvent } from './note-event.ts'
import * as store from './store.ts'

/**
 * Signs an account out everywhere by the hand of who runs the platform; its owner reads of it among
 * the events of the account. Answers how many sessions were open.
 */
export async function endUserSessions(
  io: Io,
  tx: Tx,
  call: Call,
  user_id: string,
): Promise<number> {
  const ended = await store.endSessions(tx, { user_id }, 'revoked', io.clock.now())
  await noteEvent(io, tx, call, user_id, 'signed_out_by_platform')
  return ended
}
