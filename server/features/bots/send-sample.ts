import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findClient } from './client-store.ts'
import type { Message } from './message-rules.ts'
import { listReachable, type SubscriberRow } from './subscriber-store.ts'
import { tellChat } from './tell-chat.ts'

type Sample = {
  phone: string
  /** Only in this bot; null: wherever the person talks. */
  bot_id: string | null
  say(buyer_id: string, chat: Pick<SubscriberRow, 'id' | 'language'>): Promise<Message>
}

/**
 * Sends a message on trial to one subscriber of the shop, where they were last.
 * Refuses: `buyer_not_found`, `no_messenger`.
 */
export async function sendSample(
  io: Io,
  organization: Organization,
  { phone, bot_id, say }: Sample,
): Promise<void> {
  const program = await loadProgram(io, organization)
  const found = await findBuyer(io, organization.id, { phone }, program)
  if (!found || found.buyer.status === 'forgotten') throw new Refusal('buyer_not_found')
  const buyer_id = found.buyer.id
  const chat = await chatIn(io, organization.id, buyer_id, bot_id)
  if (!chat) throw new Refusal('no_messenger')
  const source = `sample ${newId(io.clock.now())}`
  await tellChat(io, chat, await say(buyer_id, chat), source)
}

async function chatIn(io: Io, organization_id: string, buyer_id: string, bot_id: string | null) {
  for (const chat of await listReachable(io.db, organization_id, buyer_id)) {
    if (bot_id === null) return chat
    if ((await findClient(io.db, chat.client_id))?.bot_id === bot_id) return chat
  }
  return undefined
}
