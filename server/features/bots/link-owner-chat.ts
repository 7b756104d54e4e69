import { randomBytes } from 'node:crypto'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { listClients, listSharedClients, type ClientRow } from './client-store.ts'
import { deleteOwnerChat, findOwnerChat, putLink } from './owner-chat-store.ts'
import { noteOwnerChat } from './note-owner-chat.ts'
import { ownerTokenHash } from './take-owner-chat.ts'
import { listBots } from './store.ts'

const TOKEN_BYTES = 24
const LIFETIME_MS = 3_600_000
const PER_HOUR = 10

/** The chat in which the owner of a shop reads notices, and whether there is a bot to link one. */
export async function showOwnerChat(io: Io, organization_id: string) {
  const chat = await findOwnerChat(io.db, organization_id)
  const can_link = (await linkingBot(io, organization_id)) !== undefined
  if (!chat) return { chat: null, can_link }
  const { name, bot, linked_at } = chat
  return { chat: { name, bot, linked_at: linked_at.toISOString() }, can_link }
}

/**
 * Gives an owner a link that makes the Telegram it is opened in the one for notices: once, within
 * an hour. It ends the link given before. Only the HMAC of its token is kept.
 * Refuses: `not_found` where there is no bot to open, `rate_limited`.
 */
export async function linkOwnerChat(
  io: Io,
  { user_id }: Owner,
  { id: organization_id }: Organization,
): Promise<{ link: string; expires_at: string }> {
  await takeRate(io, `owner chat ${organization_id}`, PER_HOUR, 3600)
  const client = await linkingBot(io, organization_id)
  if (!client) throw new Refusal('not_found')
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const created_at = io.clock.now()
  const expires_at = new Date(created_at.getTime() + LIFETIME_MS)
  const token_hash = ownerTokenHash(io, token)
  await putLink(io.db, { organization_id, user_id, token_hash, expires_at, created_at })
  const link = `https://t.me/${encodeURIComponent(client.username)}?start=o${token}`
  return { link, expires_at: expires_at.toISOString() }
}

/** Sends notices of this shop to the owner's Telegram no more. */
export async function unlinkOwnerChat(
  io: Io,
  { user_id }: Owner,
  { id: organization_id }: Organization,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    if (!(await deleteOwnerChat(tx, organization_id))) return
    await noteOwnerChat(tx, { organization_id, user_id }, false, io.clock.now())
  })
}

/**
 * The platform's bot: it goes on telling when a shop's own is disconnected, which is one of the
 * things to tell. Where there is none, the shop's.
 */
async function linkingBot(io: Io, organization_id: string): Promise<ClientRow | undefined> {
  const bots = await listBots(io.db, organization_id)
  const ids = bots.map(({ id }) => id)
  const own = await listClients(io.db, organization_id, ids)
  const all = [...(await listSharedClients(io.db)), ...own]
  return all.find(({ type, status }) => type === 'telegram' && status !== 'revoked')
}
