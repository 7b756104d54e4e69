/**
 * Every SQL of acts on many buyers.
 *
 * Invariant: a member goes in the transaction that acts on it and counts it, under the lock of its
 * act, so nobody is acted on twice, however often the job runs and wherever it was broken off.
 */
import { sql } from 'kysely'
import type { Ask } from '#contract/endpoint.ts'
import type { Bulk, prepareBulk } from '#contract/bulk.ts'
import type { Db, Tx } from '#server/io/db.ts'

export type BulkAsk = Pick<Ask<typeof prepareBulk>['body'], 'whom' | 'act'>
export type BulkKey = { organization_id: string; id: string }
export type BulkRow = BulkKey &
  BulkAsk & {
    kind: Bulk['kind']
    status: Bulk['status']
    buyers: number
    done: number
    skipped: number
    created_by: string
    created_at: Date
    finished_at: Date | null
  }

const columns = sql.raw(`a.organization_id, a.id, a.kind, a.status, a.whom, a.act, a.buyers, a.done,
  a.skipped, a.created_by, a.created_at, a.finished_at`)

export async function insertBulk(
  tx: Tx,
  row: BulkKey & BulkAsk & { created_by: string; created_at: Date },
): Promise<void> {
  const { whom, act, ...plain } = row
  await tx
    .insertInto('bulk_act')
    .values({
      ...plain,
      ...{ kind: act.kind, status: 'gathering', updated_at: row.created_at },
      ...{ whom: JSON.stringify(whom), act: JSON.stringify(act) },
    })
    .execute()
}

export async function findOwnBulk(
  db: Db,
  owner_id: string,
  id: string,
): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from organization o
      join bulk_act a on a.organization_id = o.id and a.id = ${id}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

export async function findBulk(db: Db, key: BulkKey): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from bulk_act a
     where a.organization_id = ${key.organization_id} and a.id = ${key.id}`.execute(db)
  return rows[0]
}

/** Holds an act while a step of it is done. */
export async function lockBulk(tx: Tx, key: BulkKey): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`
    select ${columns} from bulk_act a
     where a.organization_id = ${key.organization_id} and a.id = ${key.id} for update`.execute(tx)
  return rows[0]
}

export async function updateBulk(
  db: Db | Tx,
  key: BulkKey,
  changes: Partial<Pick<BulkRow, 'status' | 'buyers' | 'done' | 'skipped' | 'finished_at'>>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('bulk_act')
    .set({ ...changes, updated_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

/** Keeps those of the ids who are active buyers; one who is there stays. */
export async function addMembers(db: Db, key: BulkKey, ids: readonly string[]): Promise<void> {
  await sql`
    insert into bulk_member (organization_id, bulk_id, buyer_id)
    select b.organization_id, ${key.id}::uuid, b.id from buyer b
    where b.organization_id = ${key.organization_id} and b.id = any(${ids}::uuid[])
      and b.status = 'active' and b.merged_into is null
    on conflict do nothing`.execute(db)
}

export async function clearMembers(db: Db, { organization_id, id }: BulkKey): Promise<void> {
  await db
    .deleteFrom('bulk_member')
    .where('organization_id', '=', organization_id)
    .where('bulk_id', '=', id)
    .execute()
}

export async function countMembers(db: Db, { organization_id, id }: BulkKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bulk_member
    where organization_id = ${organization_id} and bulk_id = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes a part of those who are left, and tells which of them may still be acted on. */
export async function takeMembers(
  tx: Tx,
  { organization_id, id }: BulkKey,
  limit: number,
): Promise<{ taken: number; able: string[] }> {
  const { rows } = await sql<{ buyer_id: string; able: boolean }>`
    with taken as (
      delete from bulk_member m where m.organization_id = ${organization_id} and m.bulk_id = ${id}
        and m.buyer_id in (select buyer_id from bulk_member
          where organization_id = ${organization_id} and bulk_id = ${id}
          order by buyer_id limit ${limit})
      returning m.buyer_id)
    select t.buyer_id, b.status = 'active' and b.merged_into is null as able
    from taken t join buyer b on b.organization_id = ${organization_id} and b.id = t.buyer_id
    order by t.buyer_id`.execute(tx)
  const able = rows.filter((row) => row.able).map(({ buyer_id }) => buyer_id)
  return { taken: rows.length, able }
}

/** A page of the members in the order of ids. */
export async function listMembers(
  db: Db,
  { organization_id, id }: BulkKey,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('bulk_member')
    .select('buyer_id')
    .where('organization_id', '=', organization_id)
    .where('bulk_id', '=', id)
    .where('buyer_id', '>', after)
    .orderBy('buyer_id')
    .limit(limit)
    .execute()
  return rows.map(({ buyer_id }) => buyer_id)
}

/** Acts that nobody went on with, and files that were made: their members name people. */
export async function deleteOldBulks(db: Db, open_before: Date, done_before: Date): Promise<void> {
  await sql`delete from bulk_act
    where (status in ('gathering', 'ready') and updated_at < ${open_before})
      or (status = 'done' and updated_at < ${done_before})`.execute(db)
}

export type ExportedRow = {
  phone: string | null
  first_name: string | null
  last_name: string | null
  birthday: string | null
  city: string | null
  balance: number
  turnover: number
  receipts: number
  last_receipt_at: Date | null
  tags: string[]
  note: string | null
}

/** What a file tells of these buyers, in the order of ids. */
export async function listExported(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select b.phone, b.first_name, b.last_name, b.birthday, b.city, b.tags, b.note, a.balance,
      a.turnover, a.receipts, a.last_receipt_at
    from buyer b join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where b.organization_id = ${organization_id} and b.id = any(${ids}::uuid[])
    order by b.id`.execute(db)
  return rows
}
