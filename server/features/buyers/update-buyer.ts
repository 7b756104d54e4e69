import { noteAct } from '#server/features/audit/note-act.ts'
import { announce } from '#server/features/ledger/events.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { buyerChanged } from './events.ts'
import { presentProfile, type Profile } from './present-buyer.ts'
import { insertAudit, updateProfile, type ProfileChanges } from './store.ts'

/**
 * Changes a buyer's profile; what is absent stays. `by` null: the buyer's own doing, which is not
 * recorded as an owner's. Refuses: `buyer_not_found`.
 */
export async function updateBuyer(
  io: Io,
  by: { user_id: string; address?: string | undefined } | null,
  key: { organization_id: string; buyer_id: string },
  asked: { [K in keyof ProfileChanges]: ProfileChanges[K] | undefined },
): Promise<Profile> {
  const { organization_id, buyer_id } = key
  const now = io.clock.now()
  const given = Object.entries(asked).filter(([, value]) => value !== undefined)
  const changes = Object.fromEntries(given) as ProfileChanges
  return inTransaction(io.db, async (tx) => {
    const row = await updateProfile(tx, organization_id, buyer_id, changes, now)
    if (!row) throw new Refusal('buyer_not_found')
    if (by) {
      await insertAudit(tx, {
        ...{ organization_id, id: newId(now), buyer_id, user_id: by.user_id, created_at: now },
        action: `changed: ${given.map(([name]) => name).join(' ')}`,
      })
      // Which fields, never what is in them: that is the buyer's own.
      const fields = given.map(([name]) => name).join(', ')
      const on = { kind: 'buyer' as const, id: buyer_id }
      const act = { organization_id, by, on, facts: { fields } }
      await noteAct(tx, { ...act, act: 'buyer_changed' }, now)
    }
    await announce(io, tx, organization_id, [buyerChanged({ organization_id, buyer_id })])
    return presentProfile(row, null)
  })
}
