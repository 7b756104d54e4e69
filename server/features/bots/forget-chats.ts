import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { forgetThread } from './thread-store.ts'
import { forgetSubscribers } from './subscriber-store.ts'

/** Cuts every chat of a forgotten buyer off the person: names, words and what was to be sent. */
export async function forgetChats(
  io: Io,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await forgetThread(tx, key)
    await forgetSubscribers(tx, key)
  })
}
