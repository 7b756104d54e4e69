/**
 * The SQL of movements gathered by day and kind, and of how long ago a card moved before.
 *
 * Invariant: both tables are what the entries made until `purchase_progress` make of them. Entries
 * are never changed, so nothing is ever taken off.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import { between, gapSince, NO_POS, type ReturnsAsk } from './return-store.ts'
import { cardsOf, madeIn, tailOf, type Part } from './window-store.ts'

const sums = (part: Part) => sql`
  select organization_id, day, coalesce(pos_id, ${NO_POS}) as pos_id, kind,
    count(*)::int as operations, sum(amount)::bigint as amount,
    sum(debt_change)::bigint as debt_change
  from entry where ${madeIn(part, 'entry')}
  group by 1, 2, 3, 4`

/** The days on which cards moved before a window and until its end, and what that changes. */
const returns = (part: Part) => sql`
  with moved as materialized (${cardsOf(part)}),
  days as (
    select distinct s.side, e.organization_id, e.buyer_id, p.pos_id, p.kind, e.day
    from moved m
    join entry e on e.organization_id = m.organization_id and e.buyer_id = m.buyer_id
    join (values (-1, ${part.from}::timestamptz), (1, ${part.to}::timestamptz)) as s(side, until)
      on e.created_at <= s.until
    cross join lateral (values (${NO_POS}::uuid, ''), (${NO_POS}::uuid, e.kind), (e.pos_id, ''),
      (e.pos_id, e.kind)) as p(pos_id, kind)
    where p.pos_id is not null
  ),
  before as (
    select *, lag(day) over (partition by side, organization_id, buyer_id, pos_id, kind
      order by day) as last_day
    from days
  )
  select organization_id, pos_id, kind, day, ${gapSince(sql`last_day`)} as gap,
    sum(side)::int as firsts
  from before
  group by 1, 2, 3, 4, 5
  having sum(side) <> 0`

export async function addMovements(tx: Tx, part: Part): Promise<void> {
  await sql`
    insert into entry_day as s (organization_id, day, pos_id, kind, operations, amount, debt_change)
    ${sums(part)} order by 1, 2, 3, 4
    on conflict (organization_id, day, pos_id, kind) do update set
      operations = s.operations + excluded.operations, amount = s.amount + excluded.amount,
      debt_change = s.debt_change + excluded.debt_change`.execute(tx)
  await sql`
    insert into entry_return as s (organization_id, pos_id, kind, day, gap, firsts)
    select * from (${returns(part)}) as d order by 1, 2, 3, 4, 5
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
