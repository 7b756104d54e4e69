import type { Io } from '#server/io/io.ts'
import { findClient } from './client-store.ts'
import { openContext, type ChatContext } from './load-facts.ts'
import type { SubscriberRow } from './subscriber-store.ts'

/** The shop and the bot behind a chat; undefined: one of them is gone. */
export async function openClientContext(
  io: Io,
  chat: SubscriberRow,
): Promise<ChatContext | undefined> {
  const client = await findClient(io.db, chat.client_id)
  return client && openContext(io, client, chat)
}
