import type { Answer } from '#contract/endpoint.ts'
import type { getPayment } from '#contract/payments.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { readOrganization } from '#server/features/organizations/read-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOrganizationOf, listBought } from './list-store.ts'
import { findPayment } from './store.ts'

/**
 * A payment whole, with both parties, as its invoice and act show it.
 * Refuses: `not_found`, alike for a stranger's and an absent one.
 */
export async function showPayment(
  io: Io,
  owner: Owner,
  payment_id: string,
): Promise<Answer<typeof getPayment>> {
  const organization_id = await findOrganizationOf(io.db, owner.user_id, payment_id)
  const payment = organization_id && (await findPayment(io.db, payment_id))
  if (!payment) throw new Refusal('not_found')
  const { id } = await requireOrganization(io, owner, payment.organization_id)
  const organization = await readOrganization(io, owner, id)
  const bought = await listBought(io.db, id, payment_id)
  const { INVOICE_RECIPIENT, INVOICE_TAX_ID, INVOICE_IBAN, INVOICE_BANK } = io.config
  const { number, provider, kind, status, amount, currency, description } = payment
  return {
    id: payment.id,
    organization_id: id,
    ...{ number, provider, kind, status, amount, currency, description },
    created_at: payment.created_at.toISOString(),
    paid_at: payment.paid_at?.toISOString() ?? null,
    closed_at: payment.closed_at?.toISOString() ?? null,
    ends_at: payment.ends_at.toISOString(),
    lines: bought.map((line) => ({
      ...line,
      starts_at: line.starts_at?.toISOString() ?? null,
      ends_at: line.ends_at?.toISOString() ?? null,
    })),
    seller: {
      name: INVOICE_RECIPIENT ?? '',
      tax_id: INVOICE_TAX_ID ?? '',
      iban: INVOICE_IBAN ?? '',
      bank: INVOICE_BANK ?? '',
    },
    buyer: {
      name: organization.legal_name || organization.name,
      tax_id: organization.tax_id,
      address: organization.address,
    },
  }
}
