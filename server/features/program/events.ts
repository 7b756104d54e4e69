import type { Announced } from '#server/features/ledger/events.ts'

/**
 * The settings that receipts are settled by have changed. Who keeps anything made from them acts
 * on it; when expiry was off before, the lots that never expired get a date now.
 */
export const programChanged = (payload: {
  organization_id: string
  from_version: number
  to_version: number
}): Announced => ({ fact: 'program_changed', payload })

/** Expiry was switched on: lots that never expired have a date, of which no movement tells. */
export const expiryStarted = (payload: { organization_id: string }): Announced => ({
  fact: 'expiry_started',
  payload,
})
