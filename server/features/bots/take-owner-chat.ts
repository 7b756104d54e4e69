import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'
import type { ClientRow } from './client-store.ts'
import { chatLanguage, type Incoming } from './incoming-rules.ts'
import { takeUpdate } from './message-store.ts'
import { noteOwnerChat } from './note-owner-chat.ts'
import { deleteByChat, putOwnerChat, takeLink } from './owner-chat-store.ts'
import { listOfPerson } from './subscriber-store.ts'

/** The purpose under which tokens of owners' links are hashed. */
const PURPOSE = 'owner chat'

/** What the token of an owner's link is kept as. */
export const ownerTokenHash = (io: Pick<Io, 'secrets'>, token: string): string =>
  io.secrets.hmac(PURPOSE, token)

/**
 * An update that is an owner's and no buyer's: the link from the cabinet opens the chat for
 * notices. Answers what to say; undefined: it is none of these. Nothing of a buyer's card changes.
 */
export async function takeOwnerChat(
  io: Io,
  client: ClientRow,
  { key, user_id: chat_id, name, language, event }: Incoming,
): Promise<string | null | undefined> {
  if (event.kind !== 'owner') return undefined
  const say = textIn(chatLanguage(language))
  const now = io.clock.now()
  const hashes = io.secrets.hmacAll(PURPOSE, event.token)
  return inTransaction(io.db, async (tx) => {
    if (!(await takeUpdate(tx, client.id, key, now))) return null
    const link = await takeLink(tx, hashes, { at: client.organization_id, now })
    if (!link) return say('bot:owner_link_over')
    const { organization_id, user_id, shop } = link
    await putOwnerChat(tx, {
      ...{ organization_id, user_id, client_id: client.id, chat_id, name, linked_at: now },
    })
    await noteOwnerChat(tx, link, true, now)
    return say('bot:owner_linked', { shop })
  })
}

/**
 * /stop ends notices to the owner who reads them here. Answers what to say of it, null when there
 * was nothing to end, and whether the chat is a buyer's as well, who means advertising by it.
 */
export async function stopOwnerChat(
  io: Io,
  client: ClientRow,
  { key, user_id: chat_id, language }: Incoming,
): Promise<{ said: string | null; has_card: boolean }> {
  const cards = await listOfPerson(io.db, client.id, chat_id)
  const has_card = cards.length > 0
  return inTransaction(io.db, async (tx) => {
    const ended = await deleteByChat(tx, { client_id: client.id, chat_id })
    if (ended === 0) return { said: null, has_card: true }
    // Nobody else will take this update, and a repeated one must not begin a card.
    if (!has_card) await takeUpdate(tx, client.id, key, io.clock.now())
    return { said: textIn(chatLanguage(language))('bot:owner_stopped'), has_card }
  })
}
