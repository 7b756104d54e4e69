import type { FileAnswer } from '#contract/endpoint.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { drawPaper } from './draw-paper.ts'
import { paperOf, type PaperKind } from './paper-rules.ts'
import { showPayment } from './show-payment.ts'

/**
 * A paper of a payment as PDF. Refuses: `not_found`, alike for a stranger's and an absent payment;
 * `payment_state` for a receipt or an act of money that has not come.
 */
export async function makePaper(
  io: Io,
  owner: Owner,
  { payment_id, kind }: { payment_id: string; kind: PaperKind },
): Promise<FileAnswer> {
  const payment = await showPayment(io, owner, payment_id)
  if (kind !== 'invoice' && payment.status !== 'paid') throw new Refusal('payment_state')
  const { timezone } = await requireOrganization(io, owner, payment.organization_id)
  const paper = paperOf(payment, kind, timezone)
  const { file_name } = paper
  return { file_name, media_type: 'application/pdf', bytes: await drawPaper(paper) }
}
