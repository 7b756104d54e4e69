import type { User } from '#contract/user.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkPassword } from './check-password.ts'
import { choosePassword } from './choose-password.ts'
import { setTokens } from './cookies.ts'
import { noteEvent } from './note-event.ts'
import { openSession } from './open-session.ts'
import { printUser } from './print-user.ts'
import type { Owner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'

/**
 * Changes the password; every session ends and this browser gets a new one. An account without a
 * password sets its first one, when its owner signed in within five minutes.
 * Refuses: `password_wrong`, `locked`, `verification_required`, `validation_failed`.
 */
export async function changePassword(
  io: Io,
  call: Call,
  owner: Owner,
  ask: { old_password?: string | undefined; new_password: string },
): Promise<User> {
  const { user_id, remember, email } = owner
  const user = await store.findUser(io.db, user_id)
  if (!user) throw new Refusal('not_signed_in')
  if (user.password_hash === null) requireVerified(io, owner)
  else if (!(await checkPassword(io, call, { email, user }, ask.old_password ?? ''))) {
    throw new Refusal('password_wrong')
  }
  const password_hash = await choosePassword(ask.new_password, user, 'new_password')
  const now = io.clock.now()
  const pair = await inTransaction(io.db, async (tx) => {
    const row = await store.lockUser(tx, user_id)
    if (row?.password_hash !== user.password_hash) throw new Refusal('password_wrong')
    await store.changeUser(tx, user_id, { password_hash, password_changed_at: now })
    await store.endSessions(tx, { user_id }, 'password_changed', now)
    await store.dropLinks(tx, user_id, 'reset')
    await factors.dropPending(tx, user_id)
    await noteEvent(io, tx, call, user_id, 'password_changed')
    await io.jobs.send('identity.mail', { kind: 'password_changed', user_id }, { tx })
    return openSession(io, tx, call, { user_id, remember })
  })
  setTokens(io.config, call, pair, remember)
  return printUser(user)
}
