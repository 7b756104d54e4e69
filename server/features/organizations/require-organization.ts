import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { OrganizationId } from './rules.ts'
import { findOrganization, type OrganizationRow } from './store.ts'

/** An organization that the caller has proven to own. */
export type Organization = Omit<OrganizationRow, 'id'> & { id: OrganizationId }

/**
 * Proves that `owner` owns the organization.
 * Refuses: `not_found`, alike for a stranger's, a deleted and an absent one.
 */
export async function requireOrganization(
  io: Io,
  owner: Owner,
  organization_id: string,
): Promise<Organization> {
  const found = await findOrganization(io.db, owner.user_id, organization_id)
  if (!found) throw new Refusal('not_found')
  return { ...found, id: found.id as OrganizationId }
}
