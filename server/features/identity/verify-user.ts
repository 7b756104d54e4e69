import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkPassword } from './check-password.ts'
import { setTokens } from './cookies.ts'
import { openSession } from './open-session.ts'
import type { Owner } from './require-owner.ts'
import { after, VERIFIED_MS } from './rules.ts'
import * as store from './store.ts'
import { withCode } from './use-code.ts'

/**
 * Checks the password again before a dangerous act, and a code where the account has a second factor. The session is replaced by a new one, so that
 * a copy of the old cookies gains nothing. Answers until when the proof holds.
 * Refuses: `password_wrong`, `second_factor_required` without a code, `code_wrong`, `locked`,
 * `rate_limited`.
 */
export async function verifyUser(
  io: Io,
  call: Call,
  owner: Owner,
  ask: { password: string; code?: string | undefined },
): Promise<Date> {
  const { user_id, session_id, remember, email } = owner
  const user = await store.findUser(io.db, user_id)
  if (!(await checkPassword(io, call, { email, user }, ask.password)))
    throw new Refusal('password_wrong')
  const now = io.clock.now()
  const replace = (take: (tx: Tx) => Promise<void>) =>
    inTransaction(io.db, async (tx) => {
      const row = await store.lockUser(tx, user_id)
      const ended = await store.endSessions(tx, { user_id, session_id }, 'replaced', now)
      if (row?.password_hash !== user?.password_hash || ended === 0)
        throw new Refusal('not_signed_in')
      await take(tx)
      return openSession(io, tx, call, { user_id, remember })
    })
  const { code = '' } = ask
  if (owner.has_second_factor && code === '') throw new Refusal('second_factor_required')
  const pair = owner.has_second_factor
    ? await withCode(io, call, user_id, (take) => replace((tx) => take(tx, code)))
    : await replace(() => Promise.resolve())
  setTokens(io.config, call, pair, remember)
  return after(now, VERIFIED_MS)
}
