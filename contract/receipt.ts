/**
 * The shapes of a receipt on the wire: what is sold and what was decided.
 * The calls are in `receipts.ts`. Source: spec/api.md "POS API", spec/engine.md "Cancel".
 */
import { z } from 'zod'
import {
  day,
  id,
  line as textLine,
  moment,
  money,
  percent,
  positiveMoney,
  quantity,
  quantityOrNone,
  signedMoney,
} from './wire.ts'

/** The life of a receipt; those between them wait for the buyer's word. */
export const receiptStatus = z
  .enum([
    'calculated',
    'awaiting_confirmation',
    'completed',
    'partially_cancelled',
    'cancelled',
    'declined',
    'expired',
  ])
  .describe('Where the receipt is in its life.')
export type ReceiptStatus = z.output<typeof receiptStatus>

/** What keeps the buyer from spending more. */
const spendLimit = z
  .enum([
    'balance',
    'percent',
    'min_price',
    'excluded',
    'min_receipt',
    'min_balance',
    'confirmation',
  ])
  .describe('Which limit binds `bonuses_max`.')

/** Where the buyer's consent to a spend comes from. */
const confirmationMode = z.enum(['none', 'code_only', 'bot_button'])

const product = z.strictObject({
  barcode: textLine(1, 40).optional(),
  sku: textLine(1, 60).optional(),
  name: textLine(1, 200).optional(),
  category: textLine(1, 120).optional(),
  price: money.describe('Price of one unit, before any discount.'),
  quantity: quantity.describe('Up to 3 fraction digits.'),
  discount_amount: money.optional().describe("The till's own discount on this line."),
})

/**
 * What is being sold. Either a bare `total` or `products`; neither means a look-up of the buyer
 * only: it answers without a `receipt_id` and nothing is kept.
 */
export const receiptBody = z
  .strictObject({
    pos_id: id.optional().describe('The point of sale; may be left out when the cashier has one.'),
    number: textLine(1, 40)
      .optional()
      .describe('Number of the receipt at the till: unique per point of sale and business day.'),
    total: positiveMoney.optional().describe('The sum, when the till sends no products.'),
    products: z.array(product).min(1).max(500).optional(),
  })
  .refine((body) => body.total === undefined || body.products === undefined, {
    path: ['total'],
    message: 'total_or_products',
  })
export type ReceiptBody = z.output<typeof receiptBody>

const expiring = z.object({
  date: day.describe("The day in the shop's time zone."),
  amount: money,
})

const stampUnit = z.enum(['receipts', 'units', 'sum'])

/** The buyer as a cashier may see them: masked. */
export const receiptBuyer = z.object({
  id,
  name_masked: z.string().describe('As the shop lets cashiers see names; may be empty.'),
  phone_masked: z.string(),
  level: z.string().nullable().describe("Name of the buyer's level."),
  balance: money.describe('Bonuses that can be spent now.'),
  pending: money.describe('Bonuses that are not active yet.'),
  debt: money.describe('What the next accruals repay first.'),
  next_expiry: expiring.nullable(),
  birthday_soon: z.boolean(),
  stamps: z
    .array(
      z.object({
        promotion_id: id,
        name: z.string(),
        unit: stampUnit,
        count: z.number().describe('Below zero while a gift that was taken back is worked off.'),
        goal: z.number(),
        gifts: z.int().describe('Gifts that can be taken with a receipt.'),
        gift: z.enum(['product', 'bonuses', 'percent_off_next']),
      }),
    )
    .describe('Stamp cards that hold something. Stamps of money are in currency units.'),
})

const receiptTotals = z.object({
  gross: money.describe('Sum of price × quantity.'),
  till_discount: money,
  promotion_discount: money,
  level_discount: money,
  bonuses_max: money.describe('The most that can be spent on this receipt.'),
  bonuses_max_reason: spendLimit.nullable(),
  bonuses_spent: money,
  to_pay: money,
  cash_to_pay: money.describe('`to_pay` rounded as the country asks for cash.'),
  card_to_pay: money,
  rounding: signedMoney.describe('`cash_to_pay` − `to_pay`.'),
  accrual: money.describe('Bonuses this receipt earns.'),
  gifts: money.describe('Gifts given with it: for the first purchase, a flyer, a birthday.'),
  accrual_active_from: moment.nullable().describe('When the earned bonuses can be spent.'),
})

export const receiptLine = z.object({
  line: z.int().describe('Number of the line, from 1.'),
  barcode: z.string().nullable(),
  sku: z.string().nullable(),
  name: z.string().nullable(),
  category: z.string().nullable(),
  price: money,
  quantity,
  gross: money,
  till_discount: money,
  promotion_discount: money,
  level_discount: money,
  bonuses_spent: money,
  to_pay: money,
  accrual: money,
  accrual_percent: percent,
  promotion_accrual: money.describe('Of `accrual`, what promotions give.'),
  promotion_id: id.nullable().describe('The product promotion that worked on the line.'),
  returned_quantity: quantityOrNone.describe('How much of the line was returned.'),
  returned_money: money.describe('Money given back for this line.'),
})

/** Why a figure is what it is, in the language of the caller. */
const explanation = z.object({
  line: z.int().nullable(),
  rule: z.string(),
  amount: signedMoney,
  text: z.string(),
})

