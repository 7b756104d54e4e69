import type { Ask } from '#contract/endpoint.ts'
import type { createLicenses as endpoint } from '#contract/licensing.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { requireTariff } from './require-tariff.ts'
import { insertLicenses } from './store.ts'

/**
 * Adds licenses of a tariff that cover nothing until they are paid. Answers their ids.
 * Refuses: `validation_failed` for a tariff that is absent, not sold or of another period.
 */
export async function createLicenses(
  io: Io,
  organization_id: OrganizationId,
  { tariff_id, period, quantity }: Ask<typeof endpoint>['body'],
): Promise<string[]> {
  const tariff = await requireTariff(io.db, tariff_id, period)
  const now = io.clock.now()
  const rows = Array.from({ length: quantity }, () => ({
    organization_id,
    id: newId(now),
    tariff_id,
    period: tariff.period,
    status: 'created' as const,
    starts_at: now,
    expires_at: now,
    auto_renew: false,
    price: tariff.price,
    currency: tariff.currency,
    created_at: now,
  }))
  await inTransaction(io.db, (tx) => insertLicenses(tx, rows))
  return rows.map(({ id }) => id)
}
