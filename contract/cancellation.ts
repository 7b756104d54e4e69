/**
 * The shapes of a cancellation on the wire: the part it takes, its estimate and its result.
 * Source: spec/api.md "POS API", spec/engine.md "Cancel".
 */
import { z } from 'zod'
import { receiptStatus } from './receipt.ts'
import {
  id,
  line as textLine,
  moment,
  money,
  positiveMoney,
  quantity,
  quantityOrNone,
} from './wire.ts'

/** What is to be cancelled: all of what is left, some lines, or an amount of a bare total. */
const cancelPart = {
  lines: z
    .array(z.strictObject({ line: z.int().min(1).max(500), quantity }))
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Lines and quantities to return. Leave out with `amount` to cancel all that is left.',
    ),
  amount: positiveMoney
    .optional()
    .describe(
      'Part of a receipt without products: the share of its sum after discounts, before bonuses.',
    ),
}
const oneOfThem = (body: { lines?: unknown; amount?: unknown }) =>
  body.lines === undefined || body.amount === undefined
const twoOfThem = { path: ['amount'], message: 'lines_or_amount' }

export const estimateBody = z.strictObject(cancelPart).refine(oneOfThem, twoOfThem)
export const cancelBody = z
  .strictObject({
    ...cancelPart,
    version: z
      .int()
      .min(0)
      .optional()
      .describe(
        '`version` of the estimate that was shown; a stale one answers 409 with the new estimate.',
      ),
    reason: textLine(1, 300).optional(),
  })
  .refine(oneOfThem, twoOfThem)

const estimateFields = {
  receipt_id: id,
  kind: z.enum(['full', 'lines', 'amount']),
  lines: z.array(
    z.object({
      line: z.int(),
      quantity: quantityOrNone,
      refund_money: money,
      bonuses_return: money,
      bonuses_withdraw: money,
    }),
  ),
  refund_money: money.describe('Money to give back to the buyer.'),
  refund_cash: money.describe('The same in cash, rounded as the receipt was.'),
  bonuses_return: money.describe('Spent bonuses that go back to the buyer.'),
  bonuses_return_expired: money.describe('Of them, expired by now: they return and are gone.'),
  bonuses_withdraw: money.describe('Earned bonuses that this receipt takes back.'),
  gifts_withdraw: money.describe('Of them, gifts that came with the receipt.'),
  bonuses_withdraw_pending: money.describe('Of them, from bonuses not active yet.'),
  bonuses_withdraw_active: money.describe('Of them, from spendable bonuses.'),
  bonuses_already_spent: money.describe(
    'Of them, already spent: becomes debt, or the loss of the shop.',
  ),
  shop_loss: money,
  balance_before: money.describe('Spendable and pending bonuses together.'),
  balance_after: money,
  available_after: money.describe('Of `balance_after`, spendable at once.'),
  pending_after: money,
  debt_before: money,
  debt_after: money,
  level_before: z.string().nullable(),
  level_after: z.string().nullable(),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  version: z.int(),
}

/** What a cancellation would do; the cancellation itself does exactly this. */
export const cancelEstimate = z.object(estimateFields)
export type CancelEstimate = z.output<typeof cancelEstimate>

export const cancelResult = z.object({
  ...estimateFields,
  cancellation_id: id,
  status: receiptStatus,
  created_at: moment,
})
export type CancelResult = z.output<typeof cancelResult>
