/**
 * The SQL of how long ago buyers came before: what counts different buyers of any period.
 *
 * Invariant: `visit_return` follows from `buyer_visit` alone. It is only ever changed by the
 * difference between what the touched buyers made of it before and make of it after.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'

/** Under it lies what is asked of no point of sale. */
export const NO_POS = sql.lit('00000000-0000-0000-0000-000000000000')
/** Longer than any period that is asked for; and never before. */
const LONG_AGO = sql.lit(367)
const NEVER = sql.lit(368)

export const gapSince = (before: RawBuilder<unknown>) => sql`
  case when ${before} is null then ${NEVER} else least(day - ${before}, ${LONG_AGO}) end`

/** What was added to visits and taken off them: organization, buyer, day, place, receipts, paid. */
export type VisitChange = {
  organization_id: string
  buyer_id: string
  day: string
  pos_id: string
  receipts: number
  paid: number
}

/** What visits make of `visit_return`, each with a side: 1 adds, -1 takes off. */
const returnsOf = (sides: RawBuilder<unknown>) => sql`
  with visits as (
    select side, organization_id, buyer_id, day, coalesce(pos_id, ${NO_POS}) as pos_id,
      sum(receipts) as receipts, sum(paid) as paid
    from (${sides}) as v
    group by grouping sets ((side, organization_id, buyer_id, day, pos_id),
      (side, organization_id, buyer_id, day))
    having sum(receipts) > 0
  ),
  before as (
    select *, lag(day) over w as last_day, lag(receipts) over w as last_receipts,
      lag(day, 2) over w as day_before
    from visits
    window w as (partition by side, organization_id, pos_id, buyer_id order by day)
  )
  select organization_id, pos_id, day, gap, sum(side * firsts)::int as firsts,
    sum(side * seconds)::int as seconds, sum(side * counted)::bigint as paid
  from before
  cross join lateral (values
    (${gapSince(sql`last_day`)}, 1, case when receipts >= 2 then 1 else 0 end,
      case when last_day is null then paid else 0 end),
    (${gapSince(sql`case when last_receipts >= 2 then last_day else day_before end`)}, 0, 1, 0)
  ) as one(gap, firsts, seconds, counted)
  group by organization_id, pos_id, day, gap
  having sum(side * firsts) <> 0 or sum(side * seconds) <> 0 or sum(side * counted) <> 0`

const visitColumns = sql.raw('organization_id, buyer_id, day, pos_id, receipts, paid')

/** The last two days before a change on which its buyer came at all, or to the place it is of. */
const daysBefore = (place: RawBuilder<unknown>) => sql`
  (select min(day) from (
    select distinct v.day from buyer_visit v
    where v.organization_id = c.organization_id and v.buyer_id = c.buyer_id
      and v.day < c.day and v.receipts > 0 ${place}
    order by v.day desc limit 2) as two)`

/**
 * How `visit_return` differs when visits change. `kept`: `buyer_visit` is as before the change, or
 * as after it. A visit looks back at two others, so what lies further back is the same on both sides.
 */
const visitDifference = (change: RawBuilder<unknown>, kept: 'before' | 'after') =>
  returnsOf(sql`
    with change as materialized (${change}),
    touched as materialized (
      select organization_id, buyer_id, min(least(day, ${daysBefore(sql``)},
        ${daysBefore(sql`and v.pos_id = c.pos_id`)})) as since
      from (
        select organization_id, buyer_id, pos_id, min(day) as day from change group by 1, 2, 3
      ) as c
      group by 1, 2
    )
    select s.side, v.organization_id, v.buyer_id, v.day, v.pos_id, v.receipts, v.paid
    from touched k
    join buyer_visit v on v.organization_id = k.organization_id and v.buyer_id = k.buyer_id
      and v.day >= k.since
    cross join (values (-1), (1)) as s(side)
    union all
    ${
      kept === 'before'
        ? sql`select 1, ${visitColumns} from change`
        : sql`select -1, organization_id, buyer_id, day, pos_id, -receipts, -paid from change`
    }`)

const addReturns = (tx: Tx, returns: RawBuilder<unknown>) =>
  sql`
    insert into visit_return as s (organization_id, pos_id, day, gap, firsts, seconds, paid)
    select * from (${returns}) as d order by 1, 2, 3, 4
    on conflict (organization_id, pos_id, day, gap) do update set
      firsts = s.firsts + excluded.firsts, seconds = s.seconds + excluded.seconds,
      paid = s.paid + excluded.paid`.execute(tx)

