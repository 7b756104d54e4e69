import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { clearTokens } from './cookies.ts'
import { lockSessionOfCall } from './lock-session-of-call.ts'
import { noteEvent } from './note-event.ts'
import * as store from './store.ts'

/**
 * Ends the session of the cookies, or with `all` every session of its account, and clears the
 * cookies. Never refused: who is not signed in is signed out already.
 */
export async function logOut(io: Io, call: Call, all: boolean): Promise<void> {
  clearTokens(io.config, call)
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const session = await lockSessionOfCall(io, tx, call)
    if (!session) return
    const { user_id, id } = session
    if (!all) {
      await store.endSessions(tx, { user_id, session_id: id }, 'logged_out', now)
      return
    }
    await store.endSessions(tx, { user_id }, 'logged_out', now)
    await noteEvent(io, tx, call, user_id, 'signed_out_everywhere')
  })
}
