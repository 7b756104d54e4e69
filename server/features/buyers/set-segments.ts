import type { Tx } from '#server/io/db.ts'
import { addSegment, removeSegment } from './store.ts'

/**
 * Says which buyers came into a segment and which went out of it. Tills read it with the buyer.
 * Safe to repeat.
 */
export async function setSegments(
  tx: Tx,
  key: { organization_id: string; segment_id: string },
  { came, went }: { came: readonly string[]; went: readonly string[] },
): Promise<void> {
  if (came.length > 0) await addSegment(tx, key, came)
  if (went.length > 0) await removeSegment(tx, key, went)
}
