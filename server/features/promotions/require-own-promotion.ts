import type { Owner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnPromotion } from './store.ts'

/**
 * Proves that `owner` owns the promotion; answers its organization.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function requireOwnPromotion(
  io: Io,
  owner: Owner,
  promotion_id: string,
): Promise<Organization> {
  const found = await findOwnPromotion(io.db, owner.user_id, promotion_id)
  if (!found) throw new Refusal('not_found')
  return requireOrganization(io, owner, found.organization_id)
}
