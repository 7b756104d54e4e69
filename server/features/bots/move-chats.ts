import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { refreshMessengers } from './refresh-messengers.ts'
import { moveSubscribers } from './subscriber-store.ts'
import { moveThread } from './thread-store.ts'

/** Chats of a merged card become the living one's: what was said, rated and subscribed to. */
export async function moveChats(
  io: Io,
  pair: { organization_id: string; buyer_id: string; merged_id: string },
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await moveSubscribers(tx, pair)
    await moveThread(tx, pair)
    await refreshMessengers(tx, pair)
  })
}
