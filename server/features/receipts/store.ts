/**
 * Every SQL of receipts. The ledger writes `receipt` and `cancellation`; here they are only read.
 *
 * Invariants kept here: a draft belongs to one organization and is found by it only; the sum of a
 * cashier's compensations of a day never passes the cap it was claimed under.
 */
import { sql, type SqlBool } from 'kysely'
import { named, type Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'

export type DraftRow = {
  cashier_id: string
  pos_id: string
  content: string
  shown_spent: number
  shown_to_pay: number
  expires_at: Date
}

/** What a receipt id stands for: a draft, a receipt that was made, both, or neither. */
export type KnownRow = {
  [K in keyof DraftRow]: DraftRow[K] | null
} & { request_hash: string | null }

export async function saveDraft(
  io: Pick<Io, 'pool'>,
  key: { organization_id: string; receipt_id: string },
  draft: DraftRow,
): Promise<void> {
  await named(
    io.pool,
    'receipt_draft_save',
    `insert into receipt_draft as d (organization_id, receipt_id, cashier_id, pos_id, content,
       shown_spent, shown_to_pay, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (organization_id, receipt_id) do update set content = excluded.content,
       shown_spent = excluded.shown_spent, shown_to_pay = excluded.shown_to_pay,
       expires_at = excluded.expires_at`,
    [
      key.organization_id,
      key.receipt_id,
      draft.cashier_id,
      draft.pos_id,
      draft.content,
      draft.shown_spent,
      draft.shown_to_pay,
      draft.expires_at,
    ],
  )
}

/** The draft of an id and, if it was made already, the hash of the request that made it. */
export async function findKnown(
  io: Pick<Io, 'pool'>,
  key: { organization_id: string; receipt_id: string },
): Promise<KnownRow> {
  const [row] = await named<KnownRow>(
    io.pool,
    'receipt_known',
    `select d.cashier_id, d.pos_id, d.content, d.shown_spent, d.shown_to_pay, d.expires_at,
       r.request_hash
     from (values ($1::uuid, $2::uuid)) as k (organization_id, id)
     left join receipt_draft d on d.organization_id = k.organization_id and d.receipt_id = k.id
     left join receipt r on r.organization_id = k.organization_id and r.id = k.id`,
    [key.organization_id, key.receipt_id],
  )
  if (!row) throw new Error('findKnown: a join of one row answers one row')
  return row
}

export async function dropExpiredDrafts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('receipt_draft').where('expires_at', '<', now).execute()
}

/** One receipt as it is stored. */
export type ReceiptRow = {
  id: string
  version: number
  status: string
  buyer_id: string | null
  pos_id: string
  cashier_id: string | null
  number: string | null
  day: string
  request_hash: string
  registered: boolean
  offline: boolean
  balance_after: number | null
  pending_after: number | null
  debt_after: number | null
  refunded: number
  content: string
  returned: string | null
  occurred_at: Date
  created_at: Date
}

export async function findReceipt(
  db: Db,
  key: { organization_id: string; receipt_id: string },
): Promise<ReceiptRow | undefined> {
  return db
    .selectFrom('receipt')
    .select([
      'id',
      'version',
      'status',
      'buyer_id',
      'pos_id',
      'cashier_id',
      'number',
      'day',
      'request_hash',
      'registered',
      'offline',
      'balance_after',
      'pending_after',
      'debt_after',
      'refunded',
      'content',
      'returned',
      'occurred_at',
      'created_at',
    ])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.receipt_id)
    .executeTakeFirst()
}

const cancellationsWithNames = (db: Db, organization_id: string) =>
  db
    .selectFrom('cancellation as c')
    .leftJoin('cashier as k', (join) =>
      join
        .onRef('k.organization_id', '=', 'c.organization_id')
        .onRef('k.id', '=', 'c.cashier_id'),
    )
    .leftJoin('user_account as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.receipt_id',
      'c.created_at',
      'c.refund_money',
      'c.bonuses_return',
      'c.bonuses_withdraw',
      'c.reason',
      sql<string | null>`coalesce(k.name, u.first_name)`.as('by'),
    ])
    .where('c.organization_id', '=', organization_id)

