import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireLicense } from '#server/features/licensing/require-license.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { requireOwnPos } from './require-own-pos.ts'
import { findServed, refusedPos, updatePos } from './store.ts'

/**
 * Assigns a license to a point of sale, in place of the one it had. A license serves one: of any
 * number of calls at once the table lets one through.
 * Refuses: `not_found` (point of sale or license, of another organization too),
 * `license_already_assigned` with the point of sale it serves.
 */
export async function activatePos(
  io: Io,
  owner: Owner,
  pos_id: string,
  license_id: string,
): Promise<void> {
  const { organization_id, name } = await requireOwnPos(io, owner, pos_id)
  await requireLicense(io.db, organization_id, license_id)
  try {
    await inTransaction(io.db, async (tx) => {
      await updatePos(tx, organization_id, pos_id, { license_id })
      const on = { kind: 'pos' as const, id: pos_id, name }
      await noteAct(tx, { organization_id, by: owner, act: 'license_assigned', on }, io.clock.now())
    })
  } catch (error) {
    if (refusedPos(error) !== 'license') throw error
    const served = await findServed(io.db, organization_id, license_id)
    throw new Refusal('license_already_assigned', { data: served })
  }
}
