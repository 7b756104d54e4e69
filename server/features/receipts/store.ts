/**
 * Drafts, and receipts by their key. The ledger writes `receipt` and `cancellation`; here they are only read.
 *
 * Invariant kept here: a draft belongs to one organization and is found by it only.
 */
import { sql } from 'kysely'
import { named, type Db } from '#server/io/db.ts'
import { keyLists, rowsByPlace, together } from '#server/io/together.ts'

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

type ReceiptKey = { organization_id: string; receipt_id: string }

/** A draft as it is kept; its content becomes JSON. */
type NewDraft = ReceiptKey & Omit<DraftRow, 'content'> & { content: object }

/** Keeps a draft; kept again, it is replaced. */
export const saveDraft = together<NewDraft, void>({
  batch_max: 128,
  // One statement cannot write a row twice.
  thingsOf: ({ organization_id, receipt_id }) => [`${organization_id} ${receipt_id}`],
  run: async ({ pool }, drafts) => {
    const rows = drafts.map((draft) => ({
      ...draft,
      content: JSON.stringify(draft.content),
      expires_at: draft.expires_at.getTime(),
    }))
    await named(pool, 'receipt_drafts_save', draftsSaved, draftLists.values(rows))
    return drafts.map(() => undefined)
  },
})

const draftLists = keyLists({
  ...{ organization_id: 'uuid', receipt_id: 'uuid', cashier_id: 'uuid', pos_id: 'uuid' },
  ...{ content: 'text', shown_spent: 'int8', shown_to_pay: 'int8', expires_at: 'timestamptz' },
})

const draftsSaved = `
  insert into receipt_draft as d (organization_id, receipt_id, cashier_id, pos_id, content,
    shown_spent, shown_to_pay, expires_at)
  select organization_id, receipt_id, cashier_id, pos_id, content, shown_spent, shown_to_pay,
    expires_at
  from ${draftLists.from}
  on conflict (organization_id, receipt_id) do update set content = excluded.content,
    shown_spent = excluded.shown_spent, shown_to_pay = excluded.shown_to_pay,
    expires_at = excluded.expires_at`

/** The draft of an id and, if it was made already, the hash of the request that made it. */
export const findKnown = together<ReceiptKey, KnownRow>({
  batch_max: 128,
  run: async ({ pool }, keys) => {
    const rows = await named<KnownRow & { i: number }>(
      pool,
      'receipts_known',
      receiptsKnown,
      receiptKeys.values(keys),
    )
    return rowsByPlace(rows, keys.length).map((row) => row ?? nothingKnown)
  },
})

const nothingKnown: KnownRow = {
  cashier_id: null,
  pos_id: null,
  content: null,
  shown_spent: null,
  shown_to_pay: null,
  expires_at: null,
  request_hash: null,
}

const receiptKeys = keyLists({ organization_id: 'uuid', receipt_id: 'uuid' })

// `limit 1` keeps each look-up one by key, whatever the planner thinks of the number of keys.
const receiptsKnown = `
  select k.i, d.cashier_id, d.pos_id, d.content, d.shown_spent, d.shown_to_pay, d.expires_at,
    (select r.request_hash from receipt r
      where r.organization_id = k.organization_id and r.id = k.receipt_id) as request_hash
  from ${receiptKeys.from}
  left join lateral (
    select * from receipt_draft d
    where d.organization_id = k.organization_id and d.receipt_id = k.receipt_id
    limit 1) d on true`

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

/** Cancellations with who made them. */
export const cancellationsWithNames = (db: Db, organization_id: string) =>
  db
    .selectFrom('cancellation as c')
    .leftJoin('cashier as k', (join) =>
      join.onRef('k.organization_id', '=', 'c.organization_id').onRef('k.id', '=', 'c.cashier_id'),
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
