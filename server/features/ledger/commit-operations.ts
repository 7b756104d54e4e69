import { setTimeout as sleep } from 'node:timers/promises'
import type { Minor } from '#contract/money.ts'
import { databaseCode, inTransaction, violatedConstraint, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { Announced } from './events.ts'
import type { Change, Once, PromotionClaim } from './rules.ts'
import { runCommit, runCommitInside, type CommitRow } from './commit-store.ts'
import { prepareAll } from './prepare-operations.ts'

/** A sale to be written. The organization and the buyer are the operation's. */
export type NewReceipt = {
  id: string
  cashier_id: string | null
  /** The till's own number; unique per point of sale and local day. */
  number: string | null
  /** SHA-256 of what was asked: the same id with other content is refused. */
  request_hash: string
  program_version: number
  gross: Minor
  till_discount: Minor
  promotion_discount: Minor
  level_discount: Minor
  bonuses_spent: Minor
  to_pay: Minor
  /** What was earned, a repaid debt included. */
  accrual: Minor
  balance_after: Minor | null
  pending_after: Minor | null
  debt_after: Minor | null
  registered: boolean
  offline: boolean
  /** The receipt whole, frozen: JSON. */
  content: string
  occurred_at: Date
}

/** A cancellation to be written, and what the receipt becomes by it. */
export type NewCancellation = {
  id: string
  receipt_id: string
  /** Version of the receipt that was read. */
  receipt_version: number
  cashier_id: string | null
  user_id: string | null
  /** The receipt was a member's, be the buyer still there or forgotten. */
  member: boolean
  /** Nothing of the receipt is left. */
  whole: boolean
  refund_money: Minor
  bonuses_return: Minor
  /** What the buyer gives back: from lots and as debt. */
  bonuses_withdraw: Minor
  /** What nobody gives back. */
  shop_loss: Minor
  reason: string | null
  /** The answer, frozen: JSON. */
  content: string
  /** What is cancelled of the receipt so far, line by line: JSON. */
  returned: string
}

/** One movement, decided and not written yet. */
export type Operation = {
  organization_id: string
  /** null: a sale without a member. */
  change: Change | null
  now: Date
  /** The local day of the organization: it counts in the reports of this day. */
  day: string
  /** Where it happened; null: at no till. */
  pos_id: string | null
  receipt?: NewReceipt
  cancellation?: NewCancellation
  /** What to add to the buyer's sums of a local day (for a cancellation, the receipt's own day). */
  account_day?: { day: string; turnover: Minor; receipts: number }
  announcements?: Announced[]
  /** Gifts of this operation: given before, nothing of it is written. Needs a change. */
  once?: readonly Once[]
  /** Gifts that are taken back and may be given again. */
  release?: readonly Pick<Once, 'gift' | 'who'>[]
  /** Uses and budgets of promotions, each promotion once; only with a receipt or a cancellation. */
  claims?: readonly PromotionClaim[]
  /** The answer to keep under the caller's Idempotency-Key. */
  answer?: { key: string; request_hash: string; body: string }
}

/** What became of an operation. Only `committed` wrote anything, and then all of it. */
export type Outcome =
  | { status: 'committed' }
  /** The account or the receipt is not the one that was read: read and decide again. */
  | { status: 'stale' }
  /** This receipt id was used: by the same request if the hashes agree. */
  | { status: 'duplicate_receipt'; request_hash: string }
  /** This Idempotency-Key was used. */
  | { status: 'duplicate_key'; request_hash: string; body: string }
  /** This operation (its source) moved this account before. */
  | { status: 'duplicate_source' }
  /** These gifts were given before: decide again without them. */
  | { status: 'duplicate_once'; gifts: string[] }
  /** The till's number belongs to another receipt of that day. */
  | { status: 'duplicate_number'; receipt_id: string }
  /** Of these promotions less is left than was claimed: decide again without them. */
  | { status: 'exhausted'; promotion_ids: string[] }

const ATTEMPTS = 5

/**
 * Writes operations of different buyers, each whole or not at all, in ONE statement. Nothing else
 * writes account, entry, receipt, cancellation, day sums or announcement.
 * Answers one outcome per operation, in their order. A duplicate is told apart from a stale read.
 */
export async function commitOperations(
  io: Pick<Io, 'pool'>,
  operations: readonly Operation[],
): Promise<Outcome[]> {
  const buyers = operations.flatMap(({ change }) => (change ? [change.account.buyer_id] : []))
  if (new Set(buyers).size < buyers.length) {
    throw new Error('commitOperations: a buyer may appear once')
  }
  const prepared = prepareAll(operations)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withCrowded(io, operations, outcomesOf(await runCommit(io, prepared)))
    } catch (error) {
      const code = databaseCode(error)
      const unique = code === '23505'
      if (unique && operations.length > 1) break
      if (unique && violatedConstraint(error) === 'entry_source_unique') {
        return [{ status: 'duplicate_source' }]
      }
      // Two requests with the same id, key or number met: the second look sees the first's rows.
      if (!(unique || code === '40001' || code === '40P01') || attempt >= ATTEMPTS) throw error
      await sleep(attempt * 5)
    }
  }
  // One of a batch collided with a row that was not there a moment ago; find out which, alone.
  const outcomes: Outcome[] = []
  for (const operation of operations) outcomes.push(...(await commitOperations(io, [operation])))
  return outcomes
}

