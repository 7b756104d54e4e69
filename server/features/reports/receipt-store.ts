/** The SQL of the report of receipts. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { madeIds, only, onlyBuyer, type Scope } from './store.ts'

export type ReceiptScope = Scope & {
  cashier_id?: string | undefined
  number?: string | undefined
  status?: string | undefined
}

const receiptsOf = (scope: ReceiptScope) => {
  const ids = madeIds(scope)
  return sql`
    from receipt r
    where r.organization_id = ${scope.organization_id} and r.id >= ${ids.from} and r.id < ${ids.to}
      and r.day between ${scope.start_date} and ${scope.end_date}
      ${only(sql`r.pos_id`, scope.pos_id)} ${onlyBuyer(sql`r.buyer_id`, scope)}
      ${only(sql`r.cashier_id`, scope.cashier_id)} ${only(sql`r.number`, scope.number)}
      ${only(sql`r.status`, scope.status)}`
}

const discounts = sql`r.till_discount::bigint + r.promotion_discount + r.level_discount`

export async function sumReceiptReport(db: Db, scope: ReceiptScope) {
  const { rows } = await sql<{
    receipts: number
    gross: number
    discount: number
    bonuses_spent: number
    to_pay: number
    accrual: number
    refunded: number
  }>`
    select count(*) as receipts, coalesce(sum(r.gross), 0)::bigint as gross,
      coalesce(sum(${discounts}), 0)::bigint as discount,
      coalesce(sum(r.bonuses_spent), 0)::bigint as bonuses_spent,
      coalesce(sum(r.to_pay), 0)::bigint as to_pay, coalesce(sum(r.accrual), 0)::bigint as accrual,
      coalesce(sum(r.refunded), 0)::bigint as refunded
    ${receiptsOf(scope)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

export type ReceiptReportRow = {
  receipt_id: string
  number: string | null
  status: string
  occurred_at: Date
  offline: boolean
  pos_id: string
  pos_name: string
  cashier_id: string | null
  cashier_name: string | null
  buyer_id: string | null
  first_name: string | null
  last_name: string | null
  phone: string | null
  gross: number
  discount: number
  bonuses_spent: number
  to_pay: number
  accrual: number
  refunded: number
}

/** Newest first: a page of them, or what follows the receipt that was read last. */
export async function listReceiptReport(
  db: Db,
  scope: ReceiptScope,
  ask: { limit: number; offset?: number; before?: string | undefined },
): Promise<ReceiptReportRow[]> {
  const { rows } = await sql<ReceiptReportRow>`
    select r.id as receipt_id, r.number, r.status, r.occurred_at, r.offline, r.pos_id,
      coalesce(p.name, '') as pos_name, r.cashier_id, k.name as cashier_name, r.buyer_id,
      b.first_name, b.last_name, b.phone, r.gross::bigint as gross, ${discounts} as discount,
      r.bonuses_spent::bigint as bonuses_spent, r.to_pay::bigint as to_pay,
      r.accrual::bigint as accrual, r.refunded::bigint as refunded
    from (
      select r.* ${receiptsOf(scope)}
        ${ask.before === undefined ? sql`` : sql`and r.id < ${ask.before}`}
      order by r.id desc limit ${ask.limit} offset ${ask.offset ?? 0}
    ) as r
    left join pos p on p.organization_id = r.organization_id and p.id = r.pos_id
    left join cashier k on k.organization_id = r.organization_id and k.id = r.cashier_id
    left join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
    order by r.id desc`.execute(db)
  return rows
}
