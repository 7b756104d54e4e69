import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { requireOwnPos } from './require-own-pos.ts'
import { countAllReceipts, markDeleted } from './store.ts'

/**
 * Deletes a point of sale that never sold; its license is free again.
 * Refuses: `not_found`; `in_use` with the number of its receipts: one with history is hidden.
 */
export async function deletePos(io: Io, owner: Owner, pos_id: string): Promise<void> {
  const { organization_id, name } = await requireOwnPos(io, owner, pos_id)
  const receipts_count = await countAllReceipts(io.db, organization_id, pos_id)
  if (receipts_count > 0) throw new Refusal('in_use', { data: { receipts_count } })
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    await markDeleted(tx, organization_id, pos_id, now)
    const on = { kind: 'pos' as const, id: pos_id, name }
    await noteAct(tx, { organization_id, by: owner, act: 'pos_deleted', on }, now)
  })
}
