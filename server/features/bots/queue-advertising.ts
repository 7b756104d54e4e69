import type { Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'
import { skipBulk, withdrawBulk } from './bulk-store.ts'
import type { Message, Outgoing } from './message-rules.ts'
import { insertMessages } from './message-store.ts'

export type Advertising = {
  client_id: string
  subscriber_id: string
  buyer_id: string
  language: string
  message: Message
}

/**
 * Puts advertising into the outbox with the caller's own transaction, each with a way to refuse
 * more. Whether it may go is asked again when it is sent; of one source a chat gets one message.
 * Answers the id of each message in the order given.
 */
export async function queueAdvertising(
  io: Io,
  tx: Tx,
  organization_id: string,
  { kind, source }: { kind: string; source: string },
  pieces: readonly Advertising[],
): Promise<string[]> {
  const now = io.clock.now()
  const rows = pieces.map(({ client_id, subscriber_id, buyer_id, language, message }) => {
    const refuse = { text: textIn(language)('bot:no_ads'), act: 'no_ads' }
    const rows = [...message.rows, [refuse]]
    const outgoing: Outgoing = { ...message, rows, tapped: null, language }
    return {
      ...{ organization_id, id: newId(now), client_id, subscriber_id, buyer_id, kind, source },
      ...{ priority: 2, body: JSON.stringify(outgoing), due_at: now, created_at: now },
    }
  })
  await insertMessages(tx, rows)
  await io.jobs.send('bots.deliver_bulk', {}, { tx })
  return rows.map(({ id }) => id)
}

/** Takes back what of this source has not left yet. */
export const takeBackAdvertising = (
  tx: Tx,
  organization_id: string,
  source: string,
): Promise<number> => skipBulk(tx, organization_id, source, 'stopped')

/** The same for a while: of what has not left nothing stays, and it may be queued again. */
export const withdrawAdvertising = (
  tx: Tx,
  organization_id: string,
  source: string,
): Promise<string[]> => withdrawBulk(tx, organization_id, source)
