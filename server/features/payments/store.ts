/**
 * Every SQL of payments, their lines, providers' news and kept cards.
 *
 * Invariant: one open charge for one end of one license (`payment_line_renewal`); one row for one
 * piece of news (`payment_event`'s key).
 */
import type { PaymentStatus } from '#contract/payments.ts'
import { violatedConstraint, type Db, type Tx } from '#server/io/db.ts'

export type PaymentLine = {
  license_id: string
  position: number
  tariff_id: string
  period: 'month' | 'year'
  price: number
  discount: number
  credit: number
  left_over: number
  amount: number
  changes_from: Date | null
  renews_end: Date | null
}

export type StoredPayment = {
  organization_id: string
  id: string
  number: number
  provider: string
  kind: 'once' | 'subscribe' | 'renewal'
  status: PaymentStatus
  amount: number
  currency: string
  description: string
  provider_id: string | null
  page_url: string | null
  redirect_path: string
  request_hash: string | null
  promo_code: string | null
  failure: string | null
  created_at: Date
  paid_at: Date | null
  closed_at: Date | null
  ends_at: Date
}

const columns = [
  'organization_id',
  'id',
  'number',
  'provider',
  'kind',
  'status',
  'amount',
  'currency',
  'description',
  'provider_id',
  'page_url',
  'redirect_path',
  'request_hash',
  'promo_code',
  'failure',
  'created_at',
  'paid_at',
  'closed_at',
  'ends_at',
] as const

const payments = (db: Db) =>
  db
    .selectFrom('payment')
    .select(columns)
    .$narrowType<{ kind: StoredPayment['kind']; status: PaymentStatus }>()

export const findPayment = (db: Db, id: string): Promise<StoredPayment | undefined> =>
  payments(db).where('id', '=', id).executeTakeFirst()

export const lockPayment = (tx: Tx, id: string): Promise<StoredPayment | undefined> =>
  payments(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const findByKey = (
  db: Db,
  organization_id: string,
  key: string,
): Promise<StoredPayment | undefined> =>
  payments(db)
    .where('organization_id', '=', organization_id)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** Those that wait for an acquirer and were not asked after since `asked_before`, oldest first. */
export const listWaiting = (db: Db, asked_before: Date, limit: number): Promise<StoredPayment[]> =>
  payments(db)
    .where('status', '=', 'pending')
    .where((where) =>
      where.or([where('checked_at', 'is', null), where('checked_at', '<', asked_before)]),
    )
    .orderBy('checked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()

export async function listLines(
  db: Db,
  { organization_id, id }: { organization_id: string; id: string },
): Promise<PaymentLine[]> {
  return db
    .selectFrom('payment_line')
    .select([
      'license_id',
      'position',
      'tariff_id',
      'period',
      'price',
      'discount',
      'credit',
      'left_over',
      'amount',
      'changes_from',
      'renews_end',
    ])
    .where('organization_id', '=', organization_id)
    .where('payment_id', '=', id)
    .orderBy('position')
    .$narrowType<{ period: PaymentLine['period'] }>()
    .execute()
}

export type NewPayment = Omit<
  StoredPayment,
  'number' | 'provider_id' | 'page_url' | 'failure' | 'closed_at'
> & { idempotency_key: string | null }

/** Writes a payment with its lines. */
export async function insertPayment(
  tx: Tx,
  payment: NewPayment,
  lines: readonly PaymentLine[],
): Promise<void> {
  const { organization_id, id: payment_id } = payment
  await tx.insertInto('payment').values(payment).execute()
  await tx
    .insertInto('payment_line')
    .values(lines.map((line) => ({ organization_id, payment_id, open: true, ...line })))
    .execute()
}

/** What of a new payment was there already. */
export function refusedPayment(error: unknown): 'key' | 'renewal' | undefined {
  const constraint = violatedConstraint(error)
  if (constraint === 'payment_key') return 'key'
  return constraint === 'payment_line_renewal' ? 'renewal' : undefined
}

export async function updatePayment(
  db: Db,
  { organization_id, id }: { organization_id: string; id: string },
  changes: Partial<
    Pick<StoredPayment, 'status' | 'provider_id' | 'page_url' | 'failure' | 'paid_at' | 'closed_at'>
  > & { checked_at?: Date },
): Promise<void> {
  await db
    .updateTable('payment')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

/** Whether the lines still stand for an end that they prolong. */
export async function setLinesOpen(
  tx: Tx,
  { organization_id, id }: { organization_id: string; id: string },
  open: boolean,
): Promise<void> {
  await tx
    .updateTable('payment_line')
    .set({ open })
    .where('organization_id', '=', organization_id)
    .where('payment_id', '=', id)
    .execute()
}

export type PaymentEvent = {
  provider: string
  dedupe_key: string
  payment_id: string | null
  verdict: string
  status: string
  amount: number | null
  currency: string | null
  received_at: Date
}

export async function hasEvent(db: Db, provider: string, dedupe_key: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_event')
    .select('provider')
    .where('provider', '=', provider)
    .where('dedupe_key', '=', dedupe_key)
    .executeTakeFirst()
  return row !== undefined
}

/** False when it was told before. */
export async function insertEvent(db: Db, event: PaymentEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payment_event')
    .values(event)
    .onConflict((conflict) => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Keeps the card that renews; a newer one of the same provider takes its place. */
export async function saveMethod(
  tx: Tx,
  method: {
    organization_id: string
    provider: string
    token_sealed: string
    card_mask: string
    created_at: Date
  },
): Promise<void> {
  await tx
    .insertInto('payment_method')
    .values(method)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'provider']).doUpdateSet({
        token_sealed: method.token_sealed,
        card_mask: method.card_mask,
        created_at: method.created_at,
      }),
    )
    .execute()
}

export async function findMethod(
  db: Db,
  organization_id: string,
  provider: string,
): Promise<{ token_sealed: string; card_mask: string } | undefined> {
  return db
    .selectFrom('payment_method')
    .select(['token_sealed', 'card_mask'])
    .where('organization_id', '=', organization_id)
    .where('provider', '=', provider)
    .executeTakeFirst()
}
