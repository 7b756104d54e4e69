/**
 * What a receipt is made of: what the till asks, what was decided, what a cancellation does.
 * The decisions themselves are `settle-receipt-rules.ts` and `settle-cancellation-rules.ts`.
 *
 * Units: amounts in minor units, quantities in thousandths, percents in basis points, times in
 * milliseconds since 1970. Source: spec/engine.md "The pipeline", "Cancel"; decision 0005.
 */
import type { RefusalCode } from '#contract/errors.ts'
import type { BasisPoints, Minor, Thousandths } from '#contract/money.ts'
import type { MovedExpiry } from '#server/features/ledger/lifetime-rules.ts'
import type {
  Account,
  Change,
  Moment,
  PromotionClaim,
  TakenLot,
} from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { GiftOffer, SettledGift } from './gift-rules.ts'
import type { SettledPromotion } from './settled-promotion-rules.ts'

/** One product line as the till sends it, with what the catalogue says of the product. */
export type LineInput = {
  barcode: string | null
  sku: string | null
  name: string | null
  category: string | null
  /** Of one unit, before any discount. */
  price: Minor
  quantity: Thousandths
  /** The till's own discount on the whole line, ≤ price × quantity. */
  till_discount: Minor
  /** Minimum price × quantity, rounded up; 0: none. */
  floor: Minor
  exclude_discount: boolean
  exclude_accrual: boolean
  exclude_spend: boolean
  /** The product's own percent of accrual, in place of the level's; null: the level's. */
  accrual_percent: BasisPoints | null
}

/** What is being sold: lines, or a bare total (one anonymous line). */
export type Sale = { lines: readonly LineInput[] } | { total: Minor }

/** Everything a receipt is decided from; nothing else can change the figures. */
export type ReceiptAsk = {
  receipt_id: string
  program: Program
  sale: Sale
  /** null: a sale without a buyer (counted, nothing earned). */
  account: Account | null
  /** Bonuses the buyer wants to spend; lowered to the limit, `refused` says why. */
  spend: Minor
  /** The most that may be spent without a confirmation this buyer cannot give; null: no limit. */
  confirmation_limit: Minor | null
  /** `ended`: in the 30 days after the grace, when only spending goes on and nothing is earned. */
  license: 'active' | 'ended'
  /**
   * All running promotions of the organization, also those that do not fit this receipt: days,
   * hours, points of sale, levels, minimums and the buyer's own limits are asked here. A stamp card
   * that has ended stays in the list, with its `date_to`, while gifts of it can be taken.
   * The same list object is best passed for every receipt: what is prepared of it is remembered.
   */
  promotions: readonly Promotion[]
  /** Ids of promotions whose shared uses or budget have run out: they give nothing new. */
  exhausted: readonly string[]
  /** Where the sale is made; null: nowhere in particular, so promotions of single points fail. */
  pos_id: string | null
  /** Gifts that this receipt may give: those its buyer has not had, as far as is known. */
  gifts: readonly GiftOffer[]
  /**
   * A sale that is reported after its money was taken: promotions and levels give bonuses for it
   * and take nothing off its prices.
   */
  money_taken?: boolean
  /** Segments the buyer is in now. */
  segment_ids: readonly string[]
  /** When the sale happened; `now` unless an offline till reports it later. */
  occurred_at: Moment
  now: Moment
  actor: string
}

/** What keeps the buyer from spending more. */
export type SpendLimit =
  | 'balance'
  | 'percent'
  | 'min_price'
  | 'excluded'
  | 'min_receipt'
  | 'min_balance'
  | 'confirmation'

/** One line with every amount, frozen: a cancellation uses these and never today's rules. */
export type SettledLine = {
  /** From 1. */
  line: number
  barcode: string | null
  sku: string | null
  name: string | null
  category: string | null
  price: Minor
  quantity: Thousandths
  gross: Minor
  till_discount: Minor
  promotion_discount: Minor
  /** The product promotion that worked on the line, by discount or by bonuses per unit. */
  promotion_id: string | null
  level_discount: Minor
  /** After all discounts, before bonuses. */
  total: Minor
  /** Neither our discounts nor bonuses push the line below it. */
  floor: Minor
  bonuses_spent: Minor
  to_pay: Minor
  /** Of the level or the product; promotions come on top. */
  accrual_percent: BasisPoints
  /** All that the line earns, promotions included. */
  accrual: Minor
  /** Of `accrual`, what promotions give. */
  promotion_accrual: Minor
}

export type Totals = {
  gross: Minor
  till_discount: Minor
  promotion_discount: Minor
  level_discount: Minor
  /** After all discounts, before bonuses. */
  total: Minor
  bonuses_max: Minor
  /** null: no buyer. */
  bonuses_max_reason: SpendLimit | null
  bonuses_spent: Minor
  to_pay: Minor
  cash_to_pay: Minor
  card_to_pay: Minor
  /** `cash_to_pay` − `to_pay`. */
  rounding: Minor
  /** All that the receipt earns, promotions included. */
  accrual: Minor
  /** Of `accrual`, what promotions give: entries of kind `promotion`. */
  promotion_accrual: Minor
  /** Gifts given with the receipt, beside what it earns. */
  gifts: Minor
  accrual_active_from: Moment | null
  accrual_expires_at: Moment | null
}

