import type { Tx } from '#server/io/db.ts'
import { updateMessengers } from './store.ts'

/**
 * Says in which messengers a buyer can be reached now. Tills read it with the buyer, so that what
 * nobody would be told is not announced. Safe to repeat; nothing happens to a buyer who is gone.
 */
export async function setMessengers(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  messengers: readonly ('telegram' | 'viber')[],
): Promise<void> {
  await updateMessengers(tx, key, messengers)
}
