/**
 * The SQL of automatic notifications: what is planned and what was told. How they are set is
 * `setting-store.ts`.
 *
 * Invariants: a buyer is told of one thing once (`notification_once`); a day of a shop is planned
 * once; what is settled is never sent again.
 */
import { sql } from 'kysely'
import type { EventCode } from '#contract/notification-events.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'

/** How many messages of each kind went out since then: a message in two chats is two. */
export async function countSent(
  db: Db,
  organization_id: string,
  since: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('bot_message')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('count')])
    .where('organization_id', '=', organization_id)
    .where('id', '>=', firstIdAt(since))
    .where('state', '=', 'sent')
    .groupBy('kind')
    .execute()
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

export async function hasBot(db: Db, organization_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where('organization_id', '=', organization_id)
    .limit(1)
    .executeTakeFirst()
  if (row) return true
  const client = await db
    .selectFrom('bot_client')
    .select('id')
    .where('organization_id', '=', organization_id)
    .limit(1)
    .executeTakeFirst()
  return client !== undefined
}

export type PlannedRow = {
  organization_id: string
  id: string
  buyer_id: string
  code: EventCode
  object: string
  facts: string
  due_at: Date
  priority: number
  created_at: Date
}

/** Plans notifications; what was planned before about the same thing stays. Answers how many. */
export async function insertPlanned(db: Db | Tx, rows: readonly PlannedRow[]): Promise<number> {
  if (rows.length === 0) return 0
  const done = await db
    .insertInto('notification')
    .values(rows.map((row) => ({ ...row, state: 'waiting' })))
    .onConflict((on) => on.constraint('notification_once').doNothing())
    .returning('id')
    .execute()
  return done.length
}

/** The next of a shop that are due, the most wanted first. */
export async function selectDue(
  db: Db,
  organization_id: string,
  now: Date,
  limit: number,
): Promise<PlannedRow[]> {
  return db
    .selectFrom('notification')
    .select(['organization_id', 'id', 'buyer_id', 'code', 'object', 'facts', 'due_at'])
    .select(['created_at', 'priority'])
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now)
    .orderBy('priority')
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .$castTo<PlannedRow>()
    .execute()
}

type Key = { organization_id: string; id: string }

/** What became of a planned one; one that was settled stays as it is. */
export async function settlePlanned(
  db: Db,
  key: Key,
  outcome: { state: 'sent' | 'dropped'; reason: string | null; settled_at: Date },
): Promise<void> {
  await db
    .updateTable('notification')
    .set(outcome)
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('state', '=', 'waiting')
    .execute()
}

export async function postponePlanned(db: Db, key: Key, due_at: Date): Promise<void> {
  await db
    .updateTable('notification')
    .set({ due_at })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Shops that have something due: for the sweep behind the jobs. */
export async function listDueShops(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select distinct organization_id from notification
    where state = 'waiting' and due_at <= ${now}`.execute(db)
  return rows.map(({ organization_id }) => organization_id)
}

/** Takes a day of a shop to plan it; false: it was planned. */
export async function takeDay(
  tx: Tx,
  organization_id: string,
  day: string,
  now: Date,
): Promise<boolean> {
  const done = await tx
    .insertInto('notification_day')
    .values({ organization_id, day, created_at: now })
    .onConflict((on) => on.doNothing())
    .returning('day')
    .executeTakeFirst()
  return done !== undefined
}

/** Whether this day of a shop was planned. */
export async function isPlanned(db: Db, organization_id: string, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('notification_day')
    .select('day')
    .where('organization_id', '=', organization_id)
    .where('day', '=', day)
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what was settled so long ago that nothing of it can be planned again. */
export async function deleteSettled(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('state', '<>', 'waiting')
    .where('settled_at', '<', before)
    .execute()
  await db.deleteFrom('notification_day').where('created_at', '<', before).execute()
}

/** The level a buyer was last known by; null: nobody has looked. */
export async function selectLevel(
  db: Db,
  key: { organization_id: string; buyer_id: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('notification_level')
    .select('level')
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .executeTakeFirst()
  return row?.level ?? null
}

export async function putLevel(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  level: number,
  updated_at: Date,
): Promise<void> {
  await db
    .insertInto('notification_level')
    .values({ ...key, level, updated_at })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'buyer_id'])
        .doUpdateSet({ level, updated_at })
        .where('notification_level.level', '<>', level),
    )
    .execute()
}

/** Messages to a buyer, through whatever chat. */
const messagesTo = (db: Db, key: { organization_id: string; buyer_id: string }) =>
  db
    .selectFrom('subscriber')
    .innerJoin('bot_message', (join) =>
      join
        .onRef('bot_message.organization_id', '=', 'subscriber.organization_id')
        .onRef('bot_message.subscriber_id', '=', 'subscriber.id'),
    )
    .select('bot_message.id')
    .where('subscriber.organization_id', '=', key.organization_id)
    .where('subscriber.buyer_id', '=', key.buyer_id)
    .limit(1)

/** Whether the message about this thing is there already. */
export async function wasTold(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  source: string,
): Promise<boolean> {
  const row = await messagesTo(db, key).where('bot_message.source', '=', source).executeTakeFirst()
  return row !== undefined
}

/** Whether something else of this kind was told to this buyer since then. */
export async function wasToldSince(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  { code, source, since }: { code: EventCode; source: string; since: Date },
): Promise<boolean> {
  const row = await messagesTo(db, key)
    .where('bot_message.kind', '=', code)
    .where('bot_message.source', '<>', source)
    .where('bot_message.state', 'in', ['queued', 'sending', 'sent'])
    .where('bot_message.created_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this gift was given to this buyer. */
export async function wasGiven(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  gift: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('granted_once')
    .select('gift')
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('gift', '=', gift)
    .executeTakeFirst()
  return row !== undefined
}

/** What a check before sending asks of the buyer. */
export async function selectNow(db: Db, key: { organization_id: string; buyer_id: string }) {
  return db
    .selectFrom('buyer')
    .leftJoin('account', (join) =>
      join
        .onRef('account.organization_id', '=', 'buyer.organization_id')
        .onRef('account.buyer_id', '=', 'buyer.id'),
    )
    .select(['buyer.status', 'buyer.first_name', 'buyer.birthday', 'buyer.city'])
    .select('account.last_receipt_at')
    .where('buyer.organization_id', '=', key.organization_id)
    .where('buyer.id', '=', key.buyer_id)
    .executeTakeFirst()
}

/**
 * What is planned for a merged card, or was told to it, becomes the living one's: a person is told
 * of one thing once, through whichever card it was.
 */
export async function moveNotifications(
  tx: Tx,
  { organization_id, buyer_id, merged_id }: MergedPair,
): Promise<void> {
  const same = sql`n.organization_id = ${organization_id} and k.organization_id = n.organization_id
    and k.code = n.code and k.object = n.object`
  await sql`
    delete from notification n using notification k
    where ${same} and n.buyer_id = ${buyer_id} and k.buyer_id = ${merged_id}
      and n.state = 'waiting' and k.state <> 'waiting'`.execute(tx)
  await sql`
    delete from notification n using notification k
    where ${same} and n.buyer_id = ${merged_id} and k.buyer_id = ${buyer_id}`.execute(tx)
  await sql`
    update notification set buyer_id = ${buyer_id}
    where organization_id = ${organization_id} and buyer_id = ${merged_id}`.execute(tx)
  await sql`
    delete from notification_level
    where organization_id = ${organization_id} and buyer_id = ${merged_id}`.execute(tx)
}

export type MergedPair = { organization_id: string; buyer_id: string; merged_id: string }
