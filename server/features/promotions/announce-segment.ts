import { announce } from '#server/features/ledger/events.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { promotionChanged } from './events.ts'
import type { PromotionRow } from './store.ts'

/** Tells of the segments that the rows of a changed promotion name: whom they hold matters now. */
export async function announceSegment(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  ...rows: readonly PromotionRow[]
): Promise<void> {
  const named = new Set(rows.flatMap(({ rules }) => rules.segment_id ?? []))
  const [first] = rows
  if (!first || named.size === 0) return
  const { organization_id } = first
  await announce(
    io,
    tx,
    organization_id,
    [...named].map((segment_id) => promotionChanged({ organization_id, segment_id })),
  )
}
