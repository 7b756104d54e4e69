/**
 * What is proven of a change before it is written, and what it adds to the sums of its day.
 *
 * The day's sums follow from the entries and the receipt alone, so that the ledger check can make
 * them again. Amounts are minor units.
 */
import type { Minor } from '#contract/money.ts'
import type { Change, EntryKind, NewEntry } from './rules.ts'

const none = {
  receipts: 0,
  member_receipts: 0,
  cancelled: 0,
  gross: 0,
  paid: 0,
  member_paid: 0,
  refunded: 0,
  member_refunded: 0,
  accrued: 0,
  withdrawn: 0,
  spent: 0,
  returned: 0,
  expired: 0,
  given: 0,
  taken: 0,
}

/** What one operation adds to the sums of a local day at a point of sale (table `pos_day`). */
export type DayFigures = typeof none

/** Into which sum the size of an entry goes; transfers between two buyers go into none. */
export const figureOfKind: Record<EntryKind, keyof DayFigures | null> = {
  accrual: 'accrued',
  promotion: 'accrued',
  welcome: 'accrued',
  birthday: 'accrued',
  referral: 'accrued',
  accrual_reversal: 'withdrawn',
  spend: 'spent',
  spend_return: 'returned',
  expiry: 'expired',
  manual_accrual: 'given',
  compensation: 'given',
  import: 'given',
  manual_withdraw: 'taken',
  forfeit: 'taken',
  transfer_out: null,
  transfer_in: null,
}

/** How many bonuses an entry moved: what repaid a debt, or became one, is part of it. */
export const sizeOfEntry = (entry: { amount: Minor; debt_change: Minor }): Minor =>
  Math.abs(entry.amount - entry.debt_change)

/** The sums that an operation adds to its day. */
export function figuresOfDay(operation: {
  entries: readonly Pick<NewEntry, 'kind' | 'amount' | 'debt_change'>[]
  member: boolean
  receipt?: { gross: Minor; to_pay: Minor } | undefined
  cancellation?: { refund_money: Minor; whole: boolean } | undefined
}): DayFigures {
  const { receipt, cancellation, member } = operation
  const figures = { ...none }
  if (receipt) {
    figures.receipts = 1
    figures.gross = receipt.gross
    figures.paid = receipt.to_pay
    if (member) {
      figures.member_receipts = 1
      figures.member_paid = receipt.to_pay
    }
  }
  if (cancellation) {
    figures.cancelled = cancellation.whole ? 1 : 0
    figures.refunded = cancellation.refund_money
    if (member) figures.member_refunded = cancellation.refund_money
  }
  for (const entry of operation.entries) {
    const figure = figureOfKind[entry.kind]
    if (figure) figures[figure] += sizeOfEntry(entry)
  }
  return figures
}

/**
 * Throws when a change contradicts itself: such a change is a fault of the program and must never
 * be written, whatever the caller thinks of it.
 */
export function assertSound({ account, entries }: Change): void {
  const held = account.lots.reduce((sum, lot) => sum + lot.remaining, 0)
  const last = entries.at(-1)
  const sound =
    account.version >= 1 &&
    account.balance === held &&
    account.balance >= 0 &&
    account.debt >= 0 &&
    (!last ||
      (last.number === account.entries &&
        last.hash === account.last_hash &&
        last.balance_after === account.balance &&
        last.debt_after === account.debt)) &&
    entries.every((entry, index) => {
      const before = entries[index - 1]
      const moved = entry.lots.reduce((sum, lot) => sum + lot.amount, 0)
      return (
        moved === entry.amount &&
        entry.number === account.entries - entries.length + index + 1 &&
        (!before ||
          (entry.prev_hash === before.hash &&
            entry.balance_after === before.balance_after + entry.amount &&
            entry.debt_after === before.debt_after + entry.debt_change))
      )
    })
  if (!sound) throw new Error(`the change of account ${account.buyer_id} contradicts itself`)
}
