/**
 * The SQL of compensations. Invariant: the sum of a cashier's compensations of a day never passes
 * the cap it was claimed under.
 */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

/** What a cashier gave as compensation on a local day. */
export async function compensatedOn(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
): Promise<number> {
  const row = await db
    .selectFrom('compensation_day')
    .select('amount')
    .where('organization_id', '=', key.organization_id)
    .where('cashier_id', '=', key.cashier_id)
    .where('day', '=', key.day)
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** Claims a compensation under the cap of the day; undefined when it does not fit any more. */
export async function claimCompensation(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
  amount: number,
  cap: number,
): Promise<number | undefined> {
  if (amount > cap) return undefined
  const { rows } = await sql<{ amount: number }>`
    insert into compensation_day as d (organization_id, cashier_id, day, amount)
    values (${key.organization_id}, ${key.cashier_id}, ${key.day}, ${amount})
    on conflict (organization_id, cashier_id, day) do update set amount = d.amount + excluded.amount
      where d.amount + excluded.amount <= ${cap}
    returning amount`.execute(db)
  return rows[0]?.amount
}

/** Gives a claim back when the ledger did not take the compensation. */
export async function releaseCompensation(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
  amount: number,
): Promise<void> {
  await db
    .updateTable('compensation_day')
    .set((row) => ({ amount: row('amount', '-', amount) }))
    .where('organization_id', '=', key.organization_id)
    .where('cashier_id', '=', key.cashier_id)
    .where('day', '=', key.day)
    .execute()
}
