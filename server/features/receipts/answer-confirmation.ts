import type { ConfirmationState } from '#contract/receipt.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { isOverdue, stateOf } from './confirmation-rules.ts'
import {
  claimYes,
  selectConfirmation,
  takeOverYes,
  type ConfirmationKey,
} from './confirmation-store.ts'
import { endWaiting, readSettled, settleYes } from './settle-confirmation.ts'

/**
 * The buyer's tap: yes makes the receipt, no declines it. Whoever comes first, wins; everybody else
 * is told how it ended.
 * Refuses: `receipt_not_found` (no such waiting, or another buyer's).
 */
export async function answerConfirmation(
  io: Io,
  ask: ConfirmationKey & { buyer_id: string; answer: 'yes' | 'no' },
): Promise<ConfirmationState> {
  const row = await selectConfirmation(io.db, ask)
  if (row?.buyer_id !== ask.buyer_id) throw new Refusal('receipt_not_found')
  if (ask.answer === 'yes') {
    if (await claimYes(io.db, ask, io.clock.now())) await settleYes(io, row)
  } else if (!isOverdue(row, io.clock.now())) {
    await endWaiting(io, row, 'awaiting', { status: 'declined', reason: 'buyer' })
  }
  return presentState(io, ask)
}

/** The till waits no more. Answers how it ended: the buyer may have been faster. */
export async function withdrawConfirmation(
  io: Io,
  key: ConfirmationKey,
): Promise<ConfirmationState> {
  const row = await selectConfirmation(io.db, key)
  if (!row) throw new Refusal('receipt_not_found')
  await endWaiting(io, row, 'awaiting', { status: 'declined', reason: 'cashier' })
  return presentState(io, key)
}

/** How a waiting stands, ended first if its time is over. Refuses: `receipt_not_found`. */
export async function presentState(io: Io, key: ConfirmationKey): Promise<ConfirmationState> {
  const now = io.clock.now()
  let row = await readSettled(io, key)
  if (row && isOverdue(row, now)) {
    await endWaiting(io, row, 'awaiting', { status: 'expired', reason: null })
    row = await readSettled(io, key)
  }
  if (!row) throw new Refusal('receipt_not_found')
  return stateOf(key.receipt_id, row, now)
}

/** A yes whose claimer has not committed it within this time is taken over. */
const GONE_MS = 30_000

/** The end of a waiting's time: expired, or a yes whose commit was lost on the way is made. */
export async function endOverdue(io: Io, key: ConfirmationKey): Promise<void> {
  const now = io.clock.now()
  const row = await selectConfirmation(io.db, key)
  if (!row) return
  if (isOverdue(row, now)) {
    await endWaiting(io, row, 'awaiting', { status: 'expired', reason: null })
    return
  }
  if (row.status === 'awaiting') throw new Error('a waiting that is not over yet')
  if (row.status !== 'confirmed') return
  if (await takeOverYes(io.db, key, new Date(now.getTime() - GONE_MS), now)) {
    await settleYes(io, row)
  } else {
    // Its claimer may still be at work; this job is tried again.
    throw new Error('a yes is being committed')
  }
}
