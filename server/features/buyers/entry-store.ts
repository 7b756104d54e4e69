/** The SQL of a buyer's history. The ledger writes it. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

export type EntryRow = {
  number: number
  kind: string
  amount: number
  debt_change: number
  balance_after: number
  reason: string | null
  actor: string
  pos_id: string | null
  receipt_id: string | null
  receipt_number: string | null
  occurred_at: Date
  created_at: Date
}

/** How many entries the buyer has, and the cards that were merged into it. */
export async function countEntries(
  db: Db,
  key: { organization_id: string; buyer_id: string },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(a.entries), 0)::int as total from account a
    where a.organization_id = ${key.organization_id} and a.buyer_id = any(${cardsOf(key)})`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

const cardsOf = ({ organization_id, buyer_id }: { organization_id: string; buyer_id: string }) =>
  sql`array(select m.id from buyer m where m.organization_id = ${organization_id}
    and (m.id = ${buyer_id} or m.merged_into = ${buyer_id}))`

/** A page of the entries of a buyer and of the cards that were merged into it, newest first. */
export async function selectEntries(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  page: { page: number; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.number, e.kind, e.amount, e.debt_change, e.balance_after, e.reason, e.actor, e.pos_id,
      e.receipt_id, r.number as receipt_number, e.created_at,
      case when e.kind in ('accrual', 'promotion', 'spend') then coalesce(r.occurred_at, e.created_at)
        else e.created_at end as occurred_at
    from entry e
    left join receipt r on r.organization_id = e.organization_id and r.id = e.receipt_id
    where e.organization_id = ${key.organization_id} and e.buyer_id = any(${cardsOf(key)})
    order by e.created_at desc, (e.buyer_id = ${key.buyer_id}) desc, e.number desc
    limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(db)
  return rows
}

/** When the entries that made these lots were written. */
export async function selectEntryMoments(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  numbers: number[],
): Promise<Map<number, Date>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('entry')
    .select(['number', 'created_at'])
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.number, row.created_at]))
}
