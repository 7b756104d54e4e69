/** The SQL of the owner's list of buyers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import {
  accountColumns,
  lotMoments,
  type AccountRow,
} from '#server/features/ledger/read-account.ts'
import type { Db } from '#server/io/db.ts'
import { readSearch } from './rules.ts'

export type ListAsk = {
  organization_id: string
  q?: string | undefined
  status?: string | undefined
  tag?: string | undefined
  /** A sort of the contract: a field, `-` before it for descending. */
  sort: string
  /** The first local day of a rolling window; null: the program has none. */
  since: string | null
  /** Where counting may stop. */
  count_up_to?: number | undefined
  page: number
  limit: number
}

export type ListRow = AccountRow & {
  id: string
  phone: string | null
  first_name: string | null
  last_name: string | null
  status: string
  tags: string[]
  messengers: ('telegram' | 'viber')[]
  joined_at: Date
}

/** Nobody's words are a pattern: `%`, `_` and `\` mean themselves. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

function matches(q: string): RawBuilder<SqlBool> {
  const { card, prefix, suffix, name } = readSearch(q)
  if (card !== undefined) return sql`b.card_code = ${card}`
  if (name !== undefined) return sql`b.search_name like ${`%${literal(name)}%`}`
  const ends = sql<SqlBool>`reverse(b.phone) like ${`${suffix ?? ''}%`}`
  if (prefix === undefined) return ends
  // As a range, so that the unique index on the phone serves it whatever the collation.
  return sql`(${ends} or (b.phone >= ${prefix} and b.phone < ${`${prefix}:`}))`
}

/** Columns of `o`: the account itself, or the order that is kept beside accounts. */
const orders: Record<string, RawBuilder<unknown>> = {
  last_visit_at: sql`o.last_receipt_at`,
  joined_at: sql`b.joined_at`,
  name: sql`b.search_name`,
  balance: sql`o.balance`,
  turnover: sql`o.turnover`,
  receipts_count: sql`o.receipts`,
}

/** As the indexes have it; who never came is last either way. */
function orderOf(sort: string): RawBuilder<unknown> {
  const column = orders[sort.replace('-', '')] ?? sql`o.last_receipt_at`
  const down = sort.startsWith('-') ? sql`desc` : sql`asc`
  const nulls = sort.endsWith('last_visit_at') ? sql`nulls last` : sql``
  const id = isOfAccount(sort) ? sql`o.buyer_id` : sql`b.id`
  return sql`${column} ${down} ${nulls}, ${id} ${down}`
}

function conditions(ask: ListAsk): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`b.organization_id = ${ask.organization_id}`]
  if (ask.status === undefined) all.push(sql`b.status <> 'forgotten'`)
  else all.push(sql`b.status = ${ask.status}`)
  // As the index has it.
  if (ask.tag !== undefined) all.push(sql`b.tags <> '{}' and b.tags @> array[${ask.tag}::text]`)
  if (ask.q !== undefined && ask.q !== '') all.push(matches(ask.q))
  // A merged buyer is found by the one it was merged into.
  all.push(sql`b.merged_into is null`)
  return sql.join(all, sql` and `)
}

/** Whether not everybody is listed, but those with a tag or with some words. */
export const isSearch = ({ q, tag }: ListAsk): boolean => tag !== undefined || (q ?? '') !== ''

/** Whom the list is about, as `b`; gathered, behind a fence that the planner does not look over. */
const sought = (ask: ListAsk, gather: boolean) =>
  sql`(select * from buyer b where ${conditions(ask)} ${gather ? sql`offset 0` : sql``})`

export type Way = {
  /** In the order kept for long lists, a minute or two behind; else in that of the accounts. */
  kept_order: boolean
  /** Those who are sought are gathered and sorted; else they are found in order. */
  gather: boolean
  /** Only among so many first places of the kept order. */
  among?: number
}

/** Whether a sort is by what an account holds, which is what the order is kept of. */
export const isOfAccount = (sort: string): boolean => !/joined_at|name/.test(sort)

function placesOf({ organization_id, sort }: ListAsk, { kept_order, among }: Way) {
  if (!kept_order) return sql.table('account')
  if (among === undefined) return sql.table('buyer_order')
  return sql`(select * from buyer_order o where o.organization_id = ${organization_id}
    order by ${orderOf(sort)} limit ${among})`
}

/**
 * A page of buyers with their accounts as they are at present.
 *
 * The page is found first and read then: of whom it passes over nothing but the place is looked at.
 */
export async function selectBuyers(db: Db, ask: ListAsk, way: Way): Promise<ListRow[]> {
  const { rows } = await sql<ListRow>`
    with page as materialized (
      select b.organization_id, b.id, row_number() over (order by ${orderOf(ask.sort)}) as place
      from ${sought(ask, way.gather)} as b
      join ${placesOf(ask, way)} as o on o.organization_id = b.organization_id and o.buyer_id = b.id
      where o.organization_id = ${ask.organization_id}
      order by ${orderOf(ask.sort)}
      limit ${ask.limit} offset ${(ask.page - 1) * ask.limit})
    select b.id, b.phone, b.first_name, b.last_name, b.status, b.tags, b.messengers, b.joined_at,
      ${sql.raw(`${accountColumns}, ${lotMoments}`)},
      case when ${ask.since}::date is null then 0 else coalesce((
        select sum(s.turnover) from account_day s where s.organization_id = a.organization_id
          and s.buyer_id = a.buyer_id and s.day >= ${ask.since}::date), 0)::bigint
      end as rolling_turnover
    from page p
    join buyer b on b.organization_id = p.organization_id and b.id = p.id
    join account a on a.organization_id = p.organization_id and a.buyer_id = p.id
    order by p.place`.execute(db)
  return rows
}

export type Counted = { total: number; more: boolean }

/** How many the list has, or `more` than `count_up_to`. */
export async function countBuyers(db: Db, ask: ListAsk): Promise<Counted> {
  const { organization_id, status, count_up_to } = ask
  if (!isSearch(ask))
    return { total: await countEverybody(db, organization_id, status), more: false }
  const up_to = count_up_to === undefined ? sql`` : sql`limit ${count_up_to + 1}`
  // Looked at in the table on purpose: rows alone tell the day of birth, so no index of names is read
  // from end to end for a part of one.
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from (
      select from buyer b where ${conditions(ask)} and (b.birthday is null or b.birthday is not null)
      ${up_to}) as found`.execute(db)
  const found = rows[0]?.found ?? 0
  const total = Math.min(found, count_up_to ?? found)
  return { total, more: found > total }
}

/** Without looking at them: the sums are kept with every change. */
export async function countEverybody(
  db: Db,
  organization_id: string,
  status?: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(buyers), 0)::bigint as total from buyer_tally
    where organization_id = ${organization_id}
      and ${status === undefined ? sql`status <> 'forgotten'` : sql`status = ${status}`}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** The ids of a page of buyers who may be served, in the order of ids, after one of them. */
export async function selectListedIds(
  db: Db,
  ask: Pick<ListAsk, 'organization_id' | 'q' | 'status' | 'tag'>,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from buyer b
    where ${conditions({ ...ask, sort: '', since: null, page: 1, limit })} and b.id > ${after}
    order by b.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
