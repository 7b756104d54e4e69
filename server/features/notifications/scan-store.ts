/**
 * Who is due on a day of a shop, notification by notification. Reads other features' tables and
 * writes none. Days are those of the shop's zone, given by their first moments. Only buyers who can
 * be reached are found: `messengers` tells it.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { EventFacts } from './rules.ts'

export type Found = { buyer_id: string; object: string; facts: EventFacts }

/** A day by its first moment and the first of the next. */
export type Span = { from: Date; to: Date }

type Row = { buyer_id: string; object: string; amount: number | null; last_end: Date | null }

const reachable = (organization_id: string): RawBuilder<unknown> =>
  sql`b.organization_id = ${organization_id} and b.messengers <> '{}' and b.status = 'active'`

async function found(db: Db | Tx, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

const bare = (rows: Row[]): Found[] =>
  rows.map(({ buyer_id, object }) => ({ buyer_id, object, facts: {} }))

/** Whose lots end with a day, and how much of them. */
export async function selectBurning(
  db: Db | Tx,
  organization_id: string,
  { from, to }: Span,
): Promise<{ buyer_id: string; amount: number }[]> {
  const { rows } = await sql<{ buyer_id: string; amount: number }>`
    select b.id as buyer_id, l.amount
    from buyer b
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    cross join lateral (
      select sum(lot.remaining)::bigint as amount
      from unnest(a.lot_remaining::bigint[], a.lot_expires_at) as lot(remaining, expires_at)
      where lot.expires_at > ${from} and lot.expires_at <= ${to}) l
    where ${reachable(organization_id)} and l.amount > 0`.execute(db)
  return rows
}

/** Whose waiting lots became active within this time, and how much of them is left. */
export async function selectActivated(
  db: Db | Tx,
  organization_id: string,
  { from, to }: Span,
): Promise<{ buyer_id: string; amount: number }[]> {
  const { rows } = await sql<{ buyer_id: string; amount: number }>`
    select b.id as buyer_id, l.amount
    from buyer b
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    cross join lateral (
      select sum(lot.remaining)::bigint as amount
      from unnest(a.lot_numbers, a.lot_remaining::bigint[], a.lot_active_from)
        as lot(number, remaining, active_from)
      join entry e on e.organization_id = a.organization_id and e.buyer_id = a.buyer_id
        and e.number = lot.number
      where lot.active_from > ${from} and lot.active_from <= ${to}
        and lot.active_from > e.created_at + interval '1 minute') l
    where ${reachable(organization_id)} and l.amount > 0`.execute(db)
  return rows
}

/** Who joined on a day: with a profile that is not complete, or without a receipt so far. */
export async function selectJoined(
  db: Db | Tx,
  organization_id: string,
  { from, to }: Span,
  lacking: 'profile' | 'receipt',
): Promise<Found[]> {
  const condition =
    lacking === 'profile'
      ? sql`(b.first_name is null or b.birthday is null or b.city is null)`
      : sql`coalesce(a.receipts, 0) = 0`
  return bare(
    await found(
      db,
      sql<Row>`
    select b.id as buyer_id, 'once' as object, null as amount, null as last_end
    from buyer b
    left join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where ${reachable(organization_id)} and b.joined_at >= ${from} and b.joined_at < ${to}
      and ${condition}`,
    ),
  )
}

/** Whose last receipt was on a day; `only_one`: it was the first as well. */
export async function selectLastBought(
  db: Db | Tx,
  organization_id: string,
  { from, to }: Span,
  { day, only_one }: { day: string; only_one: boolean },
): Promise<Found[]> {
  const condition = only_one ? sql`a.receipts = 1` : sql`a.receipts >= 1`
  return bare(
    await found(
      db,
      sql<Row>`
    select b.id as buyer_id, ${day} as object, null as amount, null as last_end
    from buyer b
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where ${reachable(organization_id)} and a.last_receipt_at >= ${from}
      and a.last_receipt_at < ${to} and ${condition}`,
    ),
  )
}

/** Days of the year (month × 100 + day) with the year they belong to. */
export type YearDays = readonly { month_day: number; year: number }[]

/**
 * Who has a birthday on one of these days. A gift of the program that was told already is not told
 * again: `unless` says whose birthday gift makes it needless, of the whole year or of today.
 */
export async function selectBirthdays(
  db: Db | Tx,
  organization_id: string,
  days: YearDays,
  unless: { given_on: string | null },
): Promise<Found[]> {
  const { given_on } = unless
  const same_day = given_on === null ? sql`` : sql`and e.day = ${given_on}`
  return bare(
    await found(
      db,
      sql<Row>`
    select b.id as buyer_id, w.year::text as object, null as amount, null as last_end
    from unnest(${days.map(({ month_day }) => month_day)}::int[],
      ${days.map(({ year }) => year)}::int[]) as w(month_day, year)
    join buyer b on ${reachable(organization_id)} and b.birthday is not null
      and extract(month from b.birthday)::int * 100 + extract(day from b.birthday)::int = w.month_day
    where not exists (
      select from entry e where e.organization_id = b.organization_id and e.buyer_id = b.id
        and e.kind = 'birthday' and e.source = 'gift:birthday:' || w.year ${same_day})`,
    ),
  )
}

/** Who has still not spent what the birthday of these days gave, and until when it lives. */
export async function selectUnspentBirthdays(
  db: Db | Tx,
  organization_id: string,
  days: YearDays,
  now: Date,
): Promise<Row[]> {
  return found(
    db,
    sql<Row>`
    select b.id as buyer_id, w.year::text as object, l.amount, l.last_end
    from unnest(${days.map(({ month_day }) => month_day)}::int[],
      ${days.map(({ year }) => year)}::int[]) as w(month_day, year)
    join buyer b on ${reachable(organization_id)} and b.birthday is not null
      and extract(month from b.birthday)::int * 100 + extract(day from b.birthday)::int = w.month_day
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    cross join lateral (
      select sum(lot.remaining)::bigint as amount, min(lot.expires_at) as last_end
      from unnest(a.lot_numbers, a.lot_remaining::bigint[], a.lot_expires_at)
        as lot(number, remaining, expires_at)
      join entry e on e.organization_id = a.organization_id and e.buyer_id = a.buyer_id
        and e.number = lot.number
      where lot.expires_at > ${now} and (e.source = 'gift:birthday:' || w.year
        or e.source in ('notice:birthday_day:' || w.year, 'notice:birthday_before:' || w.year))) l
    where l.amount > 0`,
  )
}

/** Who joined on this day of an earlier year. */
export async function selectAnniversaries(
  db: Db | Tx,
  organization_id: string,
  days: YearDays,
  timezone: string,
): Promise<Found[]> {
  return bare(
    await found(
      db,
      sql<Row>`
    select b.id as buyer_id, w.year::text as object, null as amount, null as last_end
    from unnest(${days.map(({ month_day }) => month_day)}::int[],
      ${days.map(({ year }) => year)}::int[]) as w(month_day, year)
    join buyer b on ${reachable(organization_id)}
      and extract(month from b.joined_at at time zone ${timezone})::int * 100
        + extract(day from b.joined_at at time zone ${timezone})::int = w.month_day
      and extract(year from b.joined_at at time zone ${timezone})::int < w.year`,
    ),
  )
}

/** Who has at least so much to spend. */
export async function selectHolders(
  db: Db | Tx,
  organization_id: string,
  object: string,
  least: number,
): Promise<Found[]> {
  return bare(
    await found(
      db,
      sql<Row>`
    select b.id as buyer_id, ${object} as object, null as amount, null as last_end
    from buyer b
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where ${reachable(organization_id)} and a.balance >= ${Math.max(1, least)}`,
    ),
  )
}

/** Whose level is held until a moment within this time. */
export async function selectLevelEnds(
  db: Db | Tx,
  organization_id: string,
  { from, to }: Span,
): Promise<string[]> {
  const { rows } = await sql<{ buyer_id: string }>`
    select b.id as buyer_id from buyer b
    join account a on a.organization_id = b.organization_id and a.buyer_id = b.id
    where ${reachable(organization_id)} and a.level_until > ${from} and a.level_until <= ${to}`.execute(
    db,
  )
  return rows.map(({ buyer_id }) => buyer_id)
}

/** Promotions that buyers may see, with the days they run and the segment they are for. */
export async function selectPromotions(db: Db | Tx, organization_id: string) {
  const { rows } = await sql<{
    id: string
    name: string
    description: string
    date_from: string | null
    date_to: string | null
    segment_id: string | null
  }>`
    select id, name, description, rules ->> 'date_from' as date_from,
      rules ->> 'date_to' as date_to, rules ->> 'segment_id' as segment_id
    from promotion
    where organization_id = ${organization_id} and state = 'launched' and archived_at is null
      and show_in_bot`.execute(db)
  return rows
}

/** Everybody who can be reached and has agreed to advertising. */
export async function selectWilling(
  db: Db | Tx,
  organization_id: string,
  object: string,
  facts: EventFacts,
): Promise<Found[]> {
  const { rows } = await sql<{ buyer_id: string }>`
    select b.id as buyer_id from buyer b
    where ${reachable(organization_id)} and b.consent_messages`.execute(db)
  return rows.map(({ buyer_id }) => ({ buyer_id, object, facts }))
}
