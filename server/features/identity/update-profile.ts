import type { Ask } from '#contract/endpoint.ts'
import type { updateProfile as updateProfileEndpoint } from '#contract/user.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Owner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import * as store from './store.ts'

type UpdateProfile = Ask<typeof updateProfileEndpoint>['body']

/**
 * Changes what is given of the profile. A new e-mail waits until its link is opened; naming the
 * present one cancels the wait.
 * Refuses: `verification_required`, `email_taken`, `rate_limited`.
 */
export async function updateProfile(io: Io, owner: Owner, ask: UpdateProfile): Promise<void> {
  const { email, ...rest } = ask
  // Absent fields stay as they are; the driver would take them for columns to set.
  const change = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
  const moves = email !== undefined && email !== owner.email
  if (moves) {
    requireVerified(io, owner)
    await takeRate(io, `new e-mail of ${owner.user_id}`, 5, 3600)
  }
  await inTransaction(io.db, async (tx) => {
    await store.changeUser(tx, owner.user_id, change)
    if (moves) await askForNewEmail(io, tx, owner, email)
    else if (email !== undefined) await store.changeUser(tx, owner.user_id, { pending_email: null })
  })
}

async function askForNewEmail(io: Io, tx: Tx, owner: Owner, email: string): Promise<void> {
  if (await store.findUserByEmail(tx, email)) throw new Refusal('email_taken')
  await store.changeUser(tx, owner.user_id, { pending_email: email })
  const payload = { kind: 'confirm', user_id: owner.user_id }
  await io.jobs.send('identity.mail', payload, { tx })
}
