import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOrganizationOf } from './store.ts'

/**
 * Proves that a license belongs to an organization of the owner; answers the organization.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function requireOwnLicense(
  io: Io,
  owner: Owner,
  license_id: string,
): Promise<Organization> {
  const organization_id = await findOrganizationOf(io.db, owner.user_id, license_id)
  if (organization_id === undefined) throw new Refusal('not_found')
  return requireOrganization(io, owner, organization_id)
}
