/**
 * The SQL of what is left of sales, by the day they were made.
 *
 * Invariant: `sale_day` is what receipts and cancellations made until `purchase_progress` leave.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { Days } from './return-store.ts'
import { madeIn, tailOf, type Part } from './window-store.ts'

/**
 * What receipts and cancellations of a window change. One that leaves nothing is the last of its
 * receipt, and takes along whatever those before it had left.
 */
const changes = (part: Part) => {
  const discounts = sql`case when r.buyer_id is null then 0
    else r.level_discount::bigint + r.promotion_discount end`
  return sql`
    select organization_id, day, pos_id, sum(receipts) filter (where member) as member_receipts,
      sum(paid) filter (where member) as member_paid,
      sum(receipts) filter (where not member) as other_receipts,
      sum(paid) filter (where not member) as other_paid, sum(bonuses) as bonuses,
      sum(discounts) as discounts
    from (
      select r.organization_id, r.day, r.pos_id, r.buyer_id is not null as member, 1 as receipts,
        r.to_pay::bigint as paid, r.bonuses_spent::bigint as bonuses, ${discounts} as discounts
      from receipt r where ${madeIn(part, 'r')}
      union all
      select r.organization_id, r.day, r.pos_id, r.buyer_id is not null, -c.whole::int,
        case when c.whole then r.refunded - c.refund_money - r.to_pay else -c.refund_money end,
        case when c.whole then r.bonuses_returned - c.bonuses_return - r.bonuses_spent
          else -c.bonuses_return end,
        case when c.whole then -${discounts} else 0 end
      from cancellation c
      join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
      where ${madeIn(part, 'c', 'r')}
    ) as change
    group by 1, 2, 3`
}

export async function addSales(tx: Tx, part: Part): Promise<void> {
  await sql`
    insert into sale_day as s (organization_id, day, pos_id, member_receipts, member_paid,
      other_receipts, other_paid, bonuses, discounts)
    select organization_id, day, pos_id, coalesce(member_receipts, 0), coalesce(member_paid, 0),
      coalesce(other_receipts, 0), coalesce(other_paid, 0), bonuses, discounts
    from (${changes(part)}) as d order by 1, 2, 3
    on conflict (organization_id, day, pos_id) do update set
      member_receipts = s.member_receipts + excluded.member_receipts,
      member_paid = s.member_paid + excluded.member_paid,
      other_receipts = s.other_receipts + excluded.other_receipts,
      other_paid = s.other_paid + excluded.other_paid, bonuses = s.bonuses + excluded.bonuses,
      discounts = s.discounts + excluded.discounts`.execute(tx)
}

export type SaleSums = {
  member_receipts: number
  member_paid: number
  other_receipts: number
  other_paid: number
  bonuses: number
  discounts: number
}

/** What is left of the sales of some days as of now: gathered, and all since a moment. */
export async function sumSales(
  db: Db | Tx,
  { organization_id, start_date, end_date, pos_id }: Days & { pos_id?: string | undefined },
  since: Date,
): Promise<SaleSums> {
  const { rows } = await sql<SaleSums>`
    select coalesce(sum(member_receipts), 0)::bigint as member_receipts,
      coalesce(sum(member_paid), 0)::bigint as member_paid,
      coalesce(sum(other_receipts), 0)::bigint as other_receipts,
      coalesce(sum(other_paid), 0)::bigint as other_paid,
      coalesce(sum(bonuses), 0)::bigint as bonuses, coalesce(sum(discounts), 0)::bigint as discounts
    from (
      select * from sale_day
      union all ${changes(tailOf(organization_id, since))}
    ) as s
    where organization_id = ${organization_id} and day between ${start_date} and ${end_date}
      ${pos_id === undefined ? sql`` : sql`and pos_id = ${pos_id}`}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
