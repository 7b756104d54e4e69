/** The SQL of a merge that the one statement does not do. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'

export type MergedPair = { organization_id: string; keep_id: string; gone_id: string }

/** What a buyer bought on each day becomes the other's. */
export async function moveDays(tx: Tx, { organization_id, keep_id, gone_id }: MergedPair) {
  await sql`
    with taken as (
      delete from account_day
      where organization_id = ${organization_id} and buyer_id = ${gone_id}
      returning day, turnover, receipts)
    insert into account_day as s (organization_id, buyer_id, day, turnover, receipts)
    select ${organization_id}::uuid, ${keep_id}::uuid, day, turnover, receipts from taken
    order by day
    on conflict (organization_id, buyer_id, day) do update set
      turnover = s.turnover + excluded.turnover, receipts = s.receipts + excluded.receipts`.execute(
    tx,
  )
}

/**
 * Gifts that one phone had are had by the other as well. A reward for a friend is the friend's
 * affair and stays.
 */
export async function copyGifts(
  tx: Tx,
  organization_id: string,
  from: readonly string[],
  to: string,
  keep_id: string,
): Promise<void> {
  await sql`
    insert into granted_once (organization_id, gift, who, buyer_id, source, created_at)
    select distinct on (gift) organization_id, gift, ${to}, ${keep_id}::uuid, source, created_at
    from granted_once
    where organization_id = ${organization_id} and who = any(${from}::text[])
      and gift not in ('inviter')
    order by gift, created_at
    on conflict do nothing`.execute(tx)
}

/** The lot that a merge made of a buyer's lot, by the account it is in now. */
export async function selectMovedLots(
  db: Db | Tx,
  organization_id: string,
  sources: readonly string[],
): Promise<{ source: string; buyer_id: string; number: number }[]> {
  const { rows } = await sql<{ source: string; buyer_id: string; number: number }>`
    select source, buyer_id, number from entry
    where organization_id = ${organization_id} and source = any(${sources}::text[])
      and kind = 'transfer_in' and lot_numbers = array[number]`.execute(db)
  return rows
}
