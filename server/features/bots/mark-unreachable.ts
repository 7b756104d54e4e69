import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { settleMessage, type Claimed } from './message-store.ts'
import { refreshMessengers } from './refresh-messengers.ts'
import { markBlocked } from './subscriber-store.ts'

/** The person blocked the bot: no more messages there, and tills know it. */
export async function markUnreachable(io: Io, message: Claimed, last_error: string): Promise<void> {
  const { organization_id, subscriber_id } = message
  await inTransaction(io.db, async (tx) => {
    await settleMessage(tx, message, { state: 'blocked', last_error })
    const chat = await markBlocked(tx, organization_id, subscriber_id, io.clock.now())
    if (chat?.buyer_id) await refreshMessengers(tx, { organization_id, buyer_id: chat.buyer_id })
  })
}