/**
 * Tries those again that stood behind others of their statement for the last of a promotion. The
 * first of them never does, so each round leaves fewer.
 */
async function withCrowded(
  io: Pick<Io, 'pool'>,
  operations: readonly Operation[],
  outcomes: readonly (Outcome | 'crowded')[],
): Promise<Outcome[]> {
  const again = operations.filter((_, index) => outcomes[index] === 'crowded')
  const settled = again.length === 0 ? [] : await commitOperations(io, again)
  return outcomes.map((outcome) => {
    if (outcome !== 'crowded') return outcome
    const next = settled.shift()
    if (!next) throw new Error('commitOperations: an operation without an outcome')
    return next
  })
}

/**
 * Writes operations of different buyers as a part of a transaction, each whole or not at all. Who
 * calls it ends the transaction without a trace unless every outcome is one it can live with.
 */
export async function commitInside(
  tx: Tx,
  operations: readonly Operation[],
): Promise<Outcome['status'][]> {
  const outcomes = outcomesOf(await runCommitInside(tx, prepareAll(operations)))
  return outcomes.map((outcome) => (outcome === 'crowded' ? 'stale' : outcome.status))
}

/**
 * Writes operations that belong together, such as the two sides of a merge: all of them or none.
 * When one is refused, the others answer `stale`. `also` is written with them, after the accounts,
 * which everybody takes first; what it throws undoes them.
 */
export async function commitTogether(
  io: Io,
  operations: readonly Operation[],
  also?: (tx: Tx) => Promise<void>,
): Promise<Outcome[]> {
  const prepared = prepareAll(operations)
  let outcomes: Outcome[] = []
  try {
    await inTransaction(io.db, async (tx) => {
      outcomes = outcomesOf(await runCommitInside(tx, prepared)).map((outcome) =>
        outcome === 'crowded' ? { status: 'stale' } : outcome,
      )
      if (outcomes.some(({ status }) => status !== 'committed')) throw new NotTogether()
      await also?.(tx)
    })
  } catch (error) {
    if (databaseCode(error) === '23505' && violatedConstraint(error) === 'entry_source_unique') {
      return operations.map(() => ({ status: 'duplicate_source' }))
    }
    if (!(error instanceof NotTogether)) throw error
    return outcomes.map((outcome) =>
      outcome.status === 'committed' ? { status: 'stale' } : outcome,
    )
  }
  return outcomes
}

class NotTogether extends Error {}

/** The rows' answers in the order of the operations, whatever order they were written in. */
const outcomesOf = (rows: CommitRow[]): (Outcome | 'crowded')[] =>
  rows.toSorted((a, b) => a.i - b.i).map(outcomeOf)

function outcomeOf(row: CommitRow): Outcome | 'crowded' {
  if (row.committed) return { status: 'committed' }
  if (row.key_hash !== null) {
    return { status: 'duplicate_key', request_hash: row.key_hash, body: row.key_body ?? '' }
  }
  if (row.receipt_hash !== null) {
    return { status: 'duplicate_receipt', request_hash: row.receipt_hash }
  }
  if (row.number_receipt_id !== null) {
    return { status: 'duplicate_number', receipt_id: row.number_receipt_id }
  }
  if (row.given_before !== null) return { status: 'duplicate_once', gifts: row.given_before }
  if (row.exhausted !== null) return { status: 'exhausted', promotion_ids: row.exhausted }
  return row.crowded ? 'crowded' : { status: 'stale' }
}
