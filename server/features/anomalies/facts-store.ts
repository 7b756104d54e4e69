/** The SQL of what a day was: it reads the ledger's tables and writes none. */
import { sql } from 'kysely'
import type { Minor } from '#contract/money.ts'
import type { Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import type { Schedule } from './rules.ts'

export type Span = { organization_id: string; day: string; from: Date; to: Date }

/** A sale may be told three days late: its id is that much older than its day, or its commit later. */
const LATE_MS = 73 * 3_600_000
const idsOf = ({ from, to }: Span) => ({
  from: firstIdAt(new Date(from.getTime() - LATE_MS)),
  to: firstIdAt(new Date(to.getTime() + LATE_MS)),
})

export async function listReceipts(db: Db, span: Span) {
  const ids = idsOf(span)
  const { rows } = await sql<{
    id: string
    occurred_at: Date
    buyer_id: string | null
    cashier_id: string | null
    accrual: Minor
    schedule: Schedule
  }>`
    select r.id, r.occurred_at, r.buyer_id, r.cashier_id, r.accrual::bigint as accrual, p.schedule
    from receipt r
    join pos p on p.organization_id = r.organization_id and p.id = r.pos_id
    where r.organization_id = ${span.organization_id} and r.id >= ${ids.from} and r.id < ${ids.to}
      and r.day = ${span.day}
    order by r.id`.execute(db)
  return rows
}

export async function listCancellations(db: Db, span: Span) {
  const ids = idsOf(span)
  const { rows } = await sql<{ cashier_id: string | null; shop_loss: Minor }>`
    select cashier_id, shop_loss::bigint as shop_loss from cancellation
    where organization_id = ${span.organization_id} and id >= ${ids.from} and id < ${ids.to}
      and day = ${span.day} and user_id is null`.execute(db)
  return rows
}

/** By the index of movements by hand. */
export async function listHands(db: Db, span: Span) {
  const { rows } = await sql<{
    kind: 'manual_accrual' | 'compensation'
    buyer_id: string
    cashier_id: string | null
  }>`
    select kind, buyer_id,
      case when actor like 'cashier:%' then substr(actor, 9)::uuid end as cashier_id
    from entry
    where organization_id = ${span.organization_id}
      and kind in ('manual_accrual', 'compensation')
      and created_at >= ${span.from} and created_at < ${span.to}`.execute(db)
  return rows
}

/** Buyers of the day whom a cashier registered: their receipts of 30 days, and that cashier's. */
export async function listCards(db: Db, span: Span) {
  const ids = idsOf(span)
  const since = firstIdAt(new Date(span.to.getTime() - 30 * 86_400_000))
  const { rows } = await sql<{
    buyer_id: string
    cashier_id: string
    receipts: number
    own: number
  }>`
    select b.id as buyer_id, b.joined_cashier_id as cashier_id, count(*) as receipts,
      count(*) filter (where r.cashier_id = b.joined_cashier_id) as own
    from (
      select distinct buyer_id from receipt
      where organization_id = ${span.organization_id} and id >= ${ids.from} and id < ${ids.to}
        and day = ${span.day} and buyer_id is not null
    ) as today
    join buyer b on b.organization_id = ${span.organization_id} and b.id = today.buyer_id
      and b.joined_cashier_id is not null
    join receipt r on r.organization_id = ${span.organization_id} and r.buyer_id = b.id
      and r.id >= ${since} and r.id < ${ids.to}
    group by b.id, b.joined_cashier_id`.execute(db)
  return rows
}

/** Receipts with a buyer and what they earned, of the 30 days before: from the sums by day. */
export async function sumUsual(db: Db, { organization_id, day }: Span) {
  const { rows } = await sql<{ receipts: number; accrual: Minor }>`
    select coalesce(sum(member_receipts), 0)::bigint as receipts,
      coalesce(sum(accrued), 0)::bigint as accrual
    from pos_day
    where organization_id = ${organization_id} and day < ${day}::date
      and day >= ${day}::date - 30`.execute(db)
  return rows[0] ?? { receipts: 0, accrual: 0 }
}
