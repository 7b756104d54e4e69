import type { ThreadMessage } from '#contract/messages.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { Refusal } from '#server/io/refusal.ts'
import { tokenOf } from './client-secrets.ts'
import { findClient } from './client-store.ts'
import { findMessage, rewriteQueued, skipQueued } from './message-store.ts'
import { messengerOf } from './messengers.ts'
import { isChangeable, presentThread } from './present-thread.ts'
import { findSubscriberById } from './subscriber-store.ts'
import { changeThread, findThreadMessage, type ShownRow } from './thread-store.ts'
import { fromShop } from './write-to-buyer.ts'

/**
 * Gives a message of the shop another text, or takes it back (`text` null), where the messenger
 * still lets it. Refuses: `not_found`, `message_fixed`, `messenger_unavailable`.
 */
export async function changeMessage(
  io: Io,
  organization: Organization,
  thread_id: string,
  text: string | null,
): Promise<ThreadMessage> {
  const now = io.clock.now()
  const row = await findThreadMessage(io.db, organization.id, thread_id)
  if (!row) throw new Refusal('not_found')
  if (!isChangeable(row, now)) throw new Refusal('message_fixed')
  await changeThere(io, organization, row, text)
  const key = { organization_id: organization.id, id: thread_id }
  await changeThread(io.db, key, text === null ? { deleted_at: now } : { text, edited_at: now })
  const changed = await findThreadMessage(io.db, organization.id, thread_id)
  if (!changed) throw new Refusal('not_found')
  return presentThread(changed, now)
}

async function changeThere(
  io: Io,
  organization: Organization,
  row: ShownRow,
  text: string | null,
): Promise<void> {
  const message =
    row.message_id === null
      ? undefined
      : await findMessage(io.db, { organization_id: organization.id, id: row.message_id })
  const chat = await findSubscriberById(io.db, organization.id, row.subscriber_id)
  if (!message || !chat) throw new Refusal('message_fixed')
  const outgoing = text === null ? null : fromShop(chat.language, organization.name, text)
  const unsent = outgoing
    ? await rewriteQueued(io.db, message, JSON.stringify(outgoing))
    : await skipQueued(io.db, message)
  if (unsent) return
  const client = await findClient(io.db, message.client_id)
  const sent = await findMessage(io.db, message)
  if (!client || !sent || sent.external_id === null) throw new Refusal('message_fixed')
  const { edit, remove } = messengerOf(io, client.type)
  if (!edit || !remove) throw new Refusal('message_fixed')
  const token = tokenOf(io, client)
  try {
    if (outgoing) await edit(token, chat.user_id, sent.external_id, outgoing)
    else await remove(token, chat.user_id, sent.external_id)
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    throw new Refusal(error.may_pass ? 'messenger_unavailable' : 'message_fixed')
  }
}
