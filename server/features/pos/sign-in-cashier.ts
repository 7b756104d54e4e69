import { hashToken, newToken } from '#server/features/identity/tokens.ts'
import { takeVisitorRate } from '#server/features/identity/visitor.ts'
import { checkSecret } from '#server/io/argon2.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findByLogin, updateCashier } from './cashier-store.ts'
import {
  DAY_MISSES_MAX,
  LOCK_MINUTES,
  MISSES_MAX,
  SESSION_DAYS,
  SESSION_IDLE_HOURS,
} from './rules.ts'
import { claimTry, clearTries, insertSession } from './session-store.ts'

const HOUR_MS = 60 * 60 * 1000
// Generous, for the tills of a shopping mall share one address; the lock is by login.
const TRIES_PER_ADDRESS_MINUTE = 60
const lock = {
  misses_max: MISSES_MAX,
  lock_ms: LOCK_MINUTES * 60 * 1000,
  day_misses_max: DAY_MISSES_MAX,
}

/**
 * Opens a till's session; answers its token, of which only the hash is kept.
 * An unknown login takes as long, misses and locks as a known one does.
 * Refuses: `wrong_credentials`, `locked` after five misses, `not_allowed` when the PIN is right
 * but the owner has switched the cashier off, `rate_limited`.
 */
export async function signInCashier(
  io: Io,
  call: Call,
  ask: { login: string; password: string },
): Promise<string> {
  await takeVisitorRate(io, call, 'till sign-in', TRIES_PER_ADDRESS_MINUTE, 60)
  const now = io.clock.now()
  const login_hash = hashToken(ask.login)
  const locked_until = await claimTry(io.db, login_hash, now, lock)
  if (locked_until) {
    const retry_after = Math.ceil((locked_until.getTime() - now.getTime()) / 1000)
    throw new Refusal('locked', { retry_after })
  }
  const cashier = await findByLogin(io.db, ask.login)
  const is_right = await checkSecret(cashier?.pin_hash, ask.password)
  if (!cashier || !is_right) throw new Refusal('wrong_credentials')
  await clearTries(io.db, login_hash)
  if (!cashier.enabled) throw new Refusal('not_allowed')

  const token = newToken()
  const { organization_id, id: cashier_id } = cashier
  await inTransaction(io.db, async (tx) => {
    await insertSession(tx, {
      ...{ organization_id, cashier_id, created_at: now, last_used_at: now },
      token_hash: hashToken(token),
      idle_seconds: (SESSION_IDLE_HOURS * HOUR_MS) / 1000,
      expires_at: new Date(now.getTime() + SESSION_DAYS * 24 * HOUR_MS),
    })
    await updateCashier(tx, organization_id, cashier_id, { last_login_at: now })
  })
  return token
}
