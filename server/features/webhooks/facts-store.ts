/** What webhooks read of other features' tables about one fact. Nothing is written here. */
import type { Db } from '#server/io/db.ts'

export async function selectReceipt(db: Db, organization_id: string, id: string) {
  return db
    .selectFrom('receipt as r')
    .leftJoin('buyer as b', (join) =>
      join.onRef('b.organization_id', '=', 'r.organization_id').onRef('b.id', '=', 'r.buyer_id'),
    )
    .select(['r.id', 'r.number', 'r.pos_id', 'r.cashier_id', 'r.buyer_id', 'r.gross', 'r.to_pay'])
    .select(['r.bonuses_spent', 'r.accrual', 'r.balance_after', 'r.occurred_at', 'b.phone'])
    .where('r.organization_id', '=', organization_id)
    .where('r.id', '=', id)
    .executeTakeFirst()
}

export async function selectCancellation(db: Db, organization_id: string, id: string) {
  return db
    .selectFrom('cancellation as c')
    .innerJoin('receipt as r', (join) =>
      join.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.receipt_id'),
    )
    .leftJoin('buyer as b', (join) =>
      join.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.buyer_id'),
    )
    .select(['c.id', 'c.receipt_id', 'r.number', 'c.pos_id', 'c.cashier_id', 'c.buyer_id'])
    .select(['c.whole', 'c.refund_money', 'c.bonuses_return', 'c.bonuses_withdraw'])
    .select(['c.created_at', 'b.phone'])
    .where('c.organization_id', '=', organization_id)
    .where('c.id', '=', id)
    .executeTakeFirst()
}

export async function selectBuyer(db: Db, organization_id: string, id: string) {
  return db
    .selectFrom('buyer')
    .select(['id', 'phone', 'joined_at', 'joined_via'])
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function selectEntries(
  db: Db,
  organization_id: string,
  buyer_id: string,
  { from_number, to_number }: { from_number: number; to_number: number },
) {
  return db
    .selectFrom('entry')
    .select(['number', 'kind', 'amount', 'debt_change', 'balance_after', 'created_at'])
    .where('organization_id', '=', organization_id)
    .where('buyer_id', '=', buyer_id)
    .where('number', '>=', from_number)
    .where('number', '<=', to_number)
    .orderBy('number')
    .execute()
}
