import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { chargeAt } from './renewal-rules.ts'
import { lockLicenses, updateLicense } from './store.ts'

/**
 * Begins to renew licenses that are paid ahead, by a card of `provider` that is kept already.
 * Answers false, and changes nothing, when one of them has no paid time left or has another tariff
 * than wanted: then it must be paid for.
 */
export async function resumeRenewal(
  io: Io,
  ask: {
    organization_id: string
    license_ids: readonly string[]
    tariff_id: string | undefined
    provider: string
  },
): Promise<boolean> {
  const now = io.clock.now()
  return inTransaction(io.db, async (tx) => {
    const licenses = await lockLicenses(tx, ask.organization_id, ask.license_ids)
    const ready = licenses.every(
      ({ status, expires_at, tariff_id }) =>
        (status === 'active' || status === 'cancelled') &&
        expires_at > now &&
        tariff_id === (ask.tariff_id ?? tariff_id),
    )
    if (!ready || licenses.length === 0) return false
    for (const license of licenses) {
      await updateLicense(tx, license, {
        status: 'active',
        auto_renew: true,
        provider: ask.provider,
        next_charge_at: chargeAt(license.expires_at, 0),
        charge_attempts: 0,
      })
    }
    return true
  })
}
