import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { LICENSE_LETTER } from './letters-rules.ts'
import { chargeAt } from './renewal-rules.ts'
import { lockLicenses, updateLicense } from './store.ts'

/**
 * A charge came to nothing: the next try is set, and after the last one the license renews no
 * more. Its owner is told each time. A license whose end moved meanwhile is left alone.
 */
export async function noteFailedCharge(
  io: Io,
  tx: Tx,
  failed: { organization_id: string; license_id: string; renews_end: Date },
): Promise<void> {
  const [license] = await lockLicenses(tx, failed.organization_id, [failed.license_id])
  if (!license?.auto_renew) return
  if (license.expires_at.getTime() !== failed.renews_end.getTime()) return
  const charge_attempts = license.charge_attempts + 1
  const next_charge_at = chargeAt(license.expires_at, charge_attempts)
  const given_up = next_charge_at === null
  await updateLicense(tx, license, {
    charge_attempts,
    next_charge_at,
    ...(given_up && { auto_renew: false }),
  })
  await io.jobs.send(
    LICENSE_LETTER,
    {
      kind: given_up ? 'renewal_stopped' : 'charge_failed',
      organization_id: failed.organization_id,
      license_id: failed.license_id,
      at: (next_charge_at ?? license.expires_at).toISOString(),
    },
    { tx },
  )
}
