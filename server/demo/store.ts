/** What the demo asks the database itself: how many receipts an organization has. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

export async function countReceipts(db: Db, organization_id: string): Promise<number> {
  const { rows } = await sql<{ receipts: number }>`
    select coalesce(sum(receipts), 0)::int as receipts from pos_day
    where organization_id = ${organization_id}`.execute(db)
  return rows[0]?.receipts ?? 0
}
