import type { Announced } from '#server/features/ledger/events.ts'

/** A sale was made to a buyer whom a message would reach; of others nobody would hear. */
export const receiptCompleted = (payload: {
  organization_id: string
  receipt_id: string
  buyer_id: string
}): Announced => ({ fact: 'receipt_completed', payload })

/** A sale was made, with a buyer or without, in a shop whose programs want to hear of it. */
export const saleMade = (payload: { organization_id: string; receipt_id: string }): Announced => ({
  fact: 'sale_made',
  payload,
})

/** A sale, or a part of it, was cancelled. */
export const receiptCancelled = (payload: {
  organization_id: string
  receipt_id: string
  cancellation_id: string
  buyer_id: string | null
}): Announced => ({ fact: 'receipt_cancelled', payload })

/** A buyer somebody had invited made the purchase that rewards both: the inviter is next. */
export const friendBought = (payload: {
  organization_id: string
  receipt_id: string
}): Announced => ({ fact: 'friend_bought', payload })

/** The purchase that rewarded an inviter was taken back. */
export const friendReturned = (payload: {
  organization_id: string
  receipt_id: string
}): Announced => ({ fact: 'friend_returned', payload })

type OfConfirmation = { organization_id: string; receipt_id: string; buyer_id: string }

/** A spend waits for the buyer's own word: somebody has to ask them. */
export const confirmationRequested = (payload: OfConfirmation): Announced => ({
  fact: 'confirmation_requested',
  payload,
})

/** It waits no more: made, declined or expired. */
export const confirmationSettled = (payload: OfConfirmation): Announced => ({
  fact: 'confirmation_settled',
  payload,
})
