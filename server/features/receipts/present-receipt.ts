import { maskPhone } from '#contract/phone.ts'
import type {
  CalculatedReceipt,
  CompletedReceipt,
  ReceiptRow as WireRow,
  ReceiptStatus,
  WholeReceipt,
} from '#contract/receipt.ts'
import { toMoney, type Minor } from '#contract/money.ts'
import type { Moment } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { hintFor, sayExplanation, sayFooter } from './explain-receipt.ts'
import { readFrozen, readReturned, type FrozenReceipt } from './freeze-receipt.ts'
import { nothingReturned, returnedOfLine } from './returned-rules.ts'
import type { Returned, SettledLine, SettledReceipt } from './rules.ts'
import type { SettledPromotion } from './settled-promotion-rules.ts'
import type { ReceiptRow } from './store.ts'
import { maskName } from './view-buyer.ts'

function presentLine(settled: SettledReceipt, line: SettledLine, returned: Returned) {
  return {
    line: line.line,
    barcode: line.barcode,
    sku: line.sku,
    name: line.name,
    category: line.category,
    price: line.price,
    quantity: line.quantity,
    gross: line.gross,
    till_discount: line.till_discount,
    promotion_discount: line.promotion_discount,
    level_discount: line.level_discount,
    bonuses_spent: line.bonuses_spent,
    to_pay: line.to_pay,
    accrual: line.accrual,
    accrual_percent: line.accrual_percent,
    // The first receipts could not tell of promotions.
    promotion_accrual: line.promotion_accrual ?? 0,
    promotion_id: line.promotion_id ?? null,
    ...returnedOfLine(settled, returned, line),
  }
}

function presentPromotion(promotion: SettledPromotion) {
  const { promotion_id, name, type, discount, bonuses, lines, card } = promotion
  const shown = (count: number) => (card?.count === 'sum' ? toMoney(count) : count)
  return {
    id: promotion_id,
    ...{ name, type, discount, bonuses },
    amount: discount + bonuses,
    lines: lines.map(({ line }) => line),
    card: card && {
      unit: card.count,
      stamps: shown(card.stamps),
      count: shown(card.after.stamps),
      goal: shown(card.goal),
      gifts: card.after.gifts,
      used: card.used.length,
    },
  }
}

const iso = (moment: Moment | null): string | null =>
  moment === null ? null : new Date(moment).toISOString()

function presentFields(
  frozen: FrozenReceipt,
  status: ReceiptStatus,
  language: TextLanguage,
  returned: Returned = nothingReturned(frozen.settled),
) {
  const { settled } = frozen
  const { totals } = settled
  return {
    status,
    number: frozen.number,
    pos: frozen.pos,
    cashier: frozen.cashier,
    buyer: frozen.buyer,
    can_register: frozen.can_register,
    can_name_inviter: frozen.can_name_inviter ?? false,
    totals: {
      gross: totals.gross,
      till_discount: totals.till_discount,
      promotion_discount: totals.promotion_discount,
      level_discount: totals.level_discount,
      bonuses_max: totals.bonuses_max,
      bonuses_max_reason: totals.bonuses_max_reason,
      bonuses_spent: totals.bonuses_spent,
      to_pay: totals.to_pay,
      cash_to_pay: totals.cash_to_pay,
      card_to_pay: totals.card_to_pay,
      rounding: totals.rounding,
      accrual: totals.accrual,
      gifts: totals.gifts,
      accrual_active_from: iso(totals.accrual_active_from),
    },
    lines: settled.lines.map((line) => presentLine(settled, line, returned)),
    promotions: settled.promotions.map(presentPromotion),
    confirmation: frozen.confirmation,
    explain: settled.explain.map((step) => ({
      line: step.line,
      rule: step.rule,
      amount: step.amount,
      text: sayExplanation(step, language),
    })),
    texts: {
      receipt_footer: sayFooter(frozen, language),
      cashier_hint: hintFor(frozen, language),
    },
    version: frozen.version,
  }
}

