import { setMessengers } from '#server/features/buyers/set-messengers.ts'
import type { Tx } from '#server/io/db.ts'
import { listReachable } from './subscriber-store.ts'

/** Tells `buyers/` where a buyer can be reached, as the chats stand in this transaction. */
export async function refreshMessengers(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  const chats = await listReachable(tx, key.organization_id, key.buyer_id)
  await setMessengers(tx, key, [...new Set(chats.map(({ type }) => type))].toSorted())
}