/** A decided receipt: all that is stored of it, enough to cancel it without today's rules. */
export type SettledReceipt = {
  /** Made from a bare total: cancelled by amount, not by lines. */
  bare: boolean
  program_version: number
  occurred_at: Moment
  /** Its business day, `YYYY-MM-DD` in the shop's zone: turnover is counted on it. */
  day: string
  /** Number of the level that was applied; null: no buyer. */
  level: number | null
  lines: SettledLine[]
  totals: Totals
  /** What its cash total was rounded to: a return is rounded the same, whatever is set by then. */
  cash_rounding: Minor
  explain: Explanation[]
  /** Bonuses after it; null: no buyer. */
  balance_after: { available: Minor; pending: Minor; debt: Minor } | null
  /** The lots the spend took, in the order it took them. */
  spent_lots: TakenLot[]
  /** The lot the accrual made; null: none, also when all of it repaid debt. */
  accrual_lot: number | null
  /** Of the accrual, the promotions' bonuses and the gifts, what repaid a debt at once. */
  accrual_repaid_debt: Minor
  /** What promotions did, by id. */
  promotions: SettledPromotion[]
  /** The lots that promotions' bonuses made. */
  promotion_lots: number[]
  /** Gifts it gave, and the lots they made. */
  gifts: SettledGift[]
  gift_lots: number[]
  /** The buyer's last receipt before this one. */
  previous_receipt_at: Moment | null
  /** `after_last_purchase`: lots whose expiry this receipt moved, with the one they had. */
  moved_expiry: MovedExpiry | null
}

/** What was cancelled of a receipt so far: the only part of it that ever changes. */
export type Returned = {
  /** Per line: thousandths of its `quantity`; of a bare total, minor units of its `total`. */
  lines: number[]
  /** Nothing of the receipt is left. */
  whole: boolean
  /** Of `accrual_repaid_debt`, what has become debt again. */
  debt_again: Minor
}

/** Why a rule says no; the action throws it as a `Refusal`. */
export type RuleRefusal = {
  code: RefusalCode
  params?: Record<string, string | number>
  /** Fields of the request at fault. */
  fields?: { path: string; code: string }[]
}

/** `change` is null without a buyer. With `refused`, calculate may show the figures, create not. */
export type ReceiptDecision = {
  receipt: SettledReceipt
  change: Change | null
  /** What the commit has to take of shared uses and budgets; exhausted: decide again without it. */
  claims: PromotionClaim[]
  refused: RuleRefusal | null
}

/** What is to be cancelled: all that is left, lines with quantities, or a part of a bare total. */
export type CancelPart =
  | { kind: 'full' }
  | { kind: 'lines'; lines: readonly { line: number; quantity: Thousandths }[] }
  | { kind: 'amount'; amount: Minor }

export type CancelAsk = {
  receipt_id: string
  /** As it was made. */
  receipt: SettledReceipt
  /** What was cancelled before; `nothingReturned` at first. */
  returned: Returned
  /** null: no buyer, or a forgotten one: money only. */
  account: Account | null
  /** The account is of a buyer into whom the receipt's own was merged. */
  merged?: boolean
  /** Today's: for `return_policy`, `restore_grace_days` and the ladder. Amounts are the frozen ones. */
  program: Program
  part: CancelPart
  /** Id of the cancellation: the source of its entries. */
  cancellation_id: string
  actor: string
  reason: string | null
  now: Moment
}

export type CancelLine = {
  line: number
  /** Of a bare total 0: the money is in `refund_money`. */
  quantity: Thousandths
  refund_money: Minor
  bonuses_return: Minor
  bonuses_withdraw: Minor
}

export type CancelWarning =
  | 'taken_from_other_bonuses'
  | 'becomes_debt'
  | 'shop_loss'
  | 'returned_expired'
  | 'repays_debt'
  | 'level_lowered'
  | 'stamps_owed'

/** What a cancellation does, in figures. The deed and the estimate come from one call. */
export type CancelFigures = {
  kind: 'full' | 'lines' | 'amount'
  lines: CancelLine[]
  refund_money: Minor
  /** The same in cash, rounded as the receipt's cash total was; partial ones sum to the whole. */
  refund_cash: Minor
  bonuses_return: Minor
  /** Of them, expired at once (`restore_grace_days` = 0). */
  bonuses_return_expired: Minor
  bonuses_withdraw: Minor
  /** Of `bonuses_withdraw`, gifts that hung on the receipt; the rest is of its lines. */
  gifts_withdraw: Minor
  bonuses_withdraw_pending: Minor
  bonuses_withdraw_active: Minor
  /** What no lot holds any more: it becomes debt or the shop's loss. The three sum to withdraw. */
  bonuses_already_spent: Minor
  shop_loss: Minor
  balance_before: Minor
  balance_after: Minor
  available_after: Minor
  pending_after: Minor
  debt_before: Minor
  debt_after: Minor
  level_before: number | null
  level_after: number | null
  warnings: CancelWarning[]
  /** Differs whenever any figure, the account's balance or the receipt's state differs. */
  version: number
}

export type CancelDecision =
  | { refused: RuleRefusal }
  | {
      refused: null
      estimate: CancelFigures
      change: Change | null
      /** What is cancelled of the receipt after it. */
      returned: Returned
      status: 'partially_cancelled' | 'cancelled'
      /** What leaves the turnover, and the day it had been counted on. */
      turnover: { day: string; amount: Minor }
      /** What goes back to shared uses and budgets: negative numbers. */
      claims: PromotionClaim[]
      /** Gifts that are taken back whole: they may be given again. */
      gifts_over: SettledGift[]
    }
