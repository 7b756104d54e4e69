import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { issueLinkCode } from '#server/features/buyers/issue-link-code.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import { loadProgramVersion } from '#server/features/program/load-program.ts'
import { readReceipt } from '#server/features/receipts/read-receipt.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'

const DAY_MS = 24 * 3600 * 1000

/**
 * Gives the cashier a code by which the buyer joins the card of a receipt to the one in the
 * messenger. Only a card that this receipt has made, that has no other and that nobody has in a
 * messenger: to whoever merely names another's phone at the counter the code gives nothing of it.
 * Refuses: `receipt_not_found`, `not_allowed`, `rate_limited`.
 */
export async function issueTillLinkCode(
  io: Io,
  cashier: Cashier,
  receipt_id: string,
): Promise<{ code: string; expires_at: string }> {
  const { organization_id, timezone, currency, program_version } = cashier
  const receipt = await readReceipt(io, { organization_id, receipt_id })
  if (!receipt || !cashier.pos.some(({ id }) => id === receipt.pos.id)) {
    throw new Refusal('receipt_not_found')
  }
  const owner = { id: organization_id, timezone, currency }
  const program = await loadProgramVersion(io, owner, program_version)
  const fresh = io.clock.now().getTime() - receipt.occurred_at.getTime() < DAY_MS
  const { buyer_id } = receipt
  const found =
    buyer_id === null ? undefined : await findBuyer(io, organization_id, { id: buyer_id }, program)
  if (
    found?.buyer.id !== buyer_id ||
    buyer_id === null ||
    !(receipt.registered && fresh && !receipt.cancelled) ||
    found.buyer.messengers.length > 0 ||
    found.account.receipts > 1
  ) {
    throw new Refusal('not_allowed')
  }
  const { code, expires_at } = await issueLinkCode(io, { organization_id, buyer_id }, 'till')
  return { code, expires_at: expires_at.toISOString() }
}
