/**
 * The SQL of what a shop owes, of all buyers together.
 *
 * Invariant: `owed_lot` is what the entries made until `purchase_progress` left in the lots. It is
 * only ever changed by the difference between what was left in the lots of the cards that moved
 * before and after.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import { cardsOf, tailOf, type Part } from './window-store.ts'

/** What entries made until a moment left in the lots of some cards. */
const lotsUntil = (cards: RawBuilder<unknown>, until: Date) => sql`
  select organization_id, buyer_id, active_from, coalesce(moved_to, expires_at) as expires_at, amount
  from (
    select e.organization_id, e.buyer_id, l.number,
      (array_agg(coalesce(e.active_from, e.created_at) order by e.number))[1] as active_from,
      (array_agg(coalesce(e.expires_at, 'infinity') order by e.number))[1] as expires_at,
      (array_agg(case when m.at = 'null' then 'infinity'::timestamptz
          else to_timestamp(m.at::text::bigint / 1000.0) end order by e.number desc)
        filter (where m.at is not null))[1] as moved_to,
      sum(l.amount)::bigint as amount
    from (${cards}) c
    join entry e on e.organization_id = c.organization_id and e.buyer_id = c.buyer_id
      and e.created_at <= ${until}
    cross join unnest(e.lot_numbers, e.lot_amounts) as l(number, amount)
    left join lateral (select (e.lot_expiries::jsonb -> l.number::text)::text as at) as m
      on e.lot_expiries is not null
    group by 1, 2, 3
  ) as lot
  where amount <> 0`

/** The same of the accounts as they are now. */
const lotsNow = (cards: RawBuilder<unknown>) => sql`
  select a.organization_id, a.buyer_id, l.active_from,
    coalesce(l.expires_at, 'infinity') as expires_at, l.amount
  from (${cards}) c
  join account a on a.organization_id = c.organization_id and a.buyer_id = c.buyer_id
  cross join unnest(a.lot_remaining::bigint[], a.lot_active_from, a.lot_expires_at)
    as l(amount, active_from, expires_at)`

/** Those that were active at a moment wait for nothing. */
const summed = (lots: RawBuilder<unknown>, mark: Date) => sql`
  select organization_id,
    case when active_from <= ${mark} then '-infinity' else active_from end as active_from,
    expires_at, sum(amount)::bigint as amount
  from (${lots}) as lot
  group by 1, 2, 3 having sum(amount) <> 0`

const sides = (after: RawBuilder<unknown>, before: RawBuilder<unknown>) => sql`
  select organization_id, buyer_id, active_from, expires_at, amount from (${after}) as a
  union all
  select organization_id, buyer_id, active_from, expires_at, -amount from (${before}) as b`

const add = (tx: Tx, lots: RawBuilder<unknown>) =>
  sql`
    insert into owed_lot as s (organization_id, active_from, expires_at, amount)
    select * from (${lots}) as d order by 1, 2, 3
    on conflict (organization_id, active_from, expires_at) do update set
      amount = s.amount + excluded.amount`.execute(tx)

/** Brings `owed_lot` up to the end of a window. */
export async function addOwed(tx: Tx, part: Part): Promise<void> {
  const { to } = part
  // What was waiting at the last mark and waits no longer.
  const woken = sql`
    delete from owed_lot where active_from > '-infinity' and active_from <= ${to}
    returning organization_id, expires_at, amount`
  await sql`
    with woken as (${woken})
    insert into owed_lot as s (organization_id, active_from, expires_at, amount)
    select organization_id, '-infinity', expires_at, sum(amount)::bigint from woken group by 1, 3
    order by 1, 3
    on conflict (organization_id, active_from, expires_at) do update set
      amount = s.amount + excluded.amount`.execute(tx)
  const cards = cardsOf(part)
  await add(tx, summed(sides(lotsUntil(cards, to), lotsUntil(cards, part.from)), to))
  await sql`delete from owed_lot where amount = 0`.execute(tx)
}

export type OwedSums = { available: number; pending: number; expiring_30d: number; debt: number }

/** What a shop owes at a moment, and what of it expires until another one. */
export async function sumOwed(
  db: Db | Tx,
  { organization_id, now, soon }: { organization_id: string; now: Date; soon: Date },
  since: Date,
): Promise<OwedSums> {
  const cards = cardsOf(tailOf(organization_id, since))
  const { rows } = await sql<OwedSums>`
    with owed as (
      select active_from, expires_at, amount from owed_lot
      where organization_id = ${organization_id}
      union all
      select active_from, expires_at, amount
      from (${sides(lotsNow(cards), lotsUntil(cards, since))}) as d
    )
    select coalesce(sum(amount) filter (where active_from <= ${now}), 0)::bigint as available,
      coalesce(sum(amount) filter (where active_from > ${now}), 0)::bigint as pending,
      coalesce(sum(amount) filter (where expires_at <= ${soon}), 0)::bigint as expiring_30d,
      ((select coalesce(sum(debt_change), 0) from entry_day
          where organization_id = ${organization_id})
        + (select coalesce(sum(debt_change), 0) from entry
          where organization_id = ${organization_id} and created_at > ${since}))::bigint as debt
    from owed where expires_at > ${now}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