/** The figures of a calculate; `draft` is null when only the buyer was looked up. */
export function presentCalculated(
  frozen: FrozenReceipt,
  draft: { receipt_id: string; expires_at: Date } | null,
  language: TextLanguage,
): CalculatedReceipt {
  return {
    receipt_id: draft?.receipt_id ?? null,
    expires_at: draft?.expires_at.toISOString() ?? null,
    ...presentFields(frozen, 'calculated', language),
  }
}

type MadeRow = Pick<
  ReceiptRow,
  | 'id'
  | 'occurred_at'
  | 'created_at'
  | 'offline'
  | 'balance_after'
  | 'pending_after'
  | 'debt_after'
  | 'registered'
>

/** A receipt as it was made: the same words at every repetition, whatever came later. */
export function presentCompleted(
  row: MadeRow,
  frozen: FrozenReceipt,
  language: TextLanguage,
): CompletedReceipt {
  return {
    receipt_id: row.id,
    expires_at: null,
    ...presentFields(frozen, 'completed', language),
    ...madeFields(row),
  }
}

const madeFields = (row: MadeRow) => ({
  occurred_at: row.occurred_at.toISOString(),
  created_at: row.created_at.toISOString(),
  offline: row.offline,
  balance_after: row.balance_after,
  pending_after: row.pending_after,
  debt_after: row.debt_after,
  registered: row.registered,
})

/** A receipt with everything that was cancelled of it since. */
export function presentWhole(
  row: ReceiptRow,
  cancellations: readonly {
    id: string
    created_at: Date
    refund_money: Minor
    bonuses_return: Minor
    bonuses_withdraw: Minor
    reason: string | null
    by: string | null
  }[],
  language: TextLanguage,
): WholeReceipt {
  const frozen = readFrozen(row)
  const status = row.status as ReceiptStatus
  return {
    receipt_id: row.id,
    expires_at: null,
    ...presentFields(frozen, status, language, readReturned(row, frozen)),
    ...madeFields(row),
    approved_by: frozen.approved_by?.name ?? null,
    refunded: row.refunded,
    cancellations: cancellations.map((done) => presentCancellation(done)),
  }
}

export function presentCancellation(done: {
  id: string
  created_at: Date
  refund_money: Minor
  bonuses_return: Minor
  bonuses_withdraw: Minor
  reason: string | null
  by: string | null
}) {
  return {
    id: done.id,
    created_at: done.created_at.toISOString(),
    refund_money: done.refund_money,
    bonuses_return: done.bonuses_return,
    bonuses_withdraw: done.bonuses_withdraw,
    reason: done.reason,
    by: done.by,
  }
}

/** The lines of a receipt with what was returned of each. */
export function presentLines(row: ReceiptRow) {
  const frozen = readFrozen(row)
  const returned = readReturned(row, frozen)
  return frozen.settled.lines.map((line) => presentLine(frozen.settled, line, returned))
}

/** One row of the till's list. */
export function presentRow(
  row: {
    receipt_id: string
    number: string | null
    status: string
    occurred_at: Date
    created_at: Date
    offline: boolean
    pos_id: string
    pos_name: string
    cashier_id: string | null
    cashier_name: string | null
    buyer_id: string | null
    first_name: string | null
    last_name: string | null
    phone: string | null
    gross: Minor
    bonuses_spent: Minor
    to_pay: Minor
    accrual: Minor
    refunded: Minor
  },
  shown: Program['buyer_shown'],
  see_phone: boolean,
): WireRow {
  const phone = row.phone ?? ''
  return {
    receipt_id: row.receipt_id,
    number: row.number,
    status: row.status as ReceiptStatus,
    occurred_at: row.occurred_at.toISOString(),
    created_at: row.created_at.toISOString(),
    offline: row.offline,
    pos: { id: row.pos_id, name: row.pos_name },
    cashier: { id: row.cashier_id, name: row.cashier_name ?? '' },
    buyer:
      row.buyer_id === null
        ? null
        : {
            id: row.buyer_id,
            name_masked: maskName({ ...row, id: row.buyer_id, birthday: null }, shown),
            phone_masked: phone === '' ? '' : see_phone ? phone : maskPhone(phone),
          },
    gross: row.gross,
    bonuses_spent: row.bonuses_spent,
    to_pay: row.to_pay,
    accrual: row.accrual,
    refunded: row.refunded,
  }
}
