/**
 * The SQL of movements gathered by day and kind, and of how long ago a card moved before.
 *
 * Invariant: all three tables are what the entries made until `purchase_progress` make of them.
 * Entries are never changed, so nothing is ever taken off.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import { between, gapSince, NO_POS, type ReturnsAsk } from './return-store.ts'
import { madeIn, tailOf, type Part } from './window-store.ts'

const sums = (part: Part) => sql`
  select organization_id, day, coalesce(pos_id, ${NO_POS}) as pos_id, kind,
    count(*)::int as operations, sum(amount)::bigint as amount,
    sum(debt_change)::bigint as debt_change
  from entry where ${madeIn(part, 'entry')}
  group by 1, 2, 3, 4`

/** Where and as what a movement counts: there and anywhere, as its kind and as any. */
const placesOf = (e: string) => sql`
  cross join lateral (values (${NO_POS}::uuid, ''), (${NO_POS}::uuid, ${sql.ref(`${e}.kind`)}),
    (${sql.ref(`${e}.pos_id`)}, ''), (${sql.ref(`${e}.pos_id`)}, ${sql.ref(`${e}.kind`)}))
    as p(pos_id, kind)`

/**
 * The days on which cards moved in a window, each with the last one before it: looked up for each, so
 * that it costs the same however many there are and however long a card's past is.
 */
const movedDays = (part: Part) => sql`
  select *, (select l.day from entry_last l
      where l.organization_id = m.organization_id and l.buyer_id = m.buyer_id
        and l.pos_id = m.pos_id and l.kind = m.kind) as known_day
  from (
    select distinct e.organization_id, e.buyer_id, p.pos_id, p.kind, e.day
    from entry e ${placesOf('e')}
    where ${madeIn(part, 'e')} and p.pos_id is not null
  ) as m`

/**
 * What a window changes, `moved` being its days. A card that moved on an earlier day than it had
 * already, because a zone or a clock was set back, is told by all its days before and after.
 */
const returnsOf = ({ from, to }: Part) => sql`
  with behind as materialized (
    select distinct organization_id, buyer_id from moved where day < known_day
  ),
  days as (
    select 1 as side, organization_id, buyer_id, pos_id, kind, day, known_day
    from moved m
    where (known_day is null or day > known_day) and not exists (
      select from behind b
      where b.organization_id = m.organization_id and b.buyer_id = m.buyer_id)
    union all
    select distinct s.side, e.organization_id, e.buyer_id, p.pos_id, p.kind, e.day, null::date
    from behind b
    join entry e on e.organization_id = b.organization_id and e.buyer_id = b.buyer_id
    join (values (-1, ${from}::timestamptz), (1, ${to}::timestamptz)) as s(side, until)
      on e.created_at <= s.until
    ${placesOf('e')}
    where p.pos_id is not null
  ),
  before as (
    select *, coalesce(lag(day) over (partition by side, organization_id, buyer_id, pos_id, kind
      order by day), known_day) as last_day
    from days
  )
  select organization_id, pos_id, kind, day, ${gapSince(sql`last_day`)} as gap,
    sum(side)::int as firsts
  from before
  group by 1, 2, 3, 4, 5
  having sum(side) <> 0`

const returns = (part: Part) => sql`
  with moved as materialized (${movedDays(part)}) select * from (${returnsOf(part)}) as d`

export async function addMovements(tx: Tx, part: Part): Promise<void> {
  await sql`
    insert into entry_day as s (organization_id, day, pos_id, kind, operations, amount, debt_change)
    ${sums(part)} order by 1, 2, 3, 4
    on conflict (organization_id, day, pos_id, kind) do update set
      operations = s.operations + excluded.operations, amount = s.amount + excluded.amount,
      debt_change = s.debt_change + excluded.debt_change`.execute(tx)
  await sql`
    with moved as materialized (${movedDays(part)}),
    kept as (
      insert into entry_last (organization_id, buyer_id, pos_id, kind, day)
      select organization_id, buyer_id, pos_id, kind, max(day) from moved
      where known_day is null or day > known_day group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (organization_id, buyer_id, pos_id, kind) do update set day = excluded.day
    )
    insert into entry_return as s (organization_id, pos_id, kind, day, gap, firsts)
    select * from (${returnsOf(part)}) as d order by 1, 2, 3, 4, 5
    on conflict (organization_id, pos_id, kind, day, gap) do update set
      firsts = s.firsts + excluded.firsts`.execute(tx)
}

export type KindSums = {
  /** '': all kinds together. */
  kind: string
  operations: number
  buyers: number
  amount: number
  debt_change: number
}

/** Movements of some days by kind and altogether, and how many cards moved. */
export async function selectKinds(db: Db | Tx, ask: ReturnsAsk, since: Date): Promise<KindSums[]> {
  const { organization_id, start_date, end_date, pos_id } = ask
  const tail = tailOf(organization_id, since)
  const { rows } = await sql<KindSums>`
    select coalesce(d.kind, '') as kind, d.operations, coalesce(m.buyers, 0) as buyers, d.amount,
      d.debt_change
    from (
      select kind, sum(operations)::bigint as operations, sum(amount)::bigint as amount,
        sum(debt_change)::bigint as debt_change
      from (select * from entry_day union all (${sums(tail)})) as d
      where organization_id = ${organization_id} and day between ${start_date} and ${end_date}
        ${pos_id === undefined ? sql`` : sql`and pos_id = ${pos_id}`}
      group by grouping sets ((kind), ())
    ) as d
    left join (
      select kind, sum(firsts)::bigint as buyers
      from (select * from entry_return union all (${returns(tail)})) as r
      where ${between(ask)} and day - gap < ${start_date}::date
      group by kind
    ) as m on m.kind = coalesce(d.kind, '')
    where d.operations is not null
    order by 1`.execute(db)
  return rows
}
