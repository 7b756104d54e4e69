import {
  findListed,
  findPhonesOfCards,
  type ListedBuyer,
} from '#server/features/buyers/bring-buyers-in.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { findKnown } from './past-receipt-store.ts'
import type { FileReceipt } from './receipt-row-rules.ts'
import type { LookedUpReceipt } from './past-receipt-tally-rules.ts'

/**
 * What is known of these receipts and of their buyers; with `hold` the buyers are held. A card
 * stands for its phone. Who asked to be forgotten is nobody.
 */
export async function lookReceiptsUp(
  io: Pick<Io, 'secrets'>,
  db: Db | Tx,
  organization_id: string,
  receipts: readonly FileReceipt[],
  hold: boolean,
): Promise<LookedUpReceipt<ListedBuyer>[]> {
  if (receipts.length === 0) return []
  const cards = receipts.flatMap(({ card, phone }) => (card && !phone ? [card] : []))
  const byCard = await findPhonesOfCards(db, organization_id, cards)
  const phoneOf = ({ phone, card }: FileReceipt) => phone ?? byCard.get(card ?? '') ?? null
  const phones = [...new Set(receipts.map(phoneOf).filter((phone) => phone !== null))]
  const { known, forgotten } = await findListed(io, db, organization_id, phones, hold)
  const there = await findKnown(db, organization_id, receipts)
  return receipts.map((receipt) => {
    const phone = phoneOf(receipt)
    const nobody =
      phone === null ? receipt.card === null : forgotten.has(phone) && !known.has(phone)
    const buyer = nobody ? null : known.get(phone ?? '')
    return { receipt, buyer, there: there.get(receipt.id) ?? null }
  })
}
