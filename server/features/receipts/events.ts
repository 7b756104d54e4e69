import type { Announced } from '#server/features/ledger/events.ts'

/** A sale was made. Told with the commit that made it; the payload carries ids only. */
export const receiptCreated = (payload: {
  organization_id: string
  receipt_id: string
  buyer_id: string | null
}): Announced => ({ fact: 'receipt_created', payload })

/** A sale, or a part of it, was cancelled. */
export const receiptCancelled = (payload: {
  organization_id: string
  receipt_id: string
  cancellation_id: string
  buyer_id: string | null
}): Announced => ({ fact: 'receipt_cancelled', payload })
