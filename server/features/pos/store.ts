/**
 * Every SQL of points of sale. Cashiers are in `cashier-store.ts`, tills in `session-store.ts`.
 *
 * Invariant: a license serves one point of sale (`pos_license_unique`), whatever runs at once.
 */
import { sql } from 'kysely'
import type { Pos } from '#contract/pos.ts'
import type { StoredLicense } from '#server/features/licensing/rules.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { databaseCode, violatedConstraint, type Db, type Tx } from '#server/io/db.ts'
import type { DayHours } from './rules.ts'

export type PosRow = Omit<Pos, 'license' | 'receipts_today' | 'created_at'> & {
  created_at: Date
  timezone: string
  license_status: StoredLicense['status'] | null
  license_starts_at: Date | null
  license_expires_at: Date | null
}

const points = (db: Db) =>
  db
    .selectFrom('pos')
    .innerJoin('organization', 'organization.id', 'pos.organization_id')
    .leftJoin('city', 'city.id', 'pos.city_id')
    .leftJoin('license', (join) =>
      join
        .onRef('license.organization_id', '=', 'pos.organization_id')
        .onRef('license.id', '=', 'pos.license_id'),
    )
    .select([
      'pos.id',
      'pos.organization_id',
      'pos.license_id',
      'pos.visible',
      'pos.name',
      'pos.code',
      'pos.city_id',
      'city.name as city_name',
      'pos.address',
      'pos.phone',
      'pos.schedule',
      'pos.lat',
      'pos.lng',
      'pos.type',
      'pos.external_code',
      'pos.created_at',
      'organization.timezone',
      'license.status as license_status',
      'license.starts_at as license_starts_at',
      'license.expires_at as license_expires_at',
    ])
    .select(({ selectFrom, fn }) =>
      selectFrom('cashier_pos')
        .select(fn.countAll<number>().as('count'))
        .whereRef('cashier_pos.organization_id', '=', 'pos.organization_id')
        .whereRef('cashier_pos.pos_id', '=', 'pos.id')
        .as('cashiers_count'),
    )
    .where('pos.deleted_at', 'is', null)
    .where('organization.deleted_at', 'is', null)
    .$narrowType<{
      schedule: DayHours[]
      type: Pos['type']
      license_status: StoredLicense['status'] | null
      cashiers_count: number
    }>()

export async function countPos(db: Db, organization_id: OrganizationId): Promise<number> {
  const { count } = await db
    .selectFrom('pos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function listPos(
  db: Db,
  organization_id: OrganizationId,
  ask: { page: number; limit: number },
): Promise<{ items: PosRow[]; total: number }> {
  const items = await points(db)
    .where('pos.organization_id', '=', organization_id)
    .orderBy('pos.id')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await db
    .selectFrom('pos')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { items, total }
}

/** A point of sale of one of the owner's organizations. */
export async function findOwnPos(
  db: Db,
  owner_id: string,
  id: string,
): Promise<PosRow | undefined> {
  return points(db)
    .where('organization.owner_id', '=', owner_id)
    .where('pos.id', '=', id)
    .executeTakeFirst()
}

/** Receipts that points of sale made on a local day; reads the ledger's sums. */
export async function countReceipts(
  db: Db,
  organization_id: string,
  day: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('pos_day')
    .select(['pos_id', 'receipts'])
    .where('organization_id', '=', organization_id)
    .where('day', '=', day)
    .execute()
  return new Map(rows.map(({ pos_id, receipts }) => [pos_id, receipts]))
}

/** Receipts that a point of sale has ever made. */
export async function countAllReceipts(
  db: Db,
  organization_id: string,
  pos_id: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('pos_day')
    .select(sql<number>`coalesce(sum(receipts), 0)::bigint`.as('count'))
    .where('organization_id', '=', organization_id)
    .where('pos_id', '=', pos_id)
    .executeTakeFirstOrThrow()
  return count
}

export type PosFields = {
  name: string
  code: string
  city_id: string | null
  address: string
  phone: string | null
  schedule: DayHours[]
  lat: number | null
  lng: number | null
  type: Pos['type']
  external_code: string
}

export async function insertPos(
  db: Db,
  pos: PosFields & {
    organization_id: OrganizationId
    id: string
    license_id: string | null
    created_at: Date
  },
): Promise<void> {
  await db
    .insertInto('pos')
    .values({ ...pos, schedule: JSON.stringify(pos.schedule), visible: true })
    .execute()
}

export async function updatePos(
  db: Db,
  organization_id: string,
  id: string,
  changes: Partial<PosFields> & {
    visible?: boolean
    license_id?: string | null
    deleted_at?: Date
  },
): Promise<void> {
  const { schedule, ...rest } = changes
  await db
    .updateTable('pos')
    .set({ ...rest, ...(schedule && { schedule: JSON.stringify(schedule) }) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** The point of sale that a license serves. */
export async function findServed(
  db: Db,
  organization_id: string,
  license_id: string,
): Promise<{ id: string; name: string } | undefined> {
  return db
    .selectFrom('pos')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .where('license_id', '=', license_id)
    .executeTakeFirst()
}

/** A deleted point of sale sells nothing and has nobody; its license is free again. */
export async function markDeleted(
  tx: Tx,
  organization_id: string,
  id: string,
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('cashier_pos')
    .where('organization_id', '=', organization_id)
    .where('pos_id', '=', id)
    .execute()
  await updatePos(tx, organization_id, id, { deleted_at: now, license_id: null })
}

/** The organization that all of these points of sale belong to, if it is one of the owner's. */
export async function findCommonOrganization(
  db: Db,
  owner_id: string,
  pos_ids: readonly string[],
): Promise<{ id: OrganizationId; name: string } | undefined> {
  const rows = await db
    .selectFrom('pos')
    .innerJoin('organization', 'organization.id', 'pos.organization_id')
    .select(['organization.id', 'organization.name', sql<number>`count(*)::int`.as('count')])
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .where('pos.deleted_at', 'is', null)
    .where('pos.id', 'in', [...pos_ids])
    .groupBy(['organization.id', 'organization.name'])
    .execute()
  const [row] = rows
  if (!row || row.count !== new Set(pos_ids).size) return undefined
  return { id: row.id as OrganizationId, name: row.name }
}

/** What of the caller's choices the table refused, or undefined when it was something else. */
export function refusedPos(error: unknown): 'name' | 'license' | 'city_id' | undefined {
  const constraint = violatedConstraint(error)
  if (databaseCode(error) === '23505' && constraint === 'pos_name_unique') return 'name'
  if (databaseCode(error) === '23505' && constraint === 'pos_license_unique') return 'license'
  if (databaseCode(error) === '23503' && constraint === 'pos_city_id_fkey') return 'city_id'
  return undefined
}
