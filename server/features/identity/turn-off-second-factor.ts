import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteEvent } from './note-event.ts'
import type { Owner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'

/**
 * Takes the owner's second factor away, after `verify`, which asks for a code of it too.
 * Refuses: `verification_required`, `not_found`.
 */
export async function turnOffSecondFactor(io: Io, call: Call, owner: Owner): Promise<void> {
  requireVerified(io, owner)
  await inTransaction(io.db, (tx) => removeSecondFactor(io, tx, call, owner.user_id))
}

/** The same inside the caller's transaction. Refuses: `not_found` when there is none. */
export async function removeSecondFactor(
  io: Io,
  tx: Tx,
  call: Call,
  user_id: string,
): Promise<void> {
  await store.lockUser(tx, user_id)
  if (!(await factors.dropSecondFactor(tx, user_id))) throw new Refusal('not_found')
  await noteEvent(io, tx, call, user_id, 'second_factor_off')
  await io.jobs.send('identity.mail', { kind: 'second_factor_off', user_id }, { tx })
}