/** Brings `visit_return` up, after `buyer_visit` was. */
export async function followVisits(tx: Tx, changes: readonly VisitChange[]): Promise<void> {
  const touching = changes.filter(({ receipts, paid }) => receipts !== 0 || paid !== 0)
  if (touching.length === 0) return
  const change = sql`
    select * from json_to_recordset(${JSON.stringify(touching)}::json) as k(organization_id uuid,
      buyer_id uuid, day date, pos_id uuid, receipts int, paid bigint)`
  await addReturns(tx, visitDifference(change, 'after'))
}

/** Makes `visit_return` of one shop out of all its visits; nothing may be there before. */
export async function returnsAnew(tx: Tx, organization_id: string): Promise<void> {
  const visits = sql`
    select 1 as side, ${visitColumns} from buyer_visit where organization_id = ${organization_id}`
  await addReturns(tx, returnsOf(visits))
}

/** What members bought and gave back after a moment, as a change of visits. */
const changeSince = (organization_id: string, since: Date) => sql`
  select r.organization_id, coalesce(b.merged_into, r.buyer_id) as buyer_id, r.day, r.pos_id,
    1 as receipts, r.to_pay::bigint as paid
  from receipt r
  join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
  where r.organization_id = ${organization_id} and r.created_at > ${since}
  union all
  select r.organization_id, coalesce(b.merged_into, r.buyer_id), r.day, r.pos_id, -c.whole::int,
    -c.refund_money
  from cancellation c
  join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
  join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
  where c.organization_id = ${organization_id} and c.created_at > ${since}`

export type Days = { organization_id: string; start_date: string; end_date: string }
export type ReturnsAsk = Days & {
  pos_id?: string | undefined
  /** Each point of sale apart, or the one above. */
  each_pos?: boolean
}

const placed = ({ pos_id, each_pos }: ReturnsAsk) =>
  pos_id !== undefined
    ? sql`pos_id = ${pos_id}`
    : each_pos
      ? sql`pos_id <> ${NO_POS}`
      : sql`pos_id = ${NO_POS}`

export const between = (ask: ReturnsAsk) => sql`
  organization_id = ${ask.organization_id} and ${placed(ask)}
    and day between ${ask.start_date}::date and ${ask.end_date}::date`

/** `visit_return` of some days as it is now: with all that was sold since a moment. */
const visitReturns = (ask: ReturnsAsk, since: Date) => sql`
  select pos_id, day, gap, firsts, seconds, paid from visit_return where ${between(ask)}
  union all
  select pos_id, day, gap, firsts, seconds, paid
  from (${visitDifference(changeSince(ask.organization_id, since), 'before')}) as d
  where ${between(ask)}`

export type Bucket = 'day' | 'week' | 'month' | null

export type CountedVisitors = {
  bucket: string | null
  pos_id: string | null
  count: number
  repeat: number
}

/** Different buyers by bucket, and those with two receipts or more in it. */
export async function selectVisitors(
  db: Db | Tx,
  ask: ReturnsAsk & { bucket: Bucket },
  since: Date,
): Promise<CountedVisitors[]> {
  const { bucket, start_date } = ask
  const begins =
    bucket === null ? sql`${start_date}::date` : sql`date_trunc(${sql.lit(bucket)}, day)::date`
  const { rows } = await sql<CountedVisitors>`
    select ${bucket === null ? sql`null::date` : sql`bucket`} as bucket,
      nullif(pos_id, ${NO_POS}) as pos_id, sum(firsts)::bigint as count,
      (sum(seconds) - sum(firsts))::bigint as repeat
    from (select *, ${begins} as bucket from (${visitReturns(ask, since)}) as r) as r
    where day - gap < greatest(bucket, ${start_date}::date)
    group by bucket, pos_id
    having sum(firsts) <> 0`.execute(db)
  return rows
}

/** Money of the days on which buyers bought for the first time. */
export async function sumFirstDays(db: Db | Tx, ask: ReturnsAsk, since: Date): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select coalesce(sum(paid), 0)::bigint as paid from (${visitReturns(ask, since)}) as r
    where gap = ${NEVER}`.execute(db)
  return rows[0]?.paid ?? 0
}
