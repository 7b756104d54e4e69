/** What is counted and what is told of the receipts of a file. */
import { paidOf } from '#server/features/receipts/line-rules.ts'
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import type { FileReceipt } from './receipt-row-rules.ts'

/** Beside receipts: those with a buyer, and the money of all. */
export const figures = ['members', 'paid'] as const

/** A receipt with what is known of it. */
export type LookedUpReceipt<Buyer = unknown> = {
  receipt: FileReceipt
  /** null: nobody showed a card. undefined: the row names nobody who is a buyer here. */
  buyer: Buyer | null | undefined
  /** What was paid for it, or for another one with its number, if that is there already. */
  there: number | null
}

/** What a receipt is: new, there already, or at fault, which is told. */
export function countReceipt(
  { receipt, buyer, there }: LookedUpReceipt,
  tally: Tally,
): 'new' | 'there' | 'wrong' {
  const { row, number, phone, card, sale } = receipt
  const paid = paidOf(sale)
  // The same number with another time of the day is the same receipt told less well.
  if (there === paid) {
    tally.unchanged += 1
    return 'there'
  }
  if (there !== null) {
    tally.refuse({ row, field: 'number', code: 'duplicate_number', value: number ?? '' })
    return 'wrong'
  }
  if (buyer === undefined) {
    const field = phone === null ? 'card' : 'phone'
    tally.refuse({ row, field, code: 'buyer_not_found', value: phone ?? card ?? '' })
    return 'wrong'
  }
  tally.created += 1
  tally.add('paid', paid)
  if (buyer) tally.add('members')
  return 'new'
}
