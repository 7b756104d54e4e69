import type { Provider } from '#contract/user.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteEvent } from './note-event.ts'
import type { Owner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import * as store from './store.ts'

/**
 * Takes a social sign-in away, unless it is the only way in.
 * Refuses: `not_found`, `verification_required`, `validation_failed`.
 */
export async function unlinkProvider(
  io: Io,
  call: Call,
  owner: Owner,
  provider: Provider,
): Promise<void> {
  requireVerified(io, owner)
  await inTransaction(io.db, async (tx) => {
    const user = await store.lockUser(tx, owner.user_id)
    const providers = await store.listProviders(tx, owner.user_id)
    if (!user || !providers.includes(provider)) throw new Refusal('not_found')
    if (user.password_hash === null && providers.length === 1) {
      const fields = [{ path: 'provider', code: 'last_sign_in_way' }]
      throw new Refusal('validation_failed', { fields })
    }
    await store.dropIdentities(tx, owner.user_id, provider)
    await noteEvent(io, tx, call, owner.user_id, 'provider_unlinked')
  })
}
