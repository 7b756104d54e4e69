/** The look-ups of receipts that come in from a file. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { FileReceipt, Point } from './receipt-row-rules.ts'

/** Where the shop sells. */
export async function listPoints(db: Db | Tx, organization_id: string): Promise<Point[]> {
  return db
    .selectFrom('pos')
    .select(['id', 'name', 'code', 'external_code'])
    .where('organization_id', '=', organization_id)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/**
 * What was paid for those of these receipts that are there already, themselves or another one with
 * their number, by id.
 */
export async function findKnown(
  db: Db | Tx,
  organization_id: string,
  receipts: readonly Pick<FileReceipt, 'id' | 'pos_id' | 'day' | 'number'>[],
): Promise<Map<string, number>> {
  const asked = receipts.map(({ id, pos_id, day, number }) => ({ id, pos_id, day, number }))
  const { rows } = await sql<{ id: string; paid: number }>`
    select k.id, coalesce(r.to_pay, t.to_pay)::bigint as paid
    from json_to_recordset(${JSON.stringify(asked)}::json)
      as k(id uuid, pos_id uuid, day date, number text)
    left join receipt r on r.organization_id = ${organization_id} and r.id = k.id
    left join receipt_number n on n.organization_id = ${organization_id} and n.pos_id = k.pos_id
      and n.day = k.day and n.number = k.number
    left join receipt t on t.organization_id = ${organization_id} and t.id = n.receipt_id
    where r.id is not null or t.id is not null`.execute(db)
  return new Map(rows.map(({ id, paid }) => [id, paid]))
}
