import type { Announced } from '#server/features/ledger/events.ts'

/** A buyer asked for their card by the button of a message that counts its taps. */
export const cardTapped = (payload: {
  organization_id: string
  /** Whose chat it is. */
  buyer_id: string
  /** What the button carried, not proven yet: who made it knows how. */
  token: string
  at: string
}): Announced => ({ fact: 'card_tapped', payload })
