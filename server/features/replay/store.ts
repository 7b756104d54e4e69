/**
 * Every SQL of replays. The receipts, accounts and buyers of lower floors are only read.
 *
 * Invariant: one open replay for each shop, by a unique index.
 */
import { sql } from 'kysely'
import type { ReplayAnswer } from '#contract/replays.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import type { RowError } from './file-rules.ts'
import type { ReplayTerms } from './replay-rules.ts'
import type { ReplayFigures } from './rules.ts'

export type ReplayKey = { organization_id: string; id: string }
export type ReplayRow = ReplayKey & {
  status: ReplayAnswer['status']
  source: ReplayAnswer['source']
  terms: ReplayTerms
  file_name: string | null
  total: number
  done: number
  rows_failed: number
  errors: RowError[]
  problem: ReplayAnswer['problem']
  result: ReplayFigures | null
  created_at: Date
  finished_at: Date | null
}

const columns = sql.raw(`r.organization_id, r.id, r.status, r.source, r.terms, r.file_name, r.total,
  r.done, r.rows_failed, r.errors, r.problem, r.result, r.created_at, r.finished_at`)

/** False: another one was started at this very moment. */
export async function insertReplay(
  tx: Tx,
  row: ReplayKey &
    Pick<ReplayRow, 'status' | 'source' | 'terms' | 'created_at'> & {
      changes: object
      created_by: string
    },
): Promise<boolean> {
  const { rows } = await sql`
    insert into replay (organization_id, id, status, source, terms, changes, created_by,
      created_at, updated_at)
    values (${row.organization_id}, ${row.id}, ${row.status}, ${row.source},
      ${JSON.stringify(row.terms)}, ${JSON.stringify(row.changes)}, ${row.created_by},
      ${row.created_at}, ${row.created_at})
    on conflict (organization_id) where status in ('file', 'running') do nothing
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Stops what is open: its job finds out at its next step. */
export async function dropOpen(tx: Tx, organization_id: string, now: Date): Promise<void> {
  await sql`
    update replay set status = 'dropped', content = null, updated_at = ${now}, finished_at = ${now}
     where organization_id = ${organization_id} and status in ('file', 'running')`.execute(tx)
}

export async function findReplay(db: Db, key: ReplayKey): Promise<ReplayRow | undefined> {
  const { rows } = await sql<ReplayRow>`
    select ${columns} from replay r
     where r.organization_id = ${key.organization_id} and r.id = ${key.id}`.execute(db)
  return rows[0]
}

export async function findOwnReplay(
  db: Db,
  owner_id: string,
  id: string,
): Promise<ReplayRow | undefined> {
  const { rows } = await sql<ReplayRow>`
    select ${columns} from organization o
      join replay r on r.organization_id = o.id and r.id = ${id}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

export async function listReplays(
  db: Db,
  organization_id: string,
  limit: number,
): Promise<ReplayRow[]> {
  const { rows } = await sql<ReplayRow>`
    select ${columns} from replay r where r.organization_id = ${organization_id}
     order by r.id desc limit ${limit}`.execute(db)
  return rows
}

/** Gives a waiting replay its file; false: it does not wait for one. */
export async function takeFile(
  tx: Tx,
  key: ReplayKey,
  file: { file_name: string; content: Buffer },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update replay set status = 'running', file_name = ${file.file_name},
      content = ${file.content}, updated_at = ${now}
     where organization_id = ${key.organization_id} and id = ${key.id} and status = 'file'
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function readContent(db: Db, key: ReplayKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('replay')
    .select('content')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return row?.content ?? null
}

/** Tells how far a replay is; false: it was stopped. */
export async function saveProgress(
  db: Db,
  key: ReplayKey,
  progress: { done: number; total: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update replay set done = ${progress.done}, total = ${progress.total}, updated_at = ${now}
     where organization_id = ${key.organization_id} and id = ${key.id} and status = 'running'
    returning 1`.execute(db)
  return rows.length > 0
}

/** Ends a replay that has not been stopped: all is done, and its file is not needed any more. */
export async function endReplay(
  db: Db,
  key: ReplayKey,
  end: Pick<ReplayRow, 'result' | 'problem'> & Partial<Pick<ReplayRow, 'rows_failed' | 'errors'>>,
  now: Date,
): Promise<void> {
  const result = end.result === null ? null : JSON.stringify(end.result)
  await sql`
    update replay set status = ${end.problem === null ? 'done' : 'failed'}, content = null,
      done = total, result = ${result}, problem = ${end.problem}, rows_failed = ${end.rows_failed ?? 0},
      errors = ${JSON.stringify(end.errors ?? [])}, updated_at = ${now}, finished_at = ${now}
     where organization_id = ${key.organization_id} and id = ${key.id}
       and status = 'running'`.execute(db)
}

export async function deleteReplay(db: Db, key: ReplayKey): Promise<void> {
  await db
    .deleteFrom('replay')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

export async function deleteOldReplays(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('replay').where('updated_at', '<', before).execute()
}

/** The receipts of a window that something is left of. */
export type Window = { organization_id: string; since: Date; until: Date }

export type PastRow = {
  id: string
  buyer_id: string | null
  pos_id: string
  content: string
  returned: string | null
  occurred_at: Date
}

/** A sale is reported, and its id made, at most 72 hours away from it. */
const LATE_MS = 73 * 3_600_000
const pastOf = (db: Db, { organization_id, since, until }: Window) =>
  db
    .selectFrom('receipt')
    .where('organization_id', '=', organization_id)
    .where('id', '>=', firstIdAt(new Date(since.getTime() - LATE_MS)))
    .where('occurred_at', '>=', since)
    .where('occurred_at', '<=', until)
    .where('status', '<>', 'cancelled')

export async function countPast(db: Db, window: Window): Promise<number> {
  const { count } = await pastOf(db, window)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next receipts after a key, in the order they were begun. */
export async function listPast(
  db: Db,
  window: Window,
  after: string,
  limit: number,
): Promise<PastRow[]> {
  return pastOf(db, window)
    .select(['id', 'buyer_id', 'pos_id', 'content', 'returned', 'occurred_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type OpeningRow = {
  buyer_id: string
  receipts: number
  birthday: string | null
  birthday_entered_at: Date | null
  joined_at: Date
  joined_via: string
  referred_by: string | null
  turnover: number
  /** Pairs of a day, since 1970-01-01, and its turnover. */
  days: [number, number][]
  pinned_level: number | null
  pinned_until: Date | null
}

/** What these buyers had bought before a local day, and day by day since an earlier one. */
export async function listOpenings(
  db: Db,
  organization_id: string,
  buyer_ids: readonly string[],
  before: string,
  since: string,
): Promise<OpeningRow[]> {
  const days = sql`from account_day d
    where d.organization_id = a.organization_id and d.buyer_id = a.buyer_id`
  const { rows } = await sql<OpeningRow>`
    select a.buyer_id, a.pinned_level, a.pinned_until,
      b.birthday, b.birthday_entered_at, b.joined_at, b.joined_via, b.referred_by,
      greatest(0, a.receipts - (select coalesce(sum(d.receipts), 0) ${days}
        and d.day >= ${before}::date))::int as receipts,
      greatest(0, a.turnover - (select coalesce(sum(d.turnover), 0) ${days}
        and d.day >= ${before}::date))::bigint as turnover,
      (select coalesce(json_agg(json_build_array(d.day - '1970-01-01'::date, d.turnover)), '[]')
        ${days} and d.day < ${before}::date and d.day >= ${since}::date) as days
    from account a
    join buyer b on b.organization_id = a.organization_id and b.id = a.buyer_id
    where a.organization_id = ${organization_id} and a.buyer_id = any(${buyer_ids}::uuid[])`.execute(
    db,
  )
  return rows
}

export type NamedBuyer = {
  id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
}

/** How these buyers are called today; who was forgotten has no name any more. */
export async function listNames(
  db: Db,
  organization_id: string,
  ids: readonly string[],
): Promise<NamedBuyer[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('buyer')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where('organization_id', '=', organization_id)
    .where('id', 'in', [...ids])
    .execute()
}
