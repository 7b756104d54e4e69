/** What gifts have done. Nothing is written here. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

export type GiftFiguresRow = {
  gift: string
  given: number
  bonuses: number
  used: number
  came_back: number
}

/** Welcome gifts given since then, by kind and flyer. */
export async function selectGiftFigures(
  db: Db,
  organization_id: string,
  since: Date,
): Promise<GiftFiguresRow[]> {
  const { rows } = await sql<GiftFiguresRow>`
    select g.gift, count(*)::int as given, coalesce(sum(e.amount - e.debt_change), 0)::bigint as bonuses,
      coalesce(sum(spent.amount), 0)::bigint as used, count(*) filter (where later.day is not null)::int
        as came_back
    from granted_once g
    join entry e on e.organization_id = g.organization_id and e.source = g.source
      and e.kind = 'welcome' and e.buyer_id = g.buyer_id
    left join lateral (
      select -sum(x.amount) as amount
      from entry s cross join lateral unnest(s.lot_numbers, s.lot_amounts) x(number, amount)
      where s.organization_id = g.organization_id and s.buyer_id = g.buyer_id
        and s.number > e.number and s.kind in ('spend', 'spend_return') and x.number = e.number
    ) spent on true
    left join lateral (
      select d.day from account_day d
      where d.organization_id = g.organization_id and d.buyer_id = g.buyer_id
        and d.day > e.day and d.receipts > 0 limit 1
    ) later on true
    where g.organization_id = ${organization_id} and g.created_at >= ${since}
    group by g.gift`.execute(db)
  return rows
}

/** Who joined since then, and how many of them told all that a profile's gift asks for. */
export async function selectNewcomers(
  db: Db,
  organization_id: string,
  since: Date,
): Promise<{ joined: number; complete: number }> {
  const { rows } = await sql<{ joined: number; complete: number }>`
    select count(*)::int as joined, count(*) filter (where coalesce(first_name, '') <> ''
      and birthday is not null and coalesce(city, '') <> '')::int as complete
    from buyer
    where organization_id = ${organization_id} and joined_at >= ${since}
      and joined_via <> 'import' and merged_into is null`.execute(db)
  return rows[0] ?? { joined: 0, complete: 0 }
}

/** The first receipts of those who joined since then, newest first. `from_id`: of that moment. */
export async function selectFirstReceipts(
  db: Db,
  organization_id: string,
  since: Date,
  from_id: string,
): Promise<number[]> {
  const { rows } = await sql<{ total: number }>`
    select total from (
      select distinct on (r.buyer_id) r.id,
        (r.gross - r.till_discount - r.promotion_discount - r.level_discount)::bigint as total
      from receipt r
      join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
        and b.joined_at >= ${since} and b.joined_via <> 'import'
      where r.organization_id = ${organization_id} and r.id >= ${from_id} and r.status <> 'cancelled'
      order by r.buyer_id, r.id
    ) first order by id desc limit 1000`.execute(db)
  return rows.map(({ total }) => total)
}
