import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Owner } from './require-owner.ts'
import { after, VERIFIED_MS } from './rules.ts'

/**
 * Wants that the owner proved who they are within five minutes: by signing in or by `verify`.
 * Refuses: `verification_required`.
 */
export function requireVerified(io: Io, owner: Owner): void {
  if (owner.verified_at < after(io.clock.now(), -VERIFIED_MS)) {
    throw new Refusal('verification_required')
  }
}
