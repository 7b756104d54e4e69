import { setSegments } from '#server/features/buyers/set-segments.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { selectMarked, selectMoved } from './result-store.ts'
import { askSegment, whomOf } from './select-segment.ts'
import { findSegment, findShop, isPromoted } from './store.ts'

const PAGE = 5000
/** Promotions that work now, or may again. */
const WORKING = ['launched', 'paused']

/**
 * Marks the buyers of a segment that a promotion is for, so that tills read it with the buyer; takes
 * the marks away when there is no such promotion any more. May run twice. Answers how many moved.
 */
export async function keepMembers(
  io: Pick<Io, 'db' | 'clock'>,
  key: { organization_id: string; id: string },
): Promise<number> {
  const { organization_id, id: segment_id } = key
  const shop = await findShop(io.db, organization_id)
  if (!shop) return 0
  const segment = (await isPromoted(io.db, key, WORKING))
    ? await findSegment(io.db, organization_id, segment_id)
    : undefined
  for (let moved = 0; ;) {
    const whom = segment && whomOf(segment)
    const change = whom
      ? await askSegment(io, shop, whom, (tx, ground) =>
          selectMoved(tx, whom, ground, segment_id, PAGE),
        )
      : { came: [], went: await inTransaction(io.db, (tx) => selectMarked(tx, key, PAGE)) }
    const { came, went } = change
    if (came.length + went.length === 0) return moved
    await inTransaction(io.db, (tx) => setSegments(tx, { organization_id, segment_id }, change))
    moved += came.length + went.length
  }
}
