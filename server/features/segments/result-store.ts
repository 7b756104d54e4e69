/** The SQL that runs a segment: how many, who, and what they hold. Each is one statement. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AccountRow } from '#server/features/ledger/read-account.ts'
import { readSearch } from '#server/features/buyers/rules.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { inTransaction } from '#server/io/db.ts'
import { heldBy, type Ask } from './ask-store.ts'
import { whereOf } from './condition-store.ts'
import type { Filter, Ground } from './filter-rules.ts'

/** Whom is asked for: those a filter finds now, or those a frozen segment holds. */
export type Whom = { filter: Filter } | { frozen: string }

/** Buyers as conditions ask of them. Joins that nothing needs are left out by the planner. */
export const ofBuyers = sql`buyer b
  left join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
  left join buyer_order o on o.organization_id = b.organization_id and o.buyer_id = b.id
  left join buyer_habit h on h.organization_id = b.organization_id and h.buyer_id = b.id`

/** Which buyers are meant. */
export function conditionOf(whom: Whom, ground: Ground): Ask {
  if ('filter' in whom) return whereOf(whom.filter, ground)
  return sql`b.organization_id = ${ground.organization_id} and b.status <> 'forgotten'
    and b.merged_into is null and b.id in (select s.buyer_id from segment_member s
      where s.organization_id = ${ground.organization_id} and s.segment_id = ${whom.frozen})`
}

/**
 * Runs `work` under a limit of its own: memory for sets of buyers in one go, and less time than
 * other statements have.
 */
export function withinLimits<T>(
  db: Db,
  milliseconds: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true),
      set_config('work_mem', '64MB', true)`.execute(tx)
    return work(tx)
  })
}

/** The four below are of different buyers and sum to `total`: nobody is written to twice. */
export type Figures = {
  total: number
  telegram: number
  /** In Viber and not in Telegram. */
  viber: number
  /** In no messenger. */
  unreachable: number
  /** In a messenger, without consent to advertising. */
  no_consent: number
}

const reached = sql`count(*) as total,
  count(*) filter (where b.consent_messages and 'telegram' = any(b.messengers)) as telegram,
  count(*) filter (where b.consent_messages and b.messengers = '{viber}') as viber,
  count(*) filter (where b.messengers = '{}') as unreachable,
  count(*) filter (where b.messengers <> '{}' and not b.consent_messages) as no_consent`

/** How many buyers, and how they can be reached. */
export const selectFigures = (tx: Tx, whom: Whom, ground: Ground, q?: string): Promise<Figures> =>
  selectSums<Figures>(tx, reached, whom, ground, q)

export type Totals = { turnover: number; receipts: number; balance: number }

/** The same, and what they hold together. */
export function selectTotals(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  q?: string,
): Promise<Figures & Totals> {
  const { turnover, receipts, balance } = heldBy(ground)
  const held = sql`coalesce(sum(greatest(${turnover}, 0)), 0)::bigint as turnover,
    coalesce(sum(${receipts}), 0)::bigint as receipts,
    coalesce(sum(${balance}), 0)::bigint as balance`
  return selectSums<Figures & Totals>(tx, sql`${reached}, ${held}`, whom, ground, q)
}

async function selectSums<Sums>(
  tx: Tx,
  sums: RawBuilder<unknown>,
  whom: Whom,
  ground: Ground,
  q?: string,
): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums}
    from ${ofBuyers} where ${conditionOf(whom, ground)} and ${searchOf(q)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a count answers a row')
  return row
}

/** All the shop's buyers, by the sums that are kept with every change. */
export async function countAll(tx: Tx, organization_id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(buyers), 0)::bigint as total from buyer_tally
    where organization_id = ${organization_id} and status <> 'forgotten'`.execute(tx)
  return rows[0]?.total ?? 0
}

export type FoundRow = AccountRow & {
  id: string
  phone: string | null
  first_name: string | null
  last_name: string | null
  status: string
  tags: string[]
  messengers: ('telegram' | 'viber')[]
  joined_at: Date
  last_day: string | null
  gap_days: number | null
}

