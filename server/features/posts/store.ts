/**
 * Every SQL of posts. Published news are read by `bots/` too; nobody else writes here.
 *
 * Filters are kept as JSON in inner units.
 */
import { sql, type Selectable } from 'kysely'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Filter } from '#server/features/segments/filter-rules.ts'
import type { Db, Tables, Tx } from '#server/io/db.ts'
import type { PostContent, PostStatus, PostType } from './rules.ts'

export type PostRow = Omit<
  Selectable<Tables['post']>,
  'type' | 'status' | 'filters' | 'button_leads_to'
> & {
  type: PostType
  status: PostStatus
  filters: Filter | null
  button_leads_to: PostContent['button_leads_to']
}

/** A page of the posts of an organization, newest first, and how many there are. */
export async function listPosts(
  db: Db,
  organization_id: OrganizationId,
  ask: { type?: PostType | undefined; page: number; limit: number },
): Promise<{ rows: PostRow[]; total: number }> {
  const of = db
    .selectFrom('post')
    .where('organization_id', '=', organization_id)
    .$if(ask.type !== undefined, (query) => query.where('type', '=', ask.type ?? ''))
  const rows = await of
    .selectAll()
    .orderBy('id', 'desc')
    .limit(ask.limit)
    .offset((ask.page - 1) * ask.limit)
    .$castTo<PostRow>()
    .execute()
  const { total } = await of
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Whose a post is, among the organizations of this owner. */
export async function findOwnPost(
  db: Db,
  owner_id: string,
  id: string,
): Promise<{ organization_id: string } | undefined> {
  return db
    .selectFrom('post')
    .innerJoin('organization', 'organization.id', 'post.organization_id')
    .select('post.organization_id')
    .where('post.id', '=', id)
    .where('organization.owner_id', '=', owner_id)
    .where('organization.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function findPost(
  db: Db | Tx,
  organization_id: string,
  id: string,
): Promise<PostRow | undefined> {
  return db
    .selectFrom('post')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$castTo<PostRow>()
    .executeTakeFirst()
}

/** The same, held until the transaction ends. */
export async function lockPost(
  tx: Tx,
  organization_id: string,
  id: string,
): Promise<PostRow | undefined> {
  return tx
    .selectFrom('post')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<PostRow>()
    .executeTakeFirst()
}

const written = (filters: Filter | null) => (filters === null ? null : JSON.stringify(filters))

export async function insertPost(db: Db | Tx, row: PostRow): Promise<void> {
  await db
    .insertInto('post')
    .values({ ...row, filters: written(row.filters) })
    .execute()
}

export async function updatePost(tx: Tx, row: PostRow): Promise<void> {
  const { organization_id, id, ...changes } = row
  await tx
    .updateTable('post')
    .set({ ...changes, filters: written(row.filters) })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function deletePost(tx: Tx, organization_id: string, id: string): Promise<void> {
  await tx
    .deleteFrom('post')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function countPosts(db: Db | Tx, organization_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('post')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a bot is the organization's. */
export async function hasBot(db: Db, organization_id: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('bot')
    .select('id')
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** How many chats opened each of these news. */
export async function countSeen(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ post_id: string; seen: number }>`
    select post_id, count(*)::int as seen from news_view
    where organization_id = ${organization_id} and post_id = any(${[...ids]}::uuid[])
    group by post_id`.execute(db)
  return new Map(rows.map(({ post_id, seen }) => [post_id, seen]))
}

export type Shop = { id: string; name: string; timezone: string; currency: string }

/** The shop a mailing is of, while it is there. */
export async function findShop(db: Db, id: string): Promise<Shop | undefined> {
  return db
    .selectFrom('organization')
    .select(['id', 'name', 'timezone', 'currency'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Mailings whose moment has come or that are being sent. */
export async function listAtWork(
  db: Db,
  now: Date,
): Promise<{ organization_id: string; post_id: string }[]> {
  return db
    .selectFrom('post')
    .select(['organization_id', 'id as post_id'])
    .where('type', '=', 'manual_notification')
    .where((eb) =>
      eb.or([
        eb('status', '=', 'sending'),
        eb.and([eb('status', '=', 'scheduled'), eb('scheduled_at', '<=', now)]),
      ]),
    )
    .execute()
}

/** Somebody has seen it in a chat; the version stays, for nothing an owner writes has changed. */
export async function noteTried(
  db: Db,
  { organization_id, id }: { organization_id: string; id: string },
  tested_at: Date,
): Promise<void> {
  await db
    .updateTable('post')
    .set({ tested_at })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}
