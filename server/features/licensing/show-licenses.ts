import type { License } from '#contract/licensing.ts'
import type { Io } from '#server/io/io.ts'
import { licenseStateAt, licenseStatusAt } from './rules.ts'
import { listPayments, type LicensePayment, type LicenseRow } from './list-store.ts'

/** Licenses as their owner sees them: their state now, and what was paid for each. */
export async function showLicenses(
  io: Io,
  organization_id: string,
  rows: readonly LicenseRow[],
): Promise<License[]> {
  const ids = rows.map(({ id }) => id)
  const payments = await listPayments(io.db, organization_id, ids)
  const by_license = Map.groupBy(payments, ({ license_id }) => license_id)
  const now = io.clock.now()
  return rows.map((row) => ({
    ...row,
    status: licenseStatusAt(row, now),
    state: licenseStateAt(row, now),
    starts_at: row.starts_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_payment_at: row.last_payment_at?.toISOString() ?? null,
    next_charge_at: row.next_charge_at?.toISOString() ?? null,
    payments: (by_license.get(row.id) ?? []).map(showPayment),
  }))
}

const showPayment = (payment: LicensePayment) => ({
  ...payment,
  created_at: payment.created_at.toISOString(),
  paid_at: payment.paid_at?.toISOString() ?? null,
})
