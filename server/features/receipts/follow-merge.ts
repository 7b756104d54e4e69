import { findMovedLots } from '#server/features/ledger/find-moved-lots.ts'
import type { Db } from '#server/io/db.ts'
import type { SettledReceipt } from './rules.ts'

/**
 * The receipt of a buyer who was merged into another, as the other's account knows its lots: those
 * it made go by the numbers they have there; those it spent are nobody's there, and come back as
 * new ones (`merged`).
 */
export async function followMerge(
  io: { db: Db },
  organization_id: string,
  pair: { gone_id: string; keep_id: string },
  settled: SettledReceipt,
): Promise<SettledReceipt> {
  const { accrual_lot, promotion_lots, gift_lots, moved_expiry } = settled
  const numbers = [
    ...(accrual_lot === null ? [] : [accrual_lot]),
    ...promotion_lots,
    ...gift_lots,
    ...(moved_expiry?.lots.map(({ number }) => number) ?? []),
  ]
  const moved = await findMovedLots(io, organization_id, pair, [...new Set(numbers)])
  const there = (number: number): number[] => {
    const found = moved.get(number)
    return found === undefined ? [] : [found]
  }
  return {
    ...settled,
    accrual_lot: accrual_lot === null ? null : (moved.get(accrual_lot) ?? null),
    promotion_lots: promotion_lots.flatMap(there),
    gift_lots: gift_lots.flatMap(there),
    moved_expiry: moved_expiry && {
      ...moved_expiry,
      lots: moved_expiry.lots.flatMap((lot) =>
        there(lot.number).map((number) => ({ ...lot, number })),
      ),
    },
  }
}
