import type { User } from '#contract/user.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { choosePassword } from './choose-password.ts'
import { enterAccount, giveEntry } from './enter-account.ts'
import { noteEvent } from './note-event.ts'
import { printUser } from './print-user.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'
import { hashEmail, takeVisitorRate } from './visitor.ts'

/**
 * Sets a new password by a mailed link and signs in, or leaves a second factor to be given; all other sessions end and a lock is lifted.
 * The link proves the address, so it is confirmed too. An account that had not proved it may be
 * a trap set by a stranger: his social sign-ins and his pending new address go.
 * Refuses: `link_expired`, `second_factor_required` (the password is set), `validation_failed`,
 * `rate_limited`.
 */
export async function resetPassword(
  io: Io,
  call: Call,
  ask: { token: string; password: string },
): Promise<User> {
  await takeVisitorRate(io, call, 'reset', 20, 60)
  const token_hash = hashToken(ask.token)
  const link = await store.findLink(io.db, token_hash, 'reset', io.clock.now())
  const person = link && (await store.findUser(io.db, link.user_id))
  if (!link || person?.email !== link.email) throw new Refusal('link_expired')
  // Before the link is used up, so that a refused password leaves it working.
  const password_hash = await choosePassword(ask.password, person)
  const now = io.clock.now()
  const { user, entry } = await inTransaction(io.db, async (tx) => {
    const used = await store.useLink(tx, token_hash, 'reset', now)
    const row = used && (await store.lockUser(tx, used.user_id))
    if (!row || row.email !== used.email) throw new Refusal('link_expired')
    const user_id = row.id
    if (row.email_confirmed_at === null) await store.dropIdentities(tx, user_id)
    const email_confirmed_at = row.email_confirmed_at ?? now
    const change = {
      password_hash,
      password_changed_at: now,
      email_confirmed_at,
      pending_email: null,
    }
    await store.changeUser(tx, user_id, change)
    await store.endSessions(tx, { user_id }, 'password_changed', now)
    await store.dropLinks(tx, user_id)
    await store.dropGuard(tx, hashEmail(row.email))
    await noteEvent(io, tx, call, user_id, 'password_reset')
    await io.jobs.send('identity.mail', { kind: 'password_changed', user_id }, { tx })
    await factors.dropPending(tx, user_id)
    const entry = await enterAccount(io, tx, call, { user_id, remember: true })
    return { user: { ...row, ...change }, entry }
  })
  giveEntry(io, call, entry, true)
  return printUser(user)
}
