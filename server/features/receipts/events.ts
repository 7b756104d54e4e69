import type { Announced } from '#server/features/ledger/events.ts'

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
