import { hashToken } from '#server/features/identity/tokens.ts'
import { takeVisitorRate } from '#server/features/identity/visitor.ts'
import { checkSecret } from '#server/io/argon2.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findByLogin } from './cashier-store.ts'
import { DAY_MISSES_MAX, LOCK_MINUTES, MISSES_MAX } from './rules.ts'
import { claimTry, clearTries } from './session-store.ts'

// Generous, for the tills of a shopping mall share one address; the lock is by login.
const TRIES_PER_ADDRESS_MINUTE = 60
const lock = {
  misses_max: MISSES_MAX,
  lock_ms: LOCK_MINUTES * 60 * 1000,
  day_misses_max: DAY_MISSES_MAX,
}

/**
 * Proves a cashier by login and PIN; every way to try a PIN comes through here and shares one lock.
 * An unknown login takes as long, misses and locks as a known one does.
 * Refuses: `wrong_credentials`, `locked` after five misses, `not_allowed` when the PIN is right
 * but the owner has switched the cashier off, `rate_limited`.
 */
export async function checkPin(
  io: Io,
  call: Call,
  ask: { login: string; password: string },
): Promise<NonNullable<Awaited<ReturnType<typeof findByLogin>>>> {
  await takeVisitorRate(io, call, 'till sign-in', TRIES_PER_ADDRESS_MINUTE, 60)
  const now = io.clock.now()
  const login_hash = hashToken(ask.login)
  const cashier = await findByLogin(io.db, ask.login)
  // Also of a wrong PIN and a lock: whose login is being guessed.
  if (cashier) {
    call.noteWho({ organization_id: cashier.organization_id, cashier_id: cashier.id })
  }
  const locked_until = await claimTry(io.db, login_hash, now, lock)
  if (locked_until) {
    const retry_after = Math.ceil((locked_until.getTime() - now.getTime()) / 1000)
    throw new Refusal('locked', { retry_after })
  }
  const is_right = await checkSecret(cashier?.pin_hash, ask.password)
  if (!cashier || !is_right) throw new Refusal('wrong_credentials')
  await clearTries(io.db, login_hash)
  if (!cashier.enabled) throw new Refusal('not_allowed')
  return cashier
}
