/**
 * The SQL of what is to be sent, and of updates that were taken.
 *
 * Invariants: an update is taken once; a fact is told a subscriber once; a message is being sent by
 * one worker at a time, and the messages of one chat in their order.
 */
import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'

type Table = Selectable<Tables['bot_message']>
export type MessageRow = Omit<Table, 'state'> & {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'blocked' | 'skipped'
}
export type NewMessage = Pick<
  MessageRow,
  | 'organization_id'
  | 'id'
  | 'client_id'
  | 'subscriber_id'
  | 'buyer_id'
  | 'kind'
  | 'source'
  | 'priority'
  | 'body'
  | 'due_at'
  | 'created_at'
>

/** Takes an update; false: it was taken before. */
export async function takeUpdate(
  tx: Tx,
  client_id: string,
  key: string,
  now: Date,
): Promise<boolean> {
  const done = await tx
    .insertInto('bot_update')
    .values({ client_id, key, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  return done !== undefined
}

/** Keeps messages until they are sent; what was told before stays. Answers the ones kept now. */
export async function insertMessages(
  tx: Db | Tx,
  rows: readonly NewMessage[],
): Promise<{ id: string; client_id: string }[]> {
  if (rows.length === 0) return []
  return tx
    .insertInto('bot_message')
    .values(rows.map((row) => ({ ...row, state: 'queued', attempts: 0 })))
    .onConflict((on) => on.constraint('bot_message_unique').doNothing())
    .returning(['id', 'client_id'])
    .execute()
}

/** What the shop itself wrote and advertised from `since` on; counts no further than `limit`. */
export async function countWritten(
  db: Db | Tx,
  organization_id: string,
  since: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from bot_message
       where organization_id = ${organization_id} and created_at >= ${since}
         and (kind = 'manual' or priority = 2) limit ${limit}) m`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a worker needs of a message it has claimed. */
export type Claimed = Pick<
  MessageRow,
  | 'organization_id'
  | 'id'
  | 'client_id'
  | 'subscriber_id'
  | 'buyer_id'
  | 'kind'
  | 'priority'
  | 'body'
  | 'attempts'
  | 'created_at'
> & { user_id: string }

const HOLDING_TRIES = 4

/**
 * Claims the next message of each chat of this bot, at most `limit`, the most urgent first. One
 * that another worker has claimed holds its chat until it is done, or until `stale`; so does one
 * that is about to be tried again, for its first tries: what comes after it must not overtake it.
 * Advertising (priority 2) is claimed elsewhere: no receipt waits behind it.
 */
export async function claimMessages(
  db: Db,
  client_id: string,
  times: { now: Date; stale: Date },
  limit: number,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with heads as (
      select distinct on (m.organization_id, m.subscriber_id) m.organization_id, m.id, m.priority,
        m.state, m.claimed_at, m.due_at
      from bot_message m
      where m.client_id = ${client_id} and m.state in ('queued', 'sending') and m.priority < 2
        and (m.due_at <= ${times.now} or m.attempts between 1 and ${HOLDING_TRIES})
      order by m.organization_id, m.subscriber_id, m.state desc, m.priority, m.id
    ), ready as (
      select m.organization_id, m.id from bot_message m join heads h using (organization_id, id)
      where m.state = h.state and m.due_at <= ${times.now}
        and (m.state = 'queued' or m.claimed_at < ${times.stale})
      order by h.priority, m.id limit ${limit}
      for update of m skip locked
    )
    update bot_message m set state = 'sending', claimed_at = ${times.now}, attempts = m.attempts + 1
    from ready r, subscriber s
    where m.organization_id = r.organization_id and m.id = r.id
      and s.organization_id = m.organization_id and s.id = m.subscriber_id
    returning m.organization_id, m.id, m.client_id, m.subscriber_id, m.buyer_id, m.kind,
      m.priority, m.body, m.attempts, m.created_at, s.user_id`.execute(db)
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

type Key = Pick<MessageRow, 'organization_id' | 'id'>

/** What became of a claimed message. */
export async function settleMessage(
  db: Db | Tx,
  key: Key,
  outcome: Partial<
    Pick<MessageRow, 'external_id' | 'last_error' | 'sent_at' | 'due_at' | 'attempts'>
  > & {
    state: MessageRow['state']
  },
): Promise<void> {
  await db
    .updateTable('bot_message')
    .set({ ...outcome, claimed_at: null })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

export async function findMessage(db: Db, key: Key): Promise<MessageRow | undefined> {
  return db
    .selectFrom('bot_message')
    .selectAll()
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .$castTo<MessageRow>()
    .executeTakeFirst()
}

/** Gives a message that was not sent another text; false: it is on its way or sent. */
export async function rewriteQueued(db: Db | Tx, key: Key, body: string): Promise<boolean> {
  const done = await db
    .updateTable('bot_message')
    .set({ body })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Takes a message back that was not sent; false: it is on its way or sent. */
export async function skipQueued(db: Db | Tx, key: Key): Promise<boolean> {
  const done = await db
    .updateTable('bot_message')
    .set({ state: 'skipped' })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return done !== undefined
}

/** Bots that have something due or claimed long ago: for the sweep behind the jobs. */
export async function listWaitingClients(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    select distinct client_id from bot_message
    where state in ('queued', 'sending') and priority < 2 and due_at <= ${now}`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

/** Nobody will ever send these: their bot is gone. */
export async function dropOfClient(tx: Db | Tx, client_id: string): Promise<void> {
  await tx
    .updateTable('bot_message')
    .set({ state: 'failed', last_error: 'the bot was disconnected' })
    .where('client_id', '=', client_id)
    .where('state', 'in', ['queued', 'sending'])
    .execute()
}

/**
 * Writes down what a messenger tells of a message it took; false: none of that name is known. What
 * is seen was delivered, and what somebody has seen cannot fail any more.
 */
export async function putFate(
  db: Db,
  told: {
    client_id: string
    user_id: string
    external_id: string
    what: 'delivered' | 'seen' | 'failed'
    reason: string | null
    at: Date
  },
): Promise<boolean> {
  const { client_id, user_id, external_id, what, at } = told
  const reason = `failed: ${told.reason ?? ''}`.slice(0, 300)
  const { rows } = await sql`
    update bot_message m set
      delivered_at = case when ${what} = 'failed' then m.delivered_at
        else coalesce(m.delivered_at, ${at}::timestamptz) end,
      seen_at = case when ${what} = 'seen' then coalesce(m.seen_at, ${at}::timestamptz)
        else m.seen_at end,
      state = case when ${what} = 'failed' and m.delivered_at is null then 'failed'
        else m.state end,
      last_error = case when ${what} = 'failed' and m.delivered_at is null then ${reason}
        else m.last_error end
    from subscriber s
    where s.client_id = ${client_id} and s.user_id = ${user_id}
      and m.organization_id = s.organization_id and m.subscriber_id = s.id
      and m.external_id = ${external_id} and m.state in ('sent', 'failed')
    returning m.id`.execute(db)
  return rows.length > 0
}

/** What the messenger calls the message of this source in a chat; null: it was not sent. */
export async function findSent(
  db: Db,
  chat: { organization_id: string; id: string },
  source: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('bot_message')
    .select('external_id')
    .where('organization_id', '=', chat.organization_id)
    .where('subscriber_id', '=', chat.id)
    .where('source', '=', source)
    .executeTakeFirst()
  return row?.external_id ?? null
}
