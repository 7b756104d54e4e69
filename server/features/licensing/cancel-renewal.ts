import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { lockLicenses, updateLicense } from './store.ts'

/**
 * Stops renewing a license; what is paid works to its end. Repeating it changes nothing, and a
 * license that was never paid, or a trial, has nothing to stop.
 */
export async function cancelRenewal(
  io: Io,
  by: Actor,
  organization_id: OrganizationId,
  license_id: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const [license] = await lockLicenses(tx, organization_id, [license_id])
    if (license?.status !== 'active') return
    await updateLicense(tx, license, {
      status: 'cancelled',
      auto_renew: false,
      next_charge_at: null,
      charge_attempts: 0,
    })
    const on = { kind: 'license' as const, id: license_id }
    const act = { organization_id, by, act: 'renewal_stopped' as const, on }
    await noteAct(tx, act, io.clock.now())
  })
}
