import type { Organization } from '#contract/organizations.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { requireOrganization } from './require-organization.ts'
import { showOrganizations } from './show-organizations.ts'

/**
 * One organization of `owner`, whole, as its page shows it.
 * Refuses: `not_found`.
 */
export async function readOrganization(io: Io, owner: Owner, id: string): Promise<Organization> {
  const [shown] = await showOrganizations(io, [await requireOrganization(io, owner, id)])
  if (!shown) throw new Refusal('not_found')
  return shown
}
