/** SQL of what falls due: charges, and letters about ends. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { StoredLicense } from './rules.ts'

/** Licenses whose next charge has come, the longest waiting first. */
export async function listDue(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ organization_id: string; id: string }[]> {
  return db
    .selectFrom('license')
    .innerJoin('organization', 'organization.id', 'license.organization_id')
    .select(['license.organization_id', 'license.id'])
    .where('license.next_charge_at', '<=', now)
    .where('license.auto_renew', '=', true)
    .where('license.status', '=', 'active')
    .where('organization.deleted_at', 'is', null)
    .orderBy('license.next_charge_at')
    .limit(limit)
    .execute()
}

export type EndingLicense = StoredLicense & {
  organization_id: string
  id: string
  auto_renew: boolean
}

/**
 * Granted licenses that end before `until`, of organizations that are nobody's demo and whose
 * settings want letters about it.
 */
export async function listEnding(db: Db, now: Date, until: Date): Promise<EndingLicense[]> {
  return db
    .selectFrom('license')
    .innerJoin('organization', 'organization.id', 'license.organization_id')
    .select([
      'license.organization_id',
      'license.id',
      'license.status',
      'license.starts_at',
      'license.expires_at',
      'license.auto_renew',
    ])
    .where('license.status', 'in', ['trial', 'active', 'cancelled'])
    .where('license.expires_at', '>', now)
    .where('license.expires_at', '<=', until)
    .where('organization.deleted_at', 'is', null)
    .where('organization.is_demo', '=', false)
    .where(sql<boolean>`coalesce((
      select (p.notifications->>'owner_license_ends')::boolean from program p
       where p.organization_id = license.organization_id), true)`)
    .orderBy('license.expires_at')
    .$narrowType<{ status: StoredLicense['status'] }>()
    .execute()
}

/** Claims a letter about an end; false when it went. */
export async function claimNotice(
  tx: Tx,
  notice: {
    organization_id: string
    license_id: string
    expires_at: Date
    days: number
    created_at: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('license_notice')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Who reads letters about an organization's licenses, and about which point of sale. */
export async function findReader(db: Db, organization_id: string, license_id: string | null) {
  return db
    .selectFrom('organization')
    .innerJoin('user_account', 'user_account.id', 'organization.owner_id')
    .leftJoin('pos', (join) =>
      join
        .onRef('pos.organization_id', '=', 'organization.id')
        .on('pos.license_id', '=', license_id),
    )
    .select([
      'user_account.email',
      'user_account.language',
      'organization.name as organization_name',
      'organization.timezone',
      'pos.name as pos_name',
    ])
    .where('organization.id', '=', organization_id)
    .where('organization.deleted_at', 'is', null)
    .where('user_account.deleted_at', 'is', null)
    .executeTakeFirst()
}
