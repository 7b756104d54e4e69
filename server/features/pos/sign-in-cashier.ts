import { noteAct } from '#server/features/audit/note-act.ts'
import { hashToken, newToken } from '#server/features/identity/tokens.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { maskedAddress } from '#server/io/masked-address.ts'
import { updateCashier } from './cashier-store.ts'
import { checkPin } from './check-pin.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from './rules.ts'
import { insertSession } from './session-store.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Opens a till's session; answers its token, of which only the hash is kept.
 * Refuses as `checkPin`.
 */
export async function signInCashier(
  io: Io,
  call: Call,
  ask: { login: string; password: string },
): Promise<string> {
  const { organization_id, id: cashier_id } = await checkPin(io, call, ask)
  const by = { cashier_id, address: maskedAddress(call.ip) }
  const now = io.clock.now()
  const token = newToken()
  await inTransaction(io.db, async (tx) => {
    await insertSession(tx, {
      ...{ organization_id, cashier_id, created_at: now, last_used_at: now },
      token_hash: hashToken(token),
      idle_seconds: (SESSION_IDLE_HOURS * HOUR_MS) / 1000,
      expires_at: new Date(now.getTime() + SESSION_DAYS * 24 * HOUR_MS),
    })
    await updateCashier(tx, organization_id, cashier_id, { last_login_at: now })
    await noteAct(tx, { organization_id, by, act: 'cashier_signed_in' }, now)
  })
  return token
}