const receiptFields = {
  status: receiptStatus,
  number: z.string().nullable(),
  pos: z.object({ id, name: z.string() }),
  cashier: z.object({ id: id.nullable(), name: z.string() }),
  buyer: receiptBuyer.nullable(),
  can_register: z
    .boolean()
    .describe('The phone is unknown, and the cashier may register it with `register` of create.'),
  can_name_inviter: z
    .boolean()
    .describe('`register` may tell who invited: friends are rewarded in this shop.'),
  totals: receiptTotals,
  lines: z.array(receiptLine),
  promotions: z
    .array(
      z.object({
        id,
        name: z.string(),
        type: z.int(),
        amount: money.describe('`discount` + `bonuses`.'),
        discount: money,
        bonuses: money,
        lines: z.array(z.int()).describe('Numbers of the lines it worked on.'),
        card: z
          .object({
            unit: stampUnit,
            stamps: z.number().describe('Stamps that this receipt gives.'),
            count: z.number().describe('Stamps on the card after it.'),
            goal: z.number(),
            gifts: z.int().describe('Gifts to be taken after it.'),
            used: z.int().describe('Gifts taken on it.'),
          })
          .nullable(),
      }),
    )
    .describe('What worked on this receipt, and what it did.'),
  confirmation: z.object({
    required: z.boolean().describe("Spending this much needs the buyer's own consent."),
    mode: confirmationMode,
  }),
  explain: z.array(explanation),
  texts: z.object({
    receipt_footer: z.string().describe('To print under the receipt.'),
    cashier_hint: z.string().describe('To show to the cashier.'),
  }),
  version: z.int().describe("Version of the buyer's account these figures were made from."),
}

/** The figures of a receipt that is not made yet. */
export const calculatedReceipt = z.object({
  receipt_id: id
    .nullable()
    .describe('For create, within 24 hours. Null when only the buyer was looked up.'),
  expires_at: moment.nullable(),
  ...receiptFields,
})
export type CalculatedReceipt = z.output<typeof calculatedReceipt>

/** How a spend stands that waits for the buyer's own word. */
export const confirmationState = z.object({
  receipt_id: id,
  status: z.enum(['awaiting_confirmation', 'completed', 'declined', 'expired']),
  reason: z
    .string()
    .nullable()
    .describe(
      'Why it was declined: `buyer`, `cashier`, or the code of a refusal, such as `version_conflict` when the figures no longer held.',
    ),
  amount: money.describe('Bonuses to be spent.'),
  tries_left: z.int().describe('How many codes may still be typed at the till.'),
  expires_at: moment,
  seconds_left: z.int().describe("Of the waiting, by the server's clock."),
})
export type ConfirmationState = z.output<typeof confirmationState>

/** A receipt that is not made yet because its buyer has to say yes. */
export const awaitingReceipt = calculatedReceipt.extend({
  receipt_id: id,
  waiting: confirmationState,
})
export type AwaitingReceipt = z.output<typeof awaitingReceipt>

/** A receipt that was made. */
export const completedReceipt = z.object({
  receipt_id: id,
  expires_at: moment.nullable(),
  ...receiptFields,
  occurred_at: moment,
  created_at: moment,
  offline: z.boolean().describe('The sale was reported later than it happened.'),
  balance_after: money.nullable().describe("The buyer's spendable bonuses right after it."),
  pending_after: money.nullable(),
  debt_after: money.nullable(),
  registered: z.boolean().describe('The buyer was registered with this receipt.'),
})
export type CompletedReceipt = z.output<typeof completedReceipt>

/** One cancellation of a receipt, done. */
const cancellation = z.object({
  id,
  created_at: moment,
  refund_money: money,
  bonuses_return: money,
  bonuses_withdraw: money,
  reason: z.string().nullable(),
  by: z.string().nullable().describe('Who cancelled.'),
})

/** One receipt whole: as it was made, and what was cancelled of it since. */
export const wholeReceipt = completedReceipt.extend({
  /** The senior cashier who let it pass the limits. */
  approved_by: z.string().nullable(),
  refunded: money,
  cancellations: z.array(cancellation),
})
export type WholeReceipt = z.output<typeof wholeReceipt>

/** One row of a cashier's list of receipts. */
export const receiptRow = z.object({
  receipt_id: id,
  number: z.string().nullable(),
  status: receiptStatus,
  occurred_at: moment,
  created_at: moment,
  offline: z.boolean(),
  pos: z.object({ id, name: z.string() }),
  cashier: z.object({ id: id.nullable(), name: z.string() }),
  buyer: z.object({ id, name_masked: z.string(), phone_masked: z.string() }).nullable(),
  gross: money,
  bonuses_spent: money,
  to_pay: money,
  accrual: money,
  refunded: money,
})
export type ReceiptRow = z.output<typeof receiptRow>

/** A movement of bonuses that a receipt or its cancellation made. */
export const receiptEntry = z.object({
  number: z.int(),
  kind: z.string(),
  amount: signedMoney,
  debt_change: signedMoney,
  balance_after: money,
  created_at: moment,
})

/** What was done at a till since a moment. */
export const shiftSummary = z.object({
  from: moment,
  to: moment,
  timezone: z.string(),
  receipts: z.int(),
  gross: money,
  to_pay: money,
  spent: money,
  accrued: money,
  average_receipt: money.nullable().describe('Sum to pay ÷ receipts.'),
  new_buyers: z.int(),
  compensated: money,
  first_at: moment.nullable(),
  last_at: moment.nullable(),
  cancelled: z.object({
    count: z.int(),
    refund_money: money,
    items: z.array(cancellation.extend({ receipt_id: id, number: z.string().nullable() })),
  }),
})
