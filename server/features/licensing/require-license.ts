import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db } from '#server/io/db.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hasLicense } from './store.ts'

/**
 * Proves that a license is the organization's own.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function requireLicense(
  db: Db,
  organization_id: OrganizationId,
  license_id: string,
): Promise<void> {
  if (!(await hasLicense(db, organization_id, license_id))) throw new Refusal('not_found')
}
