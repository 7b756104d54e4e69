/** Who invited whom. Invariant kept here: a buyer is invited once, and by nobody else later. */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'

/** An active buyer, held until the transaction ends. */
export async function lockInviter(
  tx: Tx,
  organization_id: string,
  by: { phone: string } | { id: string },
): Promise<{ id: string; referred_by: string | null } | undefined> {
  const query = tx
    .selectFrom('buyer')
    .select(['id', 'referred_by'])
    .where('organization_id', '=', organization_id)
    .where('status', '=', 'active')
    .forUpdate()
  return 'phone' in by
    ? query.where('phone', '=', by.phone).executeTakeFirst()
    : query.where('id', '=', by.id).executeTakeFirst()
}

/** How many this buyer has invited, since then and ever. */
export async function countFriends(
  tx: Tx,
  organization_id: string,
  inviter_id: string,
  since: Date,
): Promise<{ this_month: number; ever: number }> {
  const { rows } = await sql<{ this_month: number; ever: number }>`
    select count(*) filter (where referred_at >= ${since})::int as this_month, count(*)::int as ever
    from buyer where organization_id = ${organization_id} and referred_by = ${inviter_id}`.execute(
    tx,
  )
  return rows[0] ?? { this_month: 0, ever: 0 }
}

/** False when the buyer is gone or was invited before. */
export async function setReferredBy(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  inviter_id: string,
  now: Date,
): Promise<boolean> {
  const done = await tx
    .updateTable('buyer')
    .set({ referred_by: inviter_id, referred_at: now, updated_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.buyer_id)
    .where('status', '=', 'active')
    .where('referred_by', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}
