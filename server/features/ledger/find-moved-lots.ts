import type { Db, Tx } from '#server/io/db.ts'
import { mergeSource } from './merge-rules.ts'
import { selectMovedLots } from './merge-store.ts'

/**
 * Where the lots of a merged account are in the account that it became a part of, maybe by several
 * merges: old number → number there. A lot that was used up on the way is nowhere.
 */
export async function findMovedLots(
  io: { db: Db | Tx },
  organization_id: string,
  { gone_id, keep_id }: { gone_id: string; keep_id: string },
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>()
  let on_the_way = numbers.map((old) => ({ old, buyer_id: gone_id, number: old }))
  while (on_the_way.length > 0) {
    const sourceOf = (lot: { buyer_id: string; number: number }) =>
      `${mergeSource(lot.buyer_id)}:${lot.number}`
    const rows = await selectMovedLots(io.db, organization_id, on_the_way.map(sourceOf))
    const by_source = new Map(rows.map((row) => [row.source, row]))
    const moved = on_the_way.flatMap((lot) => {
      const row = by_source.get(sourceOf(lot))
      return row ? [{ old: lot.old, buyer_id: row.buyer_id, number: row.number }] : []
    })
    for (const { old, buyer_id, number } of moved) if (buyer_id === keep_id) found.set(old, number)
    on_the_way = moved.filter(({ buyer_id }) => buyer_id !== keep_id)
  }
  return found
}
