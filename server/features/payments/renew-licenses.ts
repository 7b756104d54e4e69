import { noteFailedCharge } from '#server/features/licensing/note-failed-charge.ts'
import { planRenewals, type DueRenewal } from '#server/features/licensing/plan-renewal.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { askAbout, providerOf } from './ask-provider.ts'
import { openPayment } from './open-payment.ts'
import { orderOf } from './pay-licenses.ts'
import * as store from './store.ts'

const AT_ONCE = 200

/**
 * Charges the kept cards of licenses whose time has come, one after another. A license has one
 * open charge for one end, by the table, so two workers or two runs never charge twice.
 */
export async function renewLicenses(io: Io): Promise<void> {
  for (const due of await planRenewals(io.db, io.clock.now(), AT_ONCE)) {
    try {
      await renew(io, due)
    } catch (error) {
      if (store.refusedPayment(error) === 'renewal') continue
      if (error instanceof Refusal) continue
      io.log.error({ license_id: due.license.id, err: error }, 'a renewal failed')
    }
  }
}

async function renew(
  io: Io,
  { license, plan, tariff_id, period, tariff_name }: DueRenewal,
): Promise<void> {
  const { organization_id, id: license_id, expires_at, currency } = license
  const name = license.provider ?? ''
  const method = await store.findMethod(io.db, organization_id, name)
  const provider = providerOf(io, name)
  if (plan.amount > 0 && (!method || !provider)) {
    const failed = { organization_id, license_id, renews_end: expires_at }
    await inTransaction(io.db, (tx) => noteFailedCharge(io, tx, failed))
    return
  }
  const tariff = { id: tariff_id, period, name: tariff_name, currency }
  const payment = await openPayment(io, {
    organization_id,
    provider: name,
    kind: 'renewal',
    lines: [{ ...plan, license_id, tariff, renews_end: expires_at }],
    redirect_path: `/organizations/licenses/${organization_id}`,
  })
  if (payment.status === 'paid' || !method || !provider) return
  try {
    const token = io.secrets.decrypt('payments.token', method.token_sealed)
    const { provider_id } = await provider.charge(orderOf(io, payment), token)
    if (provider_id !== null) await store.updatePayment(io.db, payment, { provider_id })
    await askAbout(io, payment.id)
  } catch (error) {
    // It may have been charged all the same: polling finds out before anything is tried again.
    io.log.warn({ provider: name, payment_id: payment.id, err: error }, 'a charge is in doubt')
  }
}
