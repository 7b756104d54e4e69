/**
 * The SQL of requests for a bot that Telegram is to make.
 *
 * Invariants: one living request for a bot; a link binds one person, and a person's newest link is
 * the one that a new bot belongs to.
 */
import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'

export type ManagedRequestRow = Selectable<Tables['managed_bot_request']>
type Key = Pick<ManagedRequestRow, 'organization_id' | 'bot_id'>

/** Keeps a new request in the place of the bot's earlier one. */
export async function putRequest(
  db: Db,
  row: Pick<
    ManagedRequestRow,
    'organization_id' | 'bot_id' | 'token_hash' | 'asked_by' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  const blank = { user_id: null, started_at: null, managed_id: null, problem: null }
  await db
    .insertInto('managed_bot_request')
    .values(row)
    .onConflict((on) => on.columns(['organization_id', 'bot_id']).doUpdateSet({ ...row, ...blank }))
    .execute()
}

/** The shop's living requests. */
export async function listRequests(
  db: Db,
  organization_id: string,
  now: Date,
): Promise<ManagedRequestRow[]> {
  return db
    .selectFrom('managed_bot_request')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('expires_at', '>', now)
    .execute()
}

/** Gives a link to the first person who opens it; undefined: it is over, or somebody else's. */
export async function startRequest(
  tx: Tx,
  token_hash: Buffer,
  user_id: string,
  now: Date,
): Promise<Key | undefined> {
  return tx
    .updateTable('managed_bot_request')
    .set({ user_id, started_at: now })
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .where('managed_id', 'is', null)
    .where((one) => one.or([one('user_id', 'is', null), one('user_id', '=', user_id)]))
    .returning(['organization_id', 'bot_id'])
    .executeTakeFirst()
}

/**
 * The bot that a person made belongs to the link opened last. The same bot again changes nothing,
 * nor does one that is connected already: of that Telegram tells that its token changed.
 */
export async function giveToRequest(
  tx: Tx,
  user_id: string,
  managed_id: string,
  now: Date,
): Promise<void> {
  // Both of Telegram's words of one bot may be here at once: the second sees what the first did.
  await sql`select 1 from managed_bot_request where user_id = ${user_id} for update`.execute(tx)
  await sql`update managed_bot_request set managed_id = ${managed_id}
    where token_hash = (
      select token_hash from managed_bot_request
      where user_id = ${user_id} and managed_id is null and expires_at > ${now}
      order by started_at desc limit 1
    ) and not exists (select 1 from managed_bot_request where managed_id = ${managed_id})
    and not exists (
      select 1 from bot_client where type = 'telegram' and external_id = ${managed_id}
    )`.execute(tx)
}

/** The request that this bot was made for. */
export async function findRequestOf(
  db: Db,
  managed_id: string,
): Promise<ManagedRequestRow | undefined> {
  return db
    .selectFrom('managed_bot_request')
    .selectAll()
    .where('managed_id', '=', managed_id)
    .executeTakeFirst()
}

/** Forgets what was asked for this bot. */
export async function deleteRequestOf(tx: Tx, { organization_id, bot_id }: Key): Promise<void> {
  await tx
    .deleteFrom('managed_bot_request')
    .where('organization_id', '=', organization_id)
    .where('bot_id', '=', bot_id)
    .execute()
}

/** Ends a request; false: somebody has ended it. */
export async function deleteRequest(tx: Tx, { token_hash }: ManagedRequestRow): Promise<boolean> {
  const done = await tx
    .deleteFrom('managed_bot_request')
    .where('token_hash', '=', token_hash)
    .returning('bot_id')
    .executeTakeFirst()
  return done !== undefined
}

/** Notes why the bot could not be connected; false: it is noted, or the request is over. */
export async function noteProblem(
  tx: Tx,
  { token_hash }: ManagedRequestRow,
  problem: 'token_refused' | 'bot_taken',
): Promise<boolean> {
  const done = await tx
    .updateTable('managed_bot_request')
    .set({ problem })
    .where('token_hash', '=', token_hash)
    .where('problem', 'is', null)
    .returning('bot_id')
    .executeTakeFirst()
  return done !== undefined
}

export async function deleteOverRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('managed_bot_request').where('expires_at', '<', now).execute()
}
