/**
 * The SQL of bots' connections to messengers. Tokens come and go sealed.
 *
 * Invariant: a bot of a messenger is connected once among all shops.
 */
import { sql, type Selectable } from 'kysely'
import type { MessengerType } from '#server/io/messengers/messenger.ts'
import { violatedConstraint, type Db, type Tables, type Tx } from '#server/io/db.ts'

type Table = Selectable<Tables['bot_client']>
export type ClientRow = Omit<Table, 'type' | 'mode' | 'status'> & {
  type: MessengerType
  mode: 'webhook' | 'polling'
  status: 'ok' | 'error' | 'revoked'
}

/** Keeps a connection, in place of the bot's earlier one; false when another bot has it. */
export async function putClient(
  tx: Tx,
  row: Omit<
    ClientRow,
    | 'checked_at'
    | 'paused_until'
    | 'polled_by'
    | 'polled_until'
    | 'poll_from'
    | 'avatar'
    | 'avatar_name'
  >,
): Promise<boolean> {
  const changes = {
    ...row,
    poll_from: 0,
    checked_at: null,
    paused_until: null,
    polled_by: null,
    polled_until: null,
  }
  const insert = tx.insertInto('bot_client').values(row)
  try {
    // The platform's own has no bot to be one of.
    await (row.organization_id === null
      ? insert.onConflict((on) => on.column('id').doUpdateSet(changes)).execute()
      : insert
          .onConflict((on) => on.constraint('bot_client_one_each').doUpdateSet(changes))
          .execute())
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'bot_client_external_unique') return false
    throw error
  }
}

export async function findClient(db: Db | Tx, id: string): Promise<ClientRow | undefined> {
  return db
    .selectFrom('bot_client')
    .selectAll()
    .where('id', '=', id)
    .$castTo<ClientRow>()
    .executeTakeFirst()
}

/** The connection of one messenger's bot, by what the messenger calls it. */
export async function findClientByExternal(
  db: Db | Tx,
  type: MessengerType,
  external_id: string,
): Promise<ClientRow | undefined> {
  return db
    .selectFrom('bot_client')
    .selectAll()
    .where('type', '=', type)
    .where('external_id', '=', external_id)
    .$castTo<ClientRow>()
    .executeTakeFirst()
}

/** The connections of these bots, oldest first. */
export async function listClients(
  db: Db | Tx,
  organization_id: string,
  bot_ids: readonly string[],
): Promise<ClientRow[]> {
  if (bot_ids.length === 0) return []
  return db
    .selectFrom('bot_client')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('bot_id', 'in', [...bot_ids])
    .orderBy('id')
    .$castTo<ClientRow>()
    .execute()
}

/** The platform's own connections. */
export async function listSharedClients(db: Db): Promise<ClientRow[]> {
  return db
    .selectFrom('bot_client')
    .selectAll()
    .where('organization_id', 'is', null)
    .orderBy('type')
    .$castTo<ClientRow>()
    .execute()
}

/** Every connection there is, for checks and for sealing tokens again. */
export async function listAllClients(db: Db): Promise<ClientRow[]> {
  return db.selectFrom('bot_client').selectAll().orderBy('id').$castTo<ClientRow>().execute()
}

export async function deleteClient(tx: Db | Tx, id: string): Promise<void> {
  await tx.deleteFrom('bot_client').where('id', '=', id).execute()
}

/** What a check found. */
export async function noteClientState(
  db: Db,
  id: string,
  state: Pick<ClientRow, 'status' | 'last_error'> &
    Partial<Pick<ClientRow, 'checked_at' | 'username' | 'title' | 'can_manage_bots'>>,
): Promise<void> {
  await db.updateTable('bot_client').set(state).where('id', '=', id).execute()
}

/** Another picture in the place of the known one; false when it changed meanwhile. */
export async function noteAvatar(
  db: Db,
  { id, avatar_name }: Pick<ClientRow, 'id' | 'avatar_name'>,
  next: Pick<ClientRow, 'avatar' | 'avatar_name'>,
): Promise<boolean> {
  const done = await db
    .updateTable('bot_client')
    .set(next)
    .where('id', '=', id)
    .where('avatar_name', 'is not distinct from', avatar_name)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Told to wait: nothing is sent by this bot before `until`. A later moment stands. */
export async function pauseClient(db: Db, id: string, until: Date): Promise<void> {
  await sql`update bot_client set paused_until = greatest(paused_until, ${until})
    where id = ${id}`.execute(db)
}

/** Puts newly sealed secrets in the place of these ones; false when they changed meanwhile. */
export async function resealClient(
  db: Db,
  row: Pick<ClientRow, 'id' | 'token_sealed' | 'secret_sealed'>,
  sealed: { token_sealed: string; secret_sealed: string },
): Promise<boolean> {
  const done = await db
    .updateTable('bot_client')
    .set(sealed)
    .where('id', '=', row.id)
    .where('token_sealed', '=', row.token_sealed)
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Takes or keeps the right to poll these bots until `until`; answers those it got. */
export async function leasePolling(
  db: Db,
  process_id: string,
  now: Date,
  until: Date,
): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    update bot_client set polled_by = ${process_id}, polled_until = ${until}
    where mode = 'polling' and status <> 'revoked'
      and (polled_by is null or polled_by = ${process_id} or polled_until < ${now})
    returning *`.execute(db)
  return rows
}

/** Moves on to the next updates, if this process still has the lease. */
export async function notePolled(
  db: Db,
  id: string,
  process_id: string,
  poll_from: number,
): Promise<void> {
  await db
    .updateTable('bot_client')
    .set({ poll_from })
    .where('id', '=', id)
    .where('polled_by', '=', process_id)
    .execute()
}

/** Gives all leases back, so that another process goes on at once. */
export async function releasePolling(db: Db, process_id: string): Promise<void> {
  await db
    .updateTable('bot_client')
    .set({ polled_by: null, polled_until: null })
    .where('polled_by', '=', process_id)
    .execute()
}
