/**
 * The SQL of what a shop owes, of all buyers together.
 *
 * Invariant: `owed_lot` sums what `owed_card` holds, which are the lots of an account as they were
 * when it was counted last. Both change together, by the difference.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import { madeIn, tailOf, type Part } from './window-store.ts'

/** The cards that moved in a window, or whose purchase may have moved an expiry and nothing else. */
const cardsOf = (part: Part) => sql`
  select organization_id, buyer_id from entry where ${madeIn(part, 'entry')}
  union
  select organization_id, buyer_id from receipt
  where ${madeIn(part, 'receipt')} and buyer_id is not null
  union
  select organization_id, buyer_id from cancellation
  where ${madeIn(part, 'cancellation')} and buyer_id is not null`

/** What the lots of these cards, `card`, hold now, less what of them is counted. */
const changed = sql`
  select k.organization_id, l.active_from, coalesce(l.expires_at, 'infinity') as expires_at, l.amount
  from card c
  cross join lateral (
    select organization_id, 1 as side, lot_remaining::bigint[] as amounts,
      lot_active_from as active_from, lot_expires_at as expires_at
    from account a where a.organization_id = c.organization_id and a.buyer_id = c.buyer_id
    union all
    select organization_id, -1, amounts, active_from, expires_at
    from owed_card o where o.organization_id = c.organization_id and o.buyer_id = c.buyer_id
  ) as k
  cross join lateral (
    select k.side * u.amount as amount, u.active_from, u.expires_at
    from unnest(k.amounts, k.active_from, k.expires_at) as u(amount, active_from, expires_at)
  ) as l`

/**
 * Counts what these cards hold now instead of what was counted; what was active at `mark` waits for
 * nothing.
 */
async function countCards(tx: Tx, cards: RawBuilder<unknown>, mark: Date): Promise<void> {
  await sql`
    with card as materialized (${cards}),
    kept as (
      insert into owed_card as s (organization_id, buyer_id, amounts, active_from, expires_at)
      select a.organization_id, a.buyer_id, a.lot_remaining::bigint[], a.lot_active_from,
        a.lot_expires_at
      from card c
      join account a on a.organization_id = c.organization_id and a.buyer_id = c.buyer_id
      order by 1, 2
      on conflict (organization_id, buyer_id) do update set
        amounts = excluded.amounts, active_from = excluded.active_from,
        expires_at = excluded.expires_at
    )
    insert into owed_lot as s (organization_id, active_from, expires_at, amount)
    select organization_id,
      case when active_from <= ${mark} then '-infinity' else active_from end, expires_at,
      sum(amount)::bigint
    from (${changed}) as lot
    group by 1, 2, 3 having sum(amount) <> 0
    order by 1, 2, 3
    on conflict (organization_id, active_from, expires_at) do update set
      amount = s.amount + excluded.amount`.execute(tx)
  await sql`delete from owed_lot where amount = 0`.execute(tx)
}

/** Brings `owed_lot` up, at the end of a window. */
export async function addOwed(tx: Tx, part: Part): Promise<void> {
  // What was waiting at the last mark and waits no longer.
  const woken = sql`
    delete from owed_lot where active_from > '-infinity' and active_from <= ${part.to}
    returning organization_id, expires_at, amount`
  await sql`
    with woken as (${woken})
    insert into owed_lot as s (organization_id, active_from, expires_at, amount)
    select organization_id, '-infinity', expires_at, sum(amount)::bigint from woken group by 1, 3
    order by 1, 3
    on conflict (organization_id, active_from, expires_at) do update set
      amount = s.amount + excluded.amount`.execute(tx)
  await countCards(tx, cardsOf(part), part.to)
}

/** Counts all cards of a shop, whose lots changed without a trace. */
export async function countOwedAnew(tx: Tx, organization_id: string, mark: Date): Promise<void> {
  const all = sql`
    select organization_id, buyer_id from account where organization_id = ${organization_id}`
  await countCards(tx, all, mark)
}

export type OwedSums = { available: number; pending: number; expiring_30d: number; debt: number }

/** What a shop owes at a moment, and what of it expires until another one. */
export async function sumOwed(
  db: Db | Tx,
  { organization_id, now, soon }: { organization_id: string; now: Date; soon: Date },
  since: Date,
): Promise<OwedSums> {
  const { rows } = await sql<OwedSums>`
    with card as materialized (${cardsOf(tailOf(organization_id, since))}),
    owed as (
      select active_from, expires_at, amount from owed_lot
      where organization_id = ${organization_id}
      union all
      select active_from, expires_at, amount from (${changed}) as d
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
