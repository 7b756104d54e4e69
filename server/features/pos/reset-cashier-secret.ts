import type { Answer } from '#contract/endpoint.ts'
import type { resetCashRegisterUserPin } from '#contract/pos.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { hashToken } from '#server/features/identity/tokens.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { openIntegration } from './add-cashier.ts'
import { updateCashier } from './cashier-store.ts'
import { showWithSecret } from './create-cashier.ts'
import { makeSecret } from './make-secret.ts'
import { requireOwnCashier } from './require-own-cashiers.ts'
import { clearTries, deleteSessionsOf } from './session-store.ts'

/**
 * Gives a cashier a new PIN, or an integration a new token: the old one and every session opened
 * with it end in the same transaction, and a lock by wrong PINs is lifted.
 * Refuses: `not_found`.
 */
export async function resetCashierSecret(
  io: Io,
  owner: Owner,
  id: string,
): Promise<Answer<typeof resetCashRegisterUserPin>> {
  const { organization_id, role, login, name } = await requireOwnCashier(io, owner, id)
  const secret = await makeSecret(role)
  await inTransaction(io.db, async (tx) => {
    await deleteSessionsOf(tx, organization_id, id)
    if (secret.token) {
      await openIntegration(tx, organization_id, id, secret.token.hash, io.clock.now())
    } else {
      await updateCashier(tx, organization_id, id, { pin_hash: secret.pin_hash })
    }
    if (login !== null) await clearTries(tx, hashToken(login))
    const act = { organization_id, by: owner, act: 'cashier_secret_reset' as const }
    await noteAct(tx, { ...act, on: { kind: 'cashier', id, name } }, io.clock.now())
  })
  return showWithSecret(io, owner, id, secret)
}
