/**
 * Receipts: the till's calls under `/pos-api/v1` (paths and query names are the seed's, §7
 * "POS API"). The owner's view of the same receipts: `owner-receipts.ts`.
 *
 * `discount_amount` of a call is the money the buyer takes off by spending bonuses.
 * Source: spec/api.md "POS API", spec/engine.md "Receipt life", "Cancel".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cancelBody, cancelEstimate, cancelResult, estimateBody } from './cancellation.ts'
import { MINOR_MAX } from './money.ts'
import {
  awaitingReceipt,
  calculatedReceipt,
  completedReceipt,
  receiptBody,
  receiptBuyer,
  receiptLine,
  receiptRow,
  shiftSummary,
  wholeReceipt,
} from './receipt.ts'
import {
  day,
  id,
  line as textLine,
  moment,
  money,
  moneyInQuery,
  pageOf,
  pageQuery,
  phone,
} from './wire.ts'

const amountInQuery = moneyInQuery.refine((value) => value <= MINOR_MAX, 'too_large')

const buyerInQuery = {
  phone: phone
    .optional()
    .describe(
      'The phone of the buyer, as typed. Leave out together with `promocode` for a sale without a member.',
    ),
  promocode: z
    .string()
    .trim()
    .min(4)
    .max(40)
    .optional()
    .describe(
      'A code of the buyer in place of the phone: one-time (8 or 13 digits) or the card code. The code of a flyer is taken too, beside a phone.',
    ),
  flyer: textLine(4, 40)
    .optional()
    .describe('The code of a flyer, beside what names the buyer: its gift comes with the receipt.'),
}

const receiptIdQuery = z.strictObject({ receipt_id: id })

export const calculateReceipt = endpoint({
  method: 'POST',
  path: '/pos-api/v1/receipt',
  summary:
    'Finds the buyer and calculates a receipt: what can be spent, what is to pay, what will be earned. Writes nothing to the ledger; the figures are kept 24 hours for create.',
  access: 'cashier',
  query: z.strictObject({
    discount_amount: amountInQuery
      .default(0)
      .describe('Bonuses to spend, in currency units. More than allowed is lowered to the limit.'),
    ...buyerInQuery,
  }),
  body: receiptBody.optional(),
  response: calculatedReceipt,
  refusals: [
    'buyer_not_found',
    'buyer_blocked',
    'code_expired',
    'code_used',
    'spend_not_permitted',
    'pos_inactive',
    'license_required',
    'rate_limited',
  ],
})

export const createReceipt = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/create',
  summary:
    'Makes the receipt that was calculated, or the one carried in the body. Safe to repeat: the same receipt_id or Idempotency-Key answers the stored receipt. A spend that the buyer must confirm answers 202; repeated, with the 4-digit code or without, it answers how that stands.',
  access: 'cashier',
  once: true,
  query: z.strictObject({
    receipt_id: id.describe(
      'From calculate; or made by the caller (UUIDv7 of now) when the body carries the receipt.',
    ),
    discount_amount: amountInQuery.default(0).describe('Bonuses to spend, as calculate showed.'),
    bonuses_amount: amountInQuery.optional().describe('When given, must equal `discount_amount`.'),
    ...buyerInQuery,
  }),
  body: z
    .strictObject({
      confirmation_code: z
        .string()
        .regex(/^\d{4}$/)
        .optional()
        .describe('The 4 digits from the bot of the buyer.'),
      register: z
        .strictObject({
          name: textLine(0, 80).optional(),
          inviter_phone: phone.optional().describe('Who invited the new buyer.'),
        })
        .optional()
        .describe('Registers the unknown phone with this receipt.'),
      approval: z
        .string()
        .max(2000)
        .optional()
        .describe('A senior cashier’s word for a receipt over the limits, from `approve`.'),
      receipt: receiptBody.optional().describe('The sale itself, when no draft is kept with us.'),
      occurred_at: moment
        .optional()
        .describe(
          'When the sale happened, up to 72 hours back; only without spending. What was valid then decides, and nothing is taken off its prices any more unless it was calculated before.',
        ),
    })
    .optional(),
  response: completedReceipt,
  status: 201,
  other: { status: 202, response: awaitingReceipt },
  refusals: [
    'amounts_disagree',
    'receipt_not_found',
    'receipt_expired',
    'version_conflict',
    'idempotency_conflict',
    'duplicate_number',
    'buyer_not_found',
    'buyer_blocked',
    'code_expired',
    'code_used',
    'spend_not_permitted',
    'confirmation_required',
    'confirmation_declined',
    'locked',
    'insufficient_bonuses',
    'spend_limit_exceeded',
    'min_price_violated',
    'pos_inactive',
    'license_required',
    'not_allowed',
    'rate_limited',
    'busy',
  ],
})

export const getReceipts = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/get-receipts',
  summary: "Receipts of the cashier's points of sale, newest first.",
  access: 'cashier',
  body: z
    .strictObject({
      pos_id: id.optional(),
      cashier_id: id.optional(),
      date_from: day.optional(),
      date_to: day.optional(),
      phone: phone.optional(),
      number: textLine(1, 40).optional(),
      status: z.enum(['completed', 'partially_cancelled', 'cancelled']).optional(),
      q: textLine(1, 40).optional().describe('A number, the last digits of a phone, or an amount.'),
      ...pageQuery(),
    })
    .optional(),
  response: pageOf(receiptRow),
  refusals: ['not_found'],
})

export const getReceiptProducts = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/get-receipt-products',
  summary: 'The lines of one receipt, with what was returned of each.',
  access: 'cashier',
  body: z.strictObject({ receipt_id: id }),
  response: z.object({ receipt_id: id, items: z.array(receiptLine) }),
  refusals: ['receipt_not_found'],
})

export const estimateCancellation = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/cancel/estimate',
  summary: 'What cancelling a receipt, or a part of it, would do. Writes nothing.',
  access: 'cashier',
  query: receiptIdQuery,
  body: estimateBody.optional(),
  response: cancelEstimate,
  refusals: ['receipt_not_found', 'already_cancelled', 'cancel_window_closed', 'not_allowed'],
})

export const cancelReceipt = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/cancel',
  summary:
    'Cancels a receipt or a part of it, exactly as estimated. Safe to repeat with the same Idempotency-Key.',
  access: 'cashier',
  once: true,
  query: receiptIdQuery,
  body: cancelBody.optional(),
  response: cancelResult,
  refusals: [
    'receipt_not_found',
    'already_cancelled',
    'cancel_window_closed',
    'not_allowed',
    'version_conflict',
    'idempotency_conflict',
    'busy',
  ],
})

export const addBonusesForCancel = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/add-bonuses-for-cancel',
  summary:
    'Compensates a buyer for a sale that cannot be cancelled. Capped per operation and per cashier and day; the owner sees every one.',
  access: 'cashier',
  once: true,
  query: z.strictObject({
    phone,
    amount: amountInQuery.refine((value) => value > 0, 'too_small'),
    reason: textLine(3, 300),
    receipt_id: id.optional().describe('The receipt it compensates.'),
  }),
  response: z.object({
    id,
    buyer: receiptBuyer,
    amount: money,
    balance_after: money,
    debt_after: money,
    left_today: money.nullable().describe('What this cashier may still give today.'),
    created_at: moment,
  }),
  status: 201,
  refusals: [
    'buyer_not_found',
    'buyer_blocked',
    'receipt_not_found',
    'not_allowed',
    'idempotency_conflict',
    'rate_limited',
  ],
})

export const getReceipt = endpoint({
  method: 'GET',
  path: '/pos-api/v1/receipts/{id}',
  summary: 'One receipt whole; also tells whether a create whose answer was lost has been made.',
  access: 'cashier',
  params: z.strictObject({ id }),
  response: wholeReceipt,
  refusals: ['receipt_not_found'],
})

export const getShift = endpoint({
  method: 'GET',
  path: '/pos-api/v1/shift',
  summary: 'Summary of a shift: what this cashier did since the given moment.',
  access: 'cashier',
  query: z.strictObject({
    from: moment.describe('Beginning of the shift, at most 7 days back.'),
    pos_id: id.optional(),
    all_cashiers: z.enum(['true', 'false']).optional().describe('All cashiers of the point.'),
  }),
  response: shiftSummary,
  refusals: ['not_found'],
})
