/**
 * The SQL of saved segments. A filter is kept as JSON in inner units.
 */
import { sql } from 'kysely'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { Filter } from './filter-rules.ts'

export type SegmentRow = {
  organization_id: string
  id: string
  name: string
  mode: 'dynamic' | 'frozen'
  filter: Filter
  buyers: number | null
  counted_at: Date | null
  frozen_at: Date | null
  created_by: string
  created_at: Date
  updated_at: Date
}

export async function listSegments(db: Db, organization_id: OrganizationId): Promise<SegmentRow[]> {
  return db
    .selectFrom('segment')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy(sql`lower(name)`)
    .$castTo<SegmentRow>()
    .execute()
}

export async function findSegment(
  db: Db | Tx,
  organization_id: string,
  id: string,
): Promise<SegmentRow | undefined> {
  return db
    .selectFrom('segment')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$castTo<SegmentRow>()
    .executeTakeFirst()
}

export async function countSegments(db: Db | Tx, organization_id: string): Promise<number> {
  const row = await db
    .selectFrom('segment')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertSegment(tx: Tx, row: SegmentRow): Promise<void> {
  await tx
    .insertInto('segment')
    .values({ ...row, filter: JSON.stringify(row.filter) })
    .execute()
}

export async function updateSegment(tx: Tx, row: SegmentRow): Promise<void> {
  const { organization_id, id, ...changes } = row
  await tx
    .updateTable('segment')
    .set({ ...changes, filter: JSON.stringify(changes.filter) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Keeps how many buyers it had; the segment itself is as it was. */
export async function keepCount(
  db: Db | Tx,
  key: { organization_id: string; id: string },
  buyers: number,
  counted_at: Date,
): Promise<void> {
  await db
    .updateTable('segment')
    .set({ buyers, counted_at })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteSegment(
  tx: Tx,
  key: { organization_id: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('segment')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The points of sale of a shop by name. */
export async function listPosNames(
  db: Db,
  organization_id: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('pos')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
}

/** Segments that promotions are for which may still work, each once. */
export async function listWorking(db: Db): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select distinct s.organization_id, s.id from promotion p
    join segment s on s.organization_id = p.organization_id
      and s.id = (p.rules ->> 'segment_id')::uuid
    where p.state in ('launched', 'paused') and p.rules ->> 'segment_id' is not null
    order by 1, 2`.execute(db)
  return rows
}

/** Whether a promotion that is not over is for it. */
export async function isPromoted(
  db: Db | Tx,
  key: { organization_id: string; id: string },
  states: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from promotion p where p.organization_id = ${key.organization_id}
      and p.rules ->> 'segment_id' = ${key.id} and p.state = any(${states}::text[])
      and p.archived_at is null) as found`.execute(db)
  return rows[0]?.found ?? false
}

/** Whose shop it is, for who comes without an owner. */
export async function findShop(
  db: Db,
  organization_id: string,
): Promise<{ id: string; timezone: string; currency: string } | undefined> {
  return db
    .selectFrom('organization')
    .select(['id', 'timezone', 'currency'])
    .where('id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
