/**
 * Visits of a buyer: how many receipts stand, and when the last one was.
 * Source: spec/ledger.md "account".
 */
import type { Draft, Moment } from './rules.ts'

/** Counts a receipt; one reported late does not become the last. Answers the last one before it. */
export function countVisit(draft: Draft, at: Moment): Moment | null {
  const { account } = draft
  const previous = account.last_receipt_at
  account.receipts += 1
  account.last_receipt_at = Math.max(at, previous ?? at)
  return previous
}

/**
 * Forgets a receipt that was cancelled whole. If it was the last one, the one before it is the last
 * again, and the answer is true.
 */
export function forgetVisit(draft: Draft, at: Moment, previous: Moment | null): boolean {
  const { account } = draft
  account.receipts -= 1
  if (account.last_receipt_at !== at) return false
  account.last_receipt_at = previous
  return true
}
