/**
 * The order of buyers by their accounts, kept beside them for lists of large shops.
 *
 * Invariant: `buyer_order_progress` moves in the transaction that wrote what was read. A row is of
 * the account at some moment since it was read: a later look brings it up.
 */
import { sql } from 'kysely'
import type { Tx } from '#server/io/db.ts'

/** How far was read; held until the transaction ends, so that one reads at a time. */
export async function lockOrderProgress(tx: Tx, otherwise: Date): Promise<Date> {
  await tx
    .insertInto('buyer_order_progress')
    .values({ id: 1, read_until: otherwise })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  const { read_until } = await tx
    .selectFrom('buyer_order_progress')
    .select('read_until')
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return read_until
}

export async function moveOrderProgress(tx: Tx, read_until: Date): Promise<void> {
  await tx.updateTable('buyer_order_progress').set({ read_until }).where('id', '=', 1).execute()
}

const placed = sql`
  set last_receipt_at = a.last_receipt_at, balance = a.balance, turnover = a.turnover,
    receipts = a.receipts`
const differs = sql`
  (o.last_receipt_at, o.balance, o.turnover, o.receipts)
    is distinct from (a.last_receipt_at, a.balance::bigint, a.turnover, a.receipts)`

/** Places anew whom a receipt, a cancellation or a movement of these moments was about. */
export async function placeMoved(tx: Tx, from: Date, to: Date): Promise<void> {
  const made = sql`created_at > ${from} and created_at <= ${to} and buyer_id is not null`
  await sql`
    with moved as (
      select organization_id, buyer_id from receipt where ${made}
      union select organization_id, buyer_id from entry where ${made}
      union select organization_id, buyer_id from cancellation where ${made})
    update buyer_order o ${placed}
    from moved m join account a on a.organization_id = m.organization_id and a.buyer_id = m.buyer_id
    where o.organization_id = m.organization_id and o.buyer_id = m.buyer_id
      and ${differs}`.execute(tx)
}

/** Places everybody anew: for what left no trace in time, as a turnover brought along. */
export async function placeAll(tx: Tx): Promise<void> {
  // A job may take longer than a request.
  await sql`select set_config('statement_timeout', '300s', true)`.execute(tx)
  await sql`
    update buyer_order o ${placed} from account a
    where a.organization_id = o.organization_id and a.buyer_id = o.buyer_id
      and ${differs}`.execute(tx)
}

/** Puts what changed the number of buyers together: one row a status. */
export async function sumTallies(tx: Tx): Promise<void> {
  await sql`
    with taken as (
      delete from buyer_tally t using (
        select organization_id, status from buyer_tally group by 1, 2 having count(*) > 1) as many
      where t.organization_id = many.organization_id and t.status = many.status
      returning t.organization_id, t.status, t.buyers)
    insert into buyer_tally (organization_id, status, buyers)
    select organization_id, status, sum(buyers) from taken group by 1, 2`.execute(tx)
}