/** What a sort is by, of buyers and what they hold. */
function orderOf(sort: string, ground: Ground): RawBuilder<unknown> {
  const { last_receipt_at, balance, turnover, receipts } = heldBy(ground)
  const orders: Record<string, RawBuilder<unknown>> = {
    ...{ last_visit_at: last_receipt_at, receipts_count: receipts, balance, turnover },
    ...{ joined_at: sql`b.joined_at`, name: sql`b.search_name` },
  }
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`
  return sql`${orders[sort.replace('-', '')] ?? turnover} ${direction}, b.id desc`
}

export type Page = {
  sort: string
  page: number
  limit: number
  since: string | null
  q?: string | undefined
}

/** A page of them with their accounts as they are. `since`: the first local day of a rolling window. */
export async function selectPage(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  ask: Page,
): Promise<FoundRow[]> {
  const order = orderOf(ask.sort, ground)
  const { rows } = await sql<FoundRow>`
    with page as materialized (
      select b.organization_id, b.id, row_number() over (order by ${order}) as place
      from ${ofBuyers}
      where ${conditionOf(whom, ground)} and ${searchOf(ask.q)}
        and ${heldBy(ground).buyer_id} is not null
      order by ${order}
      limit ${ask.limit} offset ${(ask.page - 1) * ask.limit})
    select b.id, b.phone, b.first_name, b.last_name, b.status, b.tags, b.messengers, b.joined_at,
      a.organization_id, a.buyer_id, a.version, a.entries, encode(a.last_hash, 'hex') as last_hash,
      a.balance, a.debt, a.turnover, a.year, a.year_turnover, a.last_year_turnover, a.receipts,
      a.last_receipt_at, a.level, a.level_until, a.pinned_level, a.pinned_until, a.lot_numbers,
      a.lot_kinds, a.lot_amounts, a.lot_remaining, a.lot_active_from, a.lot_expires_at,
      a.promotions, h.last_day, h.gap_days,
      case when ${ask.since}::date is null then 0 else coalesce((
        select sum(s.turnover) from account_day s where s.organization_id = a.organization_id
          and s.buyer_id = a.buyer_id and s.day >= ${ask.since}::date), 0)::bigint
      end as rolling_turnover
    from page p
    join buyer b on b.organization_id = p.organization_id and b.id = p.id
    join account a on a.organization_id = p.organization_id and a.buyer_id = p.id
    left join buyer_habit h on h.organization_id = p.organization_id and h.buyer_id = p.id
    order by p.place`.execute(tx)
  return rows
}

/** The ids of a page in the order of ids, after one of them: for who goes through all. */
export async function selectIds(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  ask: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from ${ofBuyers} where ${conditionOf(whom, ground)} and b.id > ${ask.after}
    order by b.id limit ${ask.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Keeps whom the filter finds now as the members of a segment; answers how many. */
export async function freezeMembers(
  tx: Tx,
  segment_id: string,
  filter: Filter,
  ground: Ground,
): Promise<number> {
  const { organization_id } = ground
  await tx
    .deleteFrom('segment_member')
    .where('organization_id', '=', organization_id)
    .where('segment_id', '=', segment_id)
    .execute()
  const { numAffectedRows = 0n } = await sql`
    insert into segment_member (organization_id, segment_id, buyer_id)
    select b.organization_id, ${segment_id}::uuid, b.id
    from ${ofBuyers} where ${whereOf(filter, ground)}`.execute(tx)
  return Number(numAffectedRows)
}

/** The living card takes the place of the merged one in frozen segments. */
export async function moveMembership(
  tx: Tx,
  pair: { organization_id: string; buyer_id: string; merged_id: string },
): Promise<void> {
  await sql`
    with taken as (
      delete from segment_member
      where organization_id = ${pair.organization_id} and buyer_id = ${pair.merged_id}
      returning segment_id)
    insert into segment_member (organization_id, segment_id, buyer_id)
    select ${pair.organization_id}::uuid, segment_id, ${pair.buyer_id}::uuid from taken
    on conflict do nothing`.execute(tx)
}

/** Who is in the segment and not marked so, and who is marked and not in it: the first of them. */
export async function selectMoved(
  tx: Tx,
  whom: Whom,
  ground: Ground,
  segment_id: string,
  limit: number,
): Promise<{ came: string[]; went: string[] }> {
  // As the index has it.
  const marked = sql<SqlBool>`b.segment_ids <> '{}' and b.segment_ids @> array[${segment_id}::uuid]`
  const came = await sql<{ id: string }>`
    select b.id from ${ofBuyers} where ${conditionOf(whom, ground)} and not (${marked})
    limit ${limit}`.execute(tx)
  const went = await sql<{ id: string }>`
    select b.id from ${ofBuyers} where b.organization_id = ${ground.organization_id} and ${marked}
      and (${conditionOf(whom, ground)}) is not true limit ${limit}`.execute(tx)
  return { came: came.rows.map(({ id }) => id), went: went.rows.map(({ id }) => id) }
}

/** Everybody who is marked, for a segment that nothing is for any more. */
export async function selectMarked(
  tx: Tx,
  key: { organization_id: string; id: string },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from buyer b where b.organization_id = ${key.organization_id}
      and b.segment_ids <> '{}' and b.segment_ids @> array[${key.id}::uuid]
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Buyers of the filter at each point of sale. */
export async function countByPos(tx: Tx, whom: Whom, ground: Ground): Promise<Map<string, number>> {
  const { rows } = await sql<{ pos_id: string; buyers: number }>`
    select v.pos_id, count(distinct v.buyer_id) as buyers from buyer_visit v
    where v.organization_id = ${ground.organization_id} and v.receipts > 0
      and v.buyer_id in (select b.id from ${ofBuyers} where ${conditionOf(whom, ground)})
    group by v.pos_id`.execute(tx)
  return new Map(rows.map(({ pos_id, buyers }) => [pos_id, buyers]))
}

/** Nobody's words are a pattern: `%`, `_` and `\` mean themselves. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

function searchOf(q: string | undefined): Ask {
  if (q === undefined || q === '') return sql`true`
  const { card, prefix, suffix, name } = readSearch(q)
  if (card !== undefined) return sql`b.card_code = ${card}`
  if (name !== undefined) return sql`b.search_name like ${`%${literal(name)}%`}`
  const ends = sql<SqlBool>`reverse(b.phone) like ${`${suffix ?? ''}%`}`
  if (prefix === undefined) return ends
  return sql`(${ends} or (b.phone >= ${prefix} and b.phone < ${`${prefix}:`}))`
}
