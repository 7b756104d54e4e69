/** The SQL of what the fifths of a shop's buyers begin with. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import { TOPS } from './rfm-rules.ts'

export type BorderRow = {
  buyers: number
  recency: Date[]
  receipts: number[]
  turnover: number[]
  top_turnover: number[]
  average_receipt: number
  computed_at: Date
}

export async function selectBorders(
  db: Db | Tx,
  organization_id: string,
): Promise<BorderRow | undefined> {
  return db
    .selectFrom('rfm_border')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .executeTakeFirst()
}

const FIFTHS = [0.2, 0.4, 0.6, 0.8]

/** Counts them anew and keeps them. */
export async function computeBorders(tx: Tx, organization_id: string, now: Date): Promise<void> {
  const tops = TOPS.map((percent) => percent / 100)
  await sql`
    insert into rfm_border as o (organization_id, buyers, recency, receipts, turnover,
      top_turnover, average_receipt, computed_at)
    select ${organization_id}::uuid, count(*),
      coalesce(percentile_disc(${FIFTHS}::float8[]) within group (order by a.last_receipt_at), '{}'),
      coalesce(percentile_disc(${FIFTHS}::float8[]) within group (order by a.receipts), '{}'),
      coalesce(percentile_disc(${FIFTHS}::float8[]) within group (order by a.turnover), '{}'),
      coalesce(percentile_disc(${tops}::float8[]) within group (order by a.turnover desc), '{}'),
      coalesce(greatest(sum(a.turnover), 0) / nullif(sum(a.receipts), 0), 0)::bigint,
      ${now}::timestamptz
    from buyer b join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where b.organization_id = ${organization_id} and b.status <> 'forgotten'
      and b.merged_into is null and a.receipts > 0 and a.last_receipt_at is not null
    on conflict (organization_id) do update set buyers = excluded.buyers,
      recency = excluded.recency, receipts = excluded.receipts, turnover = excluded.turnover,
      top_turnover = excluded.top_turnover, average_receipt = excluded.average_receipt,
      computed_at = excluded.computed_at`.execute(tx)
}

/** Shops whose borders somebody has asked for, and that are older than that. */
export async function selectOldBorders(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('rfm_border')
    .select('organization_id')
    .where('computed_at', '<', before)
    .execute()
  return rows.map((row) => row.organization_id)
}
