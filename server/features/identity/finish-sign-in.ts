import type { User } from '#contract/user.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { clearPending, readPending, setTokens } from './cookies.ts'
import { noteEvent } from './note-event.ts'
import { openSession } from './open-session.ts'
import { printUser } from './print-user.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'
import { withCode } from './use-code.ts'
import { takeVisitorRate } from './visitor.ts'

/**
 * The second step of signing in: a code of the app or a recovery code, in the browser that gave the
 * first factor within ten minutes. A wrong code leaves the sign-in waiting; a right one ends it.
 * Refuses: `sign_in_expired`, `code_wrong`, `locked`, `rate_limited`.
 */
export async function finishSignIn(io: Io, call: Call, code: string): Promise<User> {
  await takeVisitorRate(io, call, 'second factor', 20, 60)
  const token = readPending(io.config, call)
  const now = io.clock.now()
  const token_hash = token === undefined ? undefined : hashToken(token)
  const pending = token_hash && (await factors.findPending(io.db, token_hash, now))
  if (!token_hash || !pending) throw new Refusal('sign_in_expired')
  const { user_id, remember } = pending
  call.noteWho({ user_id })
  const { user, pair } = await withCode(io, call, user_id, (take) =>
    inTransaction(io.db, async (tx) => {
      const row = await store.lockUser(tx, user_id)
      if (!row || !(await factors.takePending(tx, token_hash, now)))
        throw new Refusal('sign_in_expired')
      await take(tx, code)
      await noteEvent(io, tx, call, user_id, 'signed_in')
      return { user: row, pair: await openSession(io, tx, call, { user_id, remember }) }
    }),
  )
  clearPending(io.config, call)
  setTokens(io.config, call, pair, remember)
  return printUser(user)
}
