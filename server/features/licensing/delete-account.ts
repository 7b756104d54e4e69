import { deleteUser } from '#server/features/identity/delete-user.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireVerified } from '#server/features/identity/require-verified.ts'
import { deleteOwnedOrganizations } from '#server/features/organizations/delete-owned-organizations.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hasRenewal } from './account-store.ts'

/**
 * Ends the account with its organizations, all or nothing. Stands here because it spans both.
 * Refuses: `verification_required`, `in_use` while a subscription renews.
 */
export async function deleteAccount(io: Io, owner: Owner): Promise<void> {
  requireVerified(io, owner)
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    if (await hasRenewal(tx, owner.user_id, now)) throw new Refusal('in_use')
    await deleteOwnedOrganizations(tx, owner.user_id, now)
    await deleteUser(tx, owner.user_id, now)
  })
}
