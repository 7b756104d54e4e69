/** The SQL of a till's lists: receipts by page, and the sums of a shift. */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import { cancellationsWithNames } from './store.ts'

export type ListAsk = {
  organization_id: string
  pos_ids: readonly string[]
  cashier_id?: string | undefined
  /** Moments of the sale; the second is outside. */
  from?: Date | undefined
  to?: Date | undefined
  phone?: string | undefined
  number?: string | undefined
  status?: string | undefined
  q?: string | undefined
  page: number
  limit: number
}

/** The last digits of a phone, a number, or an amount: whichever the words fit. */
function matches(q: string) {
  const digits = q.replaceAll(/\D/g, '')
  const amount = /^\d{1,10}([.,]\d{1,2})?$/.test(q)
    ? Math.round(Number(q.replace(',', '.')) * 100)
    : -1
  return sql<SqlBool>`(r.number = ${q} or r.to_pay = ${amount} or r.gross = ${amount}
    or (${digits.length >= 4} and reverse(b.phone) like ${`${digits.split('').toReversed().join('')}%`}))`
}

/** A sale is reported, and its id made, at most 72 hours away from it. */
const LATE_MS = 73 * 3_600_000
const idNear = (moment: Date | undefined, away_ms: number) =>
  firstIdAt(new Date((moment?.getTime() ?? 0) + away_ms))

const receiptsOf = (db: Db, ask: ListAsk) =>
  db
    .selectFrom('receipt as r')
    .innerJoin('pos as p', (join) =>
      join.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.pos_id'),
    )
    .leftJoin('cashier as k', (join) =>
      join.onRef('k.organization_id', '=', 'r.organization_id').onRef('k.id', '=', 'r.cashier_id'),
    )
    .leftJoin('buyer as b', (join) =>
      join.onRef('b.organization_id', '=', 'r.organization_id').onRef('b.id', '=', 'r.buyer_id'),
    )
    .where('r.organization_id', '=', ask.organization_id)
    .where('r.pos_id', 'in', [...ask.pos_ids])
    .$if(ask.cashier_id !== undefined, (query) =>
      query.where('r.cashier_id', '=', ask.cashier_id ?? null),
    )
    .$if(ask.from !== undefined, (query) =>
      query
        .where('r.id', '>=', idNear(ask.from, -LATE_MS))
        .where(sql<SqlBool>`r.occurred_at >= ${ask.from}`),
    )
    .$if(ask.to !== undefined, (query) =>
      query
        .where('r.id', '<', idNear(ask.to, LATE_MS))
        .where(sql<SqlBool>`r.occurred_at < ${ask.to}`),
    )
    .$if(ask.phone !== undefined, (query) => query.where('b.phone', '=', ask.phone ?? null))
    .$if(ask.number !== undefined, (query) => query.where('r.number', '=', ask.number ?? null))
    .$if(ask.status !== undefined, (query) => query.where('r.status', '=', ask.status ?? ''))
    .$if(ask.q !== undefined, (query) => query.where(matches(ask.q ?? '')))

/** A page of receipts, newest first, with how many there are. */
export async function listReceipts(db: Db, ask: ListAsk) {
  if (ask.pos_ids.length === 0) return { items: [], total: 0 }
  const found = receiptsOf(db, ask)
  const items = await found
    .select([
      'r.id as receipt_id',
      'r.number',
      'r.status',
      'r.occurred_at',
      'r.created_at',
      'r.offline',
      'r.pos_id',
      'p.name as pos_name',
      'r.cashier_id',
      'k.name as cashier_name',
      'r.buyer_id',
      'b.first_name',
      'b.last_name',
      'b.phone',
      'r.gross',
      'r.bonuses_spent',
      'r.to_pay',
      'r.accrual',
      'r.refunded',
    ])
    .orderBy('r.id', 'desc')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .execute()
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}

export type ShiftAsk = {
  organization_id: string
  pos_ids: readonly string[]
  /** null: all cashiers. */
  cashier_id: string | null
  from: Date
}

/** The sums of a shift, by the moment a receipt was made. */
export async function sumShift(db: Db, ask: ShiftAsk) {
  return db
    .selectFrom('receipt as r')
    .select(({ fn }) => [
      fn.countAll<number>().as('receipts'),
      sql<number>`coalesce(sum(r.gross), 0)::bigint`.as('gross'),
      sql<number>`coalesce(sum(r.to_pay), 0)::bigint`.as('to_pay'),
      sql<number>`coalesce(sum(r.bonuses_spent), 0)::bigint`.as('spent'),
      sql<number>`coalesce(sum(r.accrual), 0)::bigint`.as('accrued'),
      sql<number>`count(*) filter (where r.registered)`.as('new_buyers'),
      sql<Date | null>`min(r.created_at)`.as('first_at'),
      sql<Date | null>`max(r.created_at)`.as('last_at'),
    ])
    .where('r.organization_id', '=', ask.organization_id)
    .where('r.pos_id', 'in', [...ask.pos_ids])
    .where('r.id', '>=', idNear(ask.from, -LATE_MS))
    .where('r.created_at', '>=', ask.from)
    .$if(ask.cashier_id !== null, (query) => query.where('r.cashier_id', '=', ask.cashier_id))
    .executeTakeFirstOrThrow()
}

/** Cancellations done in a shift, newest first. */
export async function listShiftCancellations(db: Db, ask: ShiftAsk) {
  return cancellationsWithNames(db, ask.organization_id)
    .leftJoin('receipt as r', (join) =>
      join.onRef('r.organization_id', '=', 'c.organization_id').onRef('r.id', '=', 'c.receipt_id'),
    )
    .select('r.number')
    .where('c.pos_id', 'in', [...ask.pos_ids])
    .where('c.id', '>=', firstIdAt(ask.from))
    .where('c.created_at', '>=', ask.from)
    .$if(ask.cashier_id !== null, (query) => query.where('c.cashier_id', '=', ask.cashier_id))
    .orderBy('c.id', 'desc')
    .limit(500)
    .execute()
}

/** What was given as compensation in a shift. */
export async function sumCompensations(db: Db, ask: ShiftAsk): Promise<number> {
  const { sum } = await db
    .selectFrom('entry')
    .select(sql<number>`coalesce(sum(amount - debt_change), 0)::bigint`.as('sum'))
    .where('organization_id', '=', ask.organization_id)
    .where('kind', '=', 'compensation')
    .where('created_at', '>=', ask.from)
    .where('pos_id', 'in', [...ask.pos_ids])
    .$if(ask.cashier_id !== null, (query) => query.where('actor', '=', `cashier:${ask.cashier_id}`))
    .executeTakeFirstOrThrow()
  return sum
}
