/** The SQL of what buyers and shops write to each other, and of ratings. */
import { sql, type Selectable } from 'kysely'
import type { Db, Tables, Tx } from '#server/io/db.ts'
import type { Answers } from './rating-rules.ts'

export type ThreadRow = Omit<Selectable<Tables['thread_message']>, 'direction'> & {
  direction: 'in' | 'out'
}
/** With what became of it where the shop wrote it. */
export type ShownRow = ThreadRow & {
  type: 'telegram' | 'viber'
  delivery: 'queued' | 'sending' | 'sent' | 'failed' | 'blocked' | 'skipped' | null
  sent_at: Date | null
}

export async function insertThread(tx: Tx, row: ThreadRow): Promise<void> {
  await tx
    .insertInto('thread_message')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute()
}

const shown = (db: Db, organization_id: string) =>
  db
    .selectFrom('thread_message as t')
    .innerJoin('subscriber as s', (join) =>
      join
        .onRef('s.organization_id', '=', 't.organization_id')
        .onRef('s.id', '=', 't.subscriber_id'),
    )
    .leftJoin('bot_message as m', (join) =>
      join.onRef('m.organization_id', '=', 't.organization_id').onRef('m.id', '=', 't.message_id'),
    )
    .selectAll('t')
    .select(['s.type', 'm.state as delivery', 'm.sent_at'])
    .where('t.organization_id', '=', organization_id)
    .$castTo<ShownRow>()

export async function findThreadMessage(
  db: Db,
  organization_id: string,
  id: string,
): Promise<ShownRow | undefined> {
  return shown(db, organization_id).where('t.id', '=', id).executeTakeFirst()
}

/** A page of a thread, newest first, and how many there are. */
export async function listThread(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: ShownRow[]; total: number }> {
  const rows = await shown(db, key.organization_id)
    .where('t.buyer_id', '=', key.buyer_id)
    .orderBy('t.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const count = await sql<{ total: number }>`select count(*)::int as total from thread_message
    where organization_id = ${key.organization_id} and buyer_id = ${key.buyer_id}`.execute(db)
  return { rows, total: count.rows[0]?.total ?? 0 }
}

/** What the buyer wrote has been read by the shop. */
export async function markRead(
  db: Db,
  key: { organization_id: string; buyer_id: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('thread_message')
    .set({ read_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('direction', '=', 'in')
    .where('read_at', 'is', null)
    .execute()
}

export async function changeThread(
  tx: Db | Tx,
  key: { organization_id: string; id: string },
  changes: Partial<Pick<ThreadRow, 'text' | 'edited_at' | 'deleted_at'>>,
): Promise<void> {
  await tx
    .updateTable('thread_message')
    .set(changes)
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

export type InboxRow = {
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  /** As the messenger calls the person. */
  person: string
  type: 'telegram' | 'viber'
  text: string
  direction: 'in' | 'out'
  created_at: Date
  unread: number
  total: number
}

/** Threads in which a buyer wrote something: unread first, then the newest. */
export async function listInbox(
  db: Db,
  organization_id: string,
  { page, limit }: { page: number; limit: number },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    with threads as (
      select buyer_id, max(id::text)::uuid as last_id,
        count(*) filter (where direction = 'in' and read_at is null)::int as unread
      from thread_message where organization_id = ${organization_id} and buyer_id is not null
      group by buyer_id having bool_or(direction = 'in')
    )
    select t.buyer_id, b.first_name, b.last_name, b.phone, s.name as person, s.type, m.text, m.direction,
      m.created_at, t.unread, (count(*) over ())::int as total
    from threads t
    join thread_message m on m.organization_id = ${organization_id} and m.id = t.last_id
    join subscriber s on s.organization_id = m.organization_id and s.id = m.subscriber_id
    join buyer b on b.organization_id = m.organization_id and b.id = t.buyer_id
    order by (t.unread > 0) desc, m.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return rows
}

/** Keeps what a visit was worth; a second opinion about it replaces the first. */
export async function putRating(
  tx: Tx,
  row: Omit<Selectable<Tables['visit_rating']>, 'comment'>,
): Promise<void> {
  await tx
    .insertInto('visit_rating')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['organization_id', 'receipt_id'])
        .doUpdateSet({ stars: row.stars, score: row.score }),
    )
    .execute()
}

export async function commentRating(
  tx: Tx,
  key: { organization_id: string; receipt_id: string; buyer_id: string },
  comment: string,
): Promise<void> {
  await tx
    .updateTable('visit_rating')
    .set({ comment })
    .where('organization_id', '=', key.organization_id)
    .where('receipt_id', '=', key.receipt_id)
    .where('buyer_id', '=', key.buyer_id)
    .execute()
}

export type RatingRow = Selectable<Tables['visit_rating']> & {
  first_name: string | null
  last_name: string | null
  total: number
}

export async function listRatings(
  db: Db,
  organization_id: string,
  ask: { buyer_id?: string | undefined; stars_max: number; page: number; limit: number },
): Promise<RatingRow[]> {
  const { rows } = await sql<RatingRow>`
    select r.*, b.first_name, b.last_name, (count(*) over ())::int as total
    from visit_rating r
    join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
    where r.organization_id = ${organization_id} and r.stars <= ${ask.stars_max}
      and (${ask.buyer_id ?? null}::uuid is null or r.buyer_id = ${ask.buyer_id ?? null}::uuid)
    order by r.created_at desc limit ${ask.limit} offset ${(ask.page - 1) * ask.limit}`.execute(db)
  return rows
}

/** How many of each group answered from 0 to 10 since then. */
export async function countAnswers(db: Db, organization_id: string, since: Date): Promise<Answers> {
  const { rows } = await sql<Answers>`
    select count(*) filter (where score >= 9)::int as promoters,
      count(*) filter (where score between 7 and 8)::int as passives,
      count(*) filter (where score <= 6)::int as detractors
    from visit_rating
    where organization_id = ${organization_id} and created_at >= ${since}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count is always there')
  return row
}

/** Deletes what was written and said of a buyer; stars stay without words. */
export async function forgetThread(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  const { organization_id, buyer_id } = key
  await sql`delete from thread_message
    where organization_id = ${organization_id} and buyer_id = ${buyer_id}`.execute(tx)
  await sql`update visit_rating set comment = null
    where organization_id = ${organization_id} and buyer_id = ${buyer_id}`.execute(tx)
}

/** What was written to and rated by a merged card is the living one's. */
export async function moveThread(
  tx: Tx,
  pair: { organization_id: string; buyer_id: string; merged_id: string },
): Promise<void> {
  const { organization_id, buyer_id, merged_id } = pair
  await sql`update thread_message set buyer_id = ${buyer_id}
    where organization_id = ${organization_id} and buyer_id = ${merged_id}`.execute(tx)
  await sql`update visit_rating set buyer_id = ${buyer_id}
    where organization_id = ${organization_id} and buyer_id = ${merged_id}`.execute(tx)
}
