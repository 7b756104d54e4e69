import type { Announced } from '#server/features/ledger/events.ts'

/** A buyer was registered. */
export const buyerJoined = (payload: {
  organization_id: string
  buyer_id: string
  via: string
  /** Brought in by a list, and the owner wants them to be greeted as newcomers are. */
  gifts?: boolean
}): Announced => ({ fact: 'buyer_joined', payload })

/** A buyer's profile was changed. */
export const buyerChanged = (payload: {
  organization_id: string
  buyer_id: string
}): Announced => ({ fact: 'buyer_changed', payload })

/** A buyer asked to be forgotten, or was: nothing is left of who it was. */
export const buyerForgotten = (payload: {
  organization_id: string
  buyer_id: string
}): Announced => ({ fact: 'buyer_forgotten', payload })

/** A buyer was brought by another one. */
export const buyerInvited = (payload: {
  organization_id: string
  buyer_id: string
  inviter_id: string
}): Announced => ({ fact: 'buyer_invited', payload })
/** A buyer's card became a part of another: `merged_id` answers with `buyer_id` from then on. */
export const buyerMerged = (payload: {
  organization_id: string
  buyer_id: string
  merged_id: string
}): Announced => ({ fact: 'buyer_merged', payload })
