import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { requireOwner, type Owner } from './require-owner.ts'

/**
 * Tells who is calling and that the platform is theirs to run. What they may do is
 * worth more than a password: without a second factor nothing of it opens.
 * Refuses: `not_signed_in`, `not_allowed`, `second_factor_off`.
 */
export async function requirePlatformAdministrator(io: Io, call: Call): Promise<Owner> {
  const owner = await requireOwner(io, call)
  if (!owner.is_platform_administrator) throw new Refusal('not_allowed')
  if (!owner.has_second_factor) throw new Refusal('second_factor_off')
  return owner
}
