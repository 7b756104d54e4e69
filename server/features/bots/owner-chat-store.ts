/**
 * The SQL of chats in which owners read notices, and of the links that name them.
 * Invariants kept here: a shop has one such chat and one link; a link is used once.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'

export type OwnerChat = {
  organization_id: string
  user_id: string
  client_id: string
  chat_id: string
  name: string
  linked_at: Date
}

/** Keeps a link in the place of the shop's earlier one. */
export async function putLink(
  db: Db,
  link: {
    organization_id: string
    user_id: string
    token_hash: string
    expires_at: Date
    created_at: Date
  },
): Promise<void> {
  await db
    .insertInto('owner_chat_link')
    .values(link)
    .onConflict((on) => on.column('organization_id').doUpdateSet(link))
    .execute()
}

/** Uses up a living link; `at`: the shop of the bot it is opened in, null of the platform's. */
export async function takeLink(
  tx: Tx,
  hashes: string[],
  { at, now }: { at: string | null; now: Date },
): Promise<{ organization_id: string; user_id: string; shop: string } | undefined> {
  const { rows } = await sql<{ organization_id: string; user_id: string; shop: string }>`
    delete from owner_chat_link l using organization o
    where l.token_hash = any(${hashes}) and l.expires_at > ${now}
      and o.id = l.organization_id and o.deleted_at is null and o.owner_id = l.user_id
      and (${at}::uuid is null or ${at}::uuid = l.organization_id)
    returning l.organization_id, l.user_id, o.name as shop`.execute(tx)
  return rows[0]
}

/** Makes a chat the one of its shop. */
export async function putOwnerChat(tx: Tx, chat: OwnerChat): Promise<void> {
  await tx
    .insertInto('owner_chat')
    .values(chat)
    .onConflict((on) => on.column('organization_id').doUpdateSet(chat))
    .execute()
}

/** The chat of a shop's present owner, through a bot that is still connected. */
export async function findOwnerChat(
  db: Db,
  organization_id: string,
): Promise<(OwnerChat & { bot: string; wanted: boolean }) | undefined> {
  const { rows } = await sql<OwnerChat & { bot: string; wanted: boolean }>`
    select c.*, k.title as bot,
      coalesce((p.notifications ->> 'owner_by_telegram')::boolean, true) as wanted
    from owner_chat c
    join organization o on o.id = c.organization_id and o.owner_id = c.user_id
      and o.deleted_at is null
    join program p on p.organization_id = c.organization_id
    join bot_client k on k.id = c.client_id
    where c.organization_id = ${organization_id}`.execute(db)
  return rows[0]
}

/** Ends the chat of a shop and its link; false: there was none. */
export async function deleteOwnerChat(tx: Db | Tx, organization_id: string): Promise<boolean> {
  await tx.deleteFrom('owner_chat_link').where('organization_id', '=', organization_id).execute()
  const done = await tx
    .deleteFrom('owner_chat')
    .where('organization_id', '=', organization_id)
    .returning('organization_id')
    .executeTakeFirst()
  return done !== undefined
}

/** Forgets links that are over, and chats of owners who are gone. */
export async function deleteOldOwnerChats(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('owner_chat_link').where('expires_at', '<', now).execute()
  await sql`delete from owner_chat c using organization o where o.id = c.organization_id
    and (o.deleted_at is not null or o.owner_id <> c.user_id)`.execute(db)
}

/** Ends what was told into one chat, of whichever shops; answers of how many. */
export async function deleteByChat(
  db: Db | Tx,
  { client_id, chat_id }: { client_id: string; chat_id: string },
): Promise<number> {
  const rows = await db
    .deleteFrom('owner_chat')
    .where('client_id', '=', client_id)
    .where('chat_id', '=', chat_id)
    .returning('organization_id')
    .execute()
  return rows.length
}
