import type { Tx } from '#server/io/db.ts'

/** True when a paid license of the account's organizations is still going to be charged for. */
export async function hasRenewal(tx: Tx, owner_id: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('license')
    .innerJoin('organization', 'organization.id', 'license.organization_id')
    .select('license.id')
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .where('license.status', '=', 'active')
    .where('license.auto_renew', '=', true)
    .where('license.expires_at', '>', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
