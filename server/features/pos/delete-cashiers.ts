import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import * as store from './cashier-store.ts'
import { requireOwnCashiers } from './require-own-cashiers.ts'
import { deleteSessionsOf } from './session-store.ts'

/**
 * Deletes cashiers: their sessions end at once and their logins are free again; what they sold
 * keeps their names. All or none.
 * Refuses: `not_found` when any is not the owner's.
 */
export async function deleteCashiers(
  io: Io,
  owner: Owner,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  const cashiers = await requireOwnCashiers(io, owner, ids)
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    for (const { organization_id, id, name } of cashiers) {
      await store.updateCashier(tx, organization_id, id, { deleted_at: now, enabled: false })
      await store.deleteLogin(tx, organization_id, id)
      await store.deletePlaces(tx, organization_id, id)
      await deleteSessionsOf(tx, organization_id, id)
      const on = { kind: 'cashier' as const, id, name }
      await noteAct(tx, { organization_id, by: owner, act: 'cashier_deleted', on }, now)
    }
  })
  return { deleted: cashiers.length }
}
