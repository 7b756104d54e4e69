import type { Announced } from '#server/features/ledger/events.ts'

/** A sale, or a part of it, was cancelled. */
export const receiptCancelled = (payload: {
  organization_id: string
  receipt_id: string
  cancellation_id: string
  buyer_id: string | null
}): Announced => ({ fact: 'receipt_cancelled', payload })
