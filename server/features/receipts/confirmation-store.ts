/**
 * Spends that wait for the buyer's word.
 *
 * Invariant kept here: a row leaves `awaiting` once, by whoever's UPDATE comes first; `confirmed` is
 * left only by its claimer, or by the job that takes over from a claimer that is gone.
 */
import type { Db, Tx } from '#server/io/db.ts'
import { CODE_TRIES } from './confirmation-rules.ts'

export type ConfirmationKey = { organization_id: string; receipt_id: string }

export type ConfirmationRow = ConfirmationKey & {
  buyer_id: string
  pos_id: string
  status: 'awaiting' | 'confirmed' | 'completed' | 'declined' | 'expired'
  reason: string | null
  tries: number
  amount: number
  request_hash: string
  content: string
  created_at: Date
  expires_at: Date
  settled_at: Date | null
}

/** Keeps a new waiting; false when this receipt has one already. */
export async function insertConfirmation(
  tx: Tx,
  row: Omit<ConfirmationRow, 'status' | 'reason' | 'tries' | 'settled_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('receipt_confirmation')
    .values({ ...row, status: 'awaiting' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function selectConfirmation(
  db: Db,
  key: ConfirmationKey,
): Promise<ConfirmationRow | undefined> {
  const row = await db
    .selectFrom('receipt_confirmation')
    .selectAll()
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .executeTakeFirst()
  return row as ConfirmationRow | undefined
}

/** The buyer's yes: whoever gets `true` commits. */
export async function claimYes(db: Db | Tx, key: ConfirmationKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipt_confirmation')
    .set({ status: 'confirmed', settled_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .where('status', '=', 'awaiting')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** One typed code: it takes a try, and the right one is the buyer's yes. False: no try was left. */
export async function takeTry(
  db: Db,
  key: ConfirmationKey,
  right: boolean,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipt_confirmation')
    .set(({ eb }) => ({
      tries: eb('tries', '+', 1),
      ...(right && { status: 'confirmed', settled_at: now }),
    }))
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .where('status', '=', 'awaiting')
    .where('expires_at', '>', now)
    .where('tries', '<', CODE_TRIES)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a waiting that is still in `from`; false when somebody else was first. */
export async function endConfirmation(
  tx: Tx,
  key: ConfirmationKey,
  end: {
    from: 'awaiting' | 'confirmed'
    status: 'completed' | 'declined' | 'expired'
    reason: string | null
    now: Date
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('receipt_confirmation')
    .set({ status: end.status, reason: end.reason, settled_at: end.now })
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .where('status', '=', end.from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes over a yes that its claimer never committed. */
export async function takeOverYes(
  db: Db,
  key: ConfirmationKey,
  before: Date,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('receipt_confirmation')
    .set({ settled_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .where('status', '=', 'confirmed')
    .where('settled_at', '<=', before)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets what was settled long ago: the receipt itself tells of it. */
export async function dropOldConfirmations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('receipt_confirmation').where('created_at', '<', before).execute()
}
