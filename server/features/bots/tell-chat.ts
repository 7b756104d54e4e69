import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import type { Message, Outgoing } from './message-rules.ts'
import { insertMessages } from './message-store.ts'
import type { SubscriberRow } from './subscriber-store.ts'

/** Sends a message to one chat at once, for who has asked for it: a trial of an owner's. */
export async function tellChat(
  io: Io,
  chat: SubscriberRow,
  message: Message,
  source: string,
): Promise<void> {
  const now = io.clock.now()
  const { organization_id, client_id, id: subscriber_id, buyer_id, language } = chat
  const outgoing: Outgoing = { ...message, tapped: null, language }
  await inTransaction(io.db, async (tx) => {
    await insertMessages(tx, [
      {
        ...{ organization_id, id: newId(now), client_id, subscriber_id, buyer_id },
        ...{ kind: 'test', source, priority: 0, body: JSON.stringify(outgoing) },
        ...{ due_at: now, created_at: now },
      },
    ])
    await io.jobs.send('bots.deliver', { client_id }, { tx })
  })
}
