import type { Answer } from '#contract/endpoint.ts'
import type { getShift } from '#contract/receipts.ts'
import { choosePos } from '#server/features/pos/choose-pos.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { presentCancellation } from './present-receipt.ts'
import { listShiftCancellations, sumCompensations, sumShift } from './list-store.ts'

const DAYS_MAX = 7

/**
 * What was done at the till since a moment: by this cashier, or by everyone at the point of sale.
 * Refuses: `validation_failed` (a week back at most), `not_found` (another's point of sale).
 */
export async function showShift(
  io: Io,
  cashier: Cashier,
  query: { from: string; pos_id?: string | undefined; all_cashiers?: 'true' | 'false' | undefined },
): Promise<Answer<typeof getShift>> {
  const to = io.clock.now()
  const from = new Date(query.from)
  if (to.getTime() - from.getTime() > DAYS_MAX * 86_400_000) {
    throw new Refusal('validation_failed', { fields: [{ path: 'from', code: 'too_small' }] })
  }
  const pos_ids =
    query.pos_id === undefined
      ? cashier.pos.map(({ id }) => id)
      : [choosePos(cashier, query.pos_id).id]
  if (pos_ids.length === 0) throw new Refusal('pos_inactive')
  const { organization_id, timezone } = cashier
  const cashier_id = query.all_cashiers === 'true' ? null : cashier.cashier_id
  const ask = { organization_id, pos_ids, cashier_id, from }
  const sums = await sumShift(io.db, ask)
  const cancelled = await listShiftCancellations(io.db, ask)
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    timezone,
    receipts: sums.receipts,
    gross: sums.gross,
    to_pay: sums.to_pay,
    spent: sums.spent,
    accrued: sums.accrued,
    average_receipt: sums.receipts > 0 ? Math.floor(sums.to_pay / sums.receipts) : null,
    new_buyers: sums.new_buyers,
    compensated: await sumCompensations(io.db, ask),
    first_at: sums.first_at?.toISOString() ?? null,
    last_at: sums.last_at?.toISOString() ?? null,
    cancelled: {
      count: cancelled.length,
      refund_money: cancelled.reduce((sum, done) => sum + done.refund_money, 0),
      items: cancelled.map((done) => ({
        ...presentCancellation(done),
        receipt_id: done.receipt_id,
        number: done.number,
      })),
    },
  }
}
