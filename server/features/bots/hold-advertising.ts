import type { Io } from '#server/io/io.ts'
import { askToWrite } from './ask-to-write.ts'
import { settleMessage, type Claimed } from './message-store.ts'

/**
 * Asks once more, at the moment of sending, whether the claimed pieces of advertising may go:
 * somebody may have said /stop since they were planned. What may not is settled here, as put off
 * until the quiet hours end or as skipped with its reason; answers what is to be sent now.
 */
export async function holdAdvertising(io: Io, claimed: readonly Claimed[]): Promise<Claimed[]> {
  const ready: Claimed[] = []
  for (const [organization_id, messages] of Map.groupBy(claimed, (one) => one.organization_id)) {
    const chats = messages.map(({ id, subscriber_id }) => ({ message_id: id, subscriber_id }))
    const answers = await askToWrite(io, organization_id, chats)
    for (const [index, message] of messages.entries()) {
      const answer = answers[index]
      if (!answer || 'send' in answer) ready.push(message)
      else if ('drop' in answer) {
        await settleMessage(io.db, message, { state: 'skipped', last_error: answer.drop })
      } else {
        // The claim was no try: a chat is not held for what waits for the morning.
        const attempts = message.attempts - 1
        await settleMessage(io.db, message, { state: 'queued', due_at: answer.later, attempts })
        await io.jobs.send('bots.deliver_bulk', {}, { start_after: answer.later })
      }
    }
  }
  return ready.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