export async function listCancellations(
  db: Db,
  key: { organization_id: string; receipt_id: string },
) {
  return cancellationsWithNames(db, key.organization_id)
    .where('c.receipt_id', '=', key.receipt_id)
    .orderBy('c.id')
    .execute()
}

/** One cancellation with the answer that was given for it. */
export async function findCancellation(
  db: Db,
  key: { organization_id: string; cancellation_id: string },
) {
  return db
    .selectFrom('cancellation')
    .select(['id', 'receipt_id', 'whole', 'content', 'created_at'])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.cancellation_id)
    .executeTakeFirst()
}

/** The answer kept under an Idempotency-Key. */
export async function findAnswer(
  db: Db,
  key: { organization_id: string; key: string },
): Promise<{ request_hash: string; body: string } | undefined> {
  return db
    .selectFrom('ledger_answer')
    .select(['request_hash', 'body'])
    .where('organization_id', '=', key.organization_id)
    .where('key', '=', key.key)
    .executeTakeFirst()
}

export async function listEntriesOfReceipt(
  db: Db,
  key: { organization_id: string; buyer_id: string; receipt_id: string },
) {
  return db
    .selectFrom('entry')
    .select(['number', 'kind', 'amount', 'debt_change', 'balance_after', 'created_at'])
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('receipt_id', '=', key.receipt_id)
    .orderBy('number')
    .execute()
}

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
  const amount = /^\d{1,10}([.,]\d{1,2})?$/.test(q) ? Math.round(Number(q.replace(',', '.')) * 100) : -1
  return sql<SqlBool>`(r.number = ${q} or r.to_pay = ${amount} or r.gross = ${amount}
    or (${digits.length >= 4} and reverse(b.phone) like ${`${[...digits].toReversed().join('')}%`}))`
}

/** A sale is reported, and its id made, at most 72 hours away from it. */
const LATE_MS = 73 * 3_600_000
const idNear = (moment: Date | undefined, away_ms: number) =>
  firstIdAt(new Date((moment?.getTime() ?? 0) + away_ms))

/** A page of receipts, newest first, with how many there are. */
export async function listReceipts(db: Db, ask: ListAsk) {
  if (ask.pos_ids.length === 0) return { items: [], total: 0 }
  const found = db
    .selectFrom('receipt as r')
    .innerJoin('pos as p', (join) =>
      join.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.pos_id'),
    )
    .leftJoin('cashier as k', (join) =>
      join
        .onRef('k.organization_id', '=', 'r.organization_id')
        .onRef('k.id', '=', 'r.cashier_id'),
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

/** What a cashier gave as compensation on a local day. */
export async function compensatedOn(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
): Promise<number> {
  const row = await db
    .selectFrom('compensation_day')
    .select('amount')
    .where('organization_id', '=', key.organization_id)
    .where('cashier_id', '=', key.cashier_id)
    .where('day', '=', key.day)
    .executeTakeFirst()
  return row?.amount ?? 0
}

/** Claims a compensation under the cap of the day; undefined when it does not fit any more. */
export async function claimCompensation(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
  amount: number,
  cap: number,
): Promise<number | undefined> {
  if (amount > cap) return undefined
  const { rows } = await sql<{ amount: number }>`
    insert into compensation_day as d (organization_id, cashier_id, day, amount)
    values (${key.organization_id}, ${key.cashier_id}, ${key.day}, ${amount})
    on conflict (organization_id, cashier_id, day) do update set amount = d.amount + excluded.amount
      where d.amount + excluded.amount <= ${cap}
    returning amount`.execute(db)
  return rows[0]?.amount
}

/** Gives a claim back when the ledger did not take the compensation. */
export async function releaseCompensation(
  db: Db,
  key: { organization_id: string; cashier_id: string; day: string },
  amount: number,
): Promise<void> {
  await db
    .updateTable('compensation_day')
    .set((row) => ({ amount: row('amount', '-', amount) }))
    .where('organization_id', '=', key.organization_id)
    .where('cashier_id', '=', key.cashier_id)
    .where('day', '=', key.day)
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
