import type { Announced } from '#server/features/ledger/events.ts'

/** A promotion that is for a segment, or was, is at work from now on, or no more. */
export const promotionChanged = (payload: {
  organization_id: string
  segment_id: string
}): Announced => ({ fact: 'promotion_changed', payload })
