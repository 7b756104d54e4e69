import { proveSenior } from '#server/features/pos/prove-senior.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'

const PURPOSE = 'receipt approval'
const LIVES_MS = 5 * 60 * 1000

/** Who let a receipt pass the limits of its cashier. */
export type Approver = { id: string; name: string }
type Sealed = Approver & { organization_id: string; receipt_id: string; expires_at: number }

/**
 * A senior's word for one receipt of this till, proven by PIN: a sealed text that create takes
 * instead of the PIN, so that the PIN is in no call that may be repeated.
 * Refuses: `wrong_credentials`, `locked`, `not_allowed`, `rate_limited`.
 */
export async function approveReceipt(
  io: Io,
  call: Call,
  cashier: Cashier,
  ask: { receipt_id: string; login: string; password: string },
): Promise<{ approval: string; expires_at: string; approved_by: string }> {
  const senior = await proveSenior(io, call, cashier, ask)
  const expires_at = io.clock.now().getTime() + LIVES_MS
  const { organization_id } = cashier
  const sealed: Sealed = { ...senior, organization_id, receipt_id: ask.receipt_id, expires_at }
  return {
    approval: io.secrets.encrypt(PURPOSE, JSON.stringify(sealed)),
    expires_at: new Date(expires_at).toISOString(),
    approved_by: senior.name,
  }
}

/** Whose word an approval is. Refuses: `not_allowed` for another receipt's, an old or a made-up one. */
export function readApproval(
  io: Io,
  cashier: Pick<Cashier, 'organization_id'>,
  receipt_id: string,
  approval: string | undefined,
): Approver | null {
  if (approval === undefined) return null
  const word = open(io, approval)
  const { organization_id } = cashier
  const fits = word?.organization_id === organization_id && word.receipt_id === receipt_id
  if (!fits || word.expires_at <= io.clock.now().getTime()) throw new Refusal('not_allowed')
  return { id: word.id, name: word.name }
}

function open(io: Io, approval: string): Sealed | undefined {
  try {
    return JSON.parse(io.secrets.decrypt(PURPOSE, approval)) as Sealed
  } catch {
    return undefined
  }
}
