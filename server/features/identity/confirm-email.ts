import { inTransaction, violatedConstraint } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteEvent } from './note-event.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'
import { takeVisitorRate } from './visitor.ts'

/**
 * Confirms the address that a link was mailed to, or puts a pending new address in force; the old
 * address is told. Answers the confirmed address. A link for an address given up since is dead.
 * Refuses: `link_expired`, `email_taken`, `rate_limited`.
 */
export async function confirmEmail(io: Io, call: Call, token: string): Promise<string> {
  await takeVisitorRate(io, call, 'confirm', 20, 60)
  const now = io.clock.now()
  try {
    return await inTransaction(io.db, async (tx) => {
      const link = await store.useLink(tx, hashToken(token), 'confirm', now)
      const user = link && (await store.lockUser(tx, link.user_id))
      if (!user) throw new Refusal('link_expired')
      if (link.email === user.email) {
        await store.changeUser(tx, user.id, { email_confirmed_at: user.email_confirmed_at ?? now })
        return link.email
      }
      if (link.email !== user.pending_email) throw new Refusal('link_expired')
      const change = { email: link.email, pending_email: null, email_confirmed_at: now }
      await store.changeUser(tx, user.id, change)
      await store.dropLinks(tx, user.id, 'reset')
      await noteEvent(io, tx, call, user.id, 'email_changed')
      const to_sealed = io.secrets.encrypt('identity.mail', user.email)
      await io.jobs.send(
        'identity.mail',
        { kind: 'email_changed', user_id: user.id, to_sealed },
        { tx },
      )
      return link.email
    })
  } catch (error) {
    if (violatedConstraint(error) === 'user_account_email_key') throw new Refusal('email_taken')
    throw error
  }
}
