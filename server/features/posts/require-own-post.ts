import type { Owner } from '#server/features/identity/require-owner.ts'
import {
  requireOrganization,
  type Organization,
} from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnPost } from './store.ts'

/**
 * Proves that `owner` owns the post; answers its organization.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function requireOwnPost(io: Io, owner: Owner, post_id: string): Promise<Organization> {
  const found = await findOwnPost(io.db, owner.user_id, post_id)
  if (!found) throw new Refusal('not_found')
  return requireOrganization(io, owner, found.organization_id)
}
