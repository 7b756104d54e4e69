import { planPurchase } from '#server/features/licensing/plan-purchase.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { openPayment } from '#server/features/payments/open-payment.ts'
import { settlePayment } from '#server/features/payments/settle-payment.ts'
import type { Io } from '#server/io/io.ts'

/** «Бізнес» for a year, of migration 0005. */
const TARIFF_ID = '019b0000-0000-7000-8002-000000000005'

/** Pays the demo's license by an invoice, as if the bank had told of it: a year after its trial. */
export async function payDemoLicense(
  io: Io,
  organization_id: OrganizationId,
  license_id: string,
): Promise<void> {
  const ask = { organization_id, license_ids: [license_id], tariff_id: TARIFF_ID }
  const lines = await planPurchase(io.db, ask, io.clock.now())
  const payment = await openPayment(io, {
    organization_id,
    ...{ provider: 'invoice', kind: 'once' },
    lines: lines.map((line) => ({ ...line, license_id })),
    redirect_path: `/organizations/licenses/${organization_id}`,
  })
  await settlePayment(io, payment.id, { state: 'paid' })
}
