import type { Io } from '#server/io/io.ts'
import { wordsOf } from './load-facts.ts'
import { tellBuyer } from './tell-buyer.ts'

/**
 * Tells the chats of a card that it was joined to another: whoever showed the code learns what came
 * of it. Safe to repeat. Their chats may be either card's by now: they move in a job of their own.
 */
export async function tellLinked(
  io: Io,
  /** Where it was done: that chat knows. */
  where: { id: string },
  linked: { organization_id: string; buyer_id: string; gone_id: string; code_id: string },
): Promise<void> {
  const { organization_id, buyer_id, gone_id, code_id } = linked
  for (const one of [gone_id, buyer_id]) {
    await tellBuyer(io, {
      ...{ organization_id, buyer_id: one, kind: 'linked', source: `linked ${code_id}` },
      priority: 1,
      everywhere: true,
      wants: ({ id }) => id !== where.id,
      say: (context) => ({ text: wordsOf(context).say('bot:linked_elsewhere'), rows: [] }),
    })
  }
}
