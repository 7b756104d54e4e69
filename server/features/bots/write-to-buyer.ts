import type { ThreadMessage } from '#contract/messages.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textIn } from '#server/io/text.ts'
import { quoted, type Outgoing } from './message-rules.ts'
import { insertMessages } from './message-store.ts'
import { presentThread } from './present-thread.ts'
import { requireRoomForMessages } from './require-room-for-messages.ts'
import { listReachable } from './subscriber-store.ts'
import { findThreadMessage, insertThread } from './thread-store.ts'

/** The shop's words as a buyer reads them. */
export const fromShop = (language: string, shop: string, text: string): Outgoing => ({
  text: textIn(language)('bot:from_shop', { shop: quoted(shop), text: quoted(text) }),
  rows: [],
  tapped: null,
  language,
})

/**
 * Writes to one buyer where they were last: the line of the thread and the message that carries it
 * are one transaction.
 * Refuses: `buyer_not_found`, `no_messenger`, `license_required`, `tariff_limit`.
 */
export async function writeToBuyer(
  io: Io,
  organization: Organization,
  owner: { user_id: string },
  ask: { buyer_id: string; text: string },
): Promise<ThreadMessage> {
  const program = await loadProgram(io, organization)
  const found = await findBuyer(io, organization.id, { id: ask.buyer_id }, program)
  if (!found || found.buyer.status === 'forgotten') throw new Refusal('buyer_not_found')
  const buyer_id = found.buyer.id
  const [chat] = await listReachable(io.db, organization.id, buyer_id)
  if (!chat) throw new Refusal('no_messenger')
  const now = io.clock.now()
  const { client_id } = chat
  const ids = { organization_id: organization.id, subscriber_id: chat.id, buyer_id }
  const id = newId(now)
  const message_id = newId(now)
  await inTransaction(io.db, async (tx) => {
    await requireRoomForMessages(tx, organization, 1, now)
    await insertThread(tx, {
      ...{ ...ids, id, direction: 'out', text: ask.text, image: null, message_id },
      ...{ user_id: owner.user_id, read_at: null, edited_at: null, deleted_at: null },
      created_at: now,
    })
    const body = JSON.stringify(fromShop(chat.language, organization.name, ask.text))
    await insertMessages(tx, [
      {
        ...{ ...ids, id: message_id, client_id, kind: 'manual', source: `manual ${id}` },
        ...{ priority: 0, body, due_at: now, created_at: now },
      },
    ])
    await io.jobs.send('bots.deliver', { client_id }, { tx })
  })
  const row = await findThreadMessage(io.db, organization.id, id)
  if (!row) throw new Error('a line of a thread is there')
  return presentThread(row, now)
}
