/**
 * Every SQL of gifts. All of it reads: what was given is written by the ledger's commit, and what
 * is known of a buyer by `buyers/`.
 */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

/** What the gifts for joining and for a profile look at; a forgotten buyer has none. */
export async function selectProfile(db: Db, key: BuyerKey) {
  return db
    .selectFrom('buyer')
    .select(['first_name', 'birthday', 'city', 'joined_via'])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.buyer_id)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

/** Organizations whose program in force gives bonuses on a birthday. */
export async function selectBirthdayShops(db: Db): Promise<string[]> {
  const { rows } = await sql<{ organization_id: string }>`
    select p.organization_id from program p
    join program_version v on v.organization_id = p.organization_id and v.version = p.version
    where v.bonuses -> 'birthday' ->> 'on' = 'true'
      and v.bonuses -> 'birthday' ->> 'reward' = 'amount'
    order by p.organization_id`.execute(db)
  return rows.map(({ organization_id }) => organization_id)
}

/**
 * Buyers with a birthday on one of these days of the year who have not got that year's gift, in
 * the order of their ids after `after`.
 */
export async function selectBirthdays(
  db: Db,
  organization_id: string,
  days: { month_day: number; year: number }[],
  after: string,
  limit: number,
): Promise<{ id: string; birthday: string; entered_at: Date }[]> {
  const { rows } = await sql<{ id: string; birthday: string; entered_at: Date }>`
    select b.id, b.birthday, coalesce(b.birthday_entered_at, b.joined_at) as entered_at
    from unnest(${days.map(({ month_day }) => month_day)}::int[],
      ${days.map(({ year }) => `birthday:${year}`)}::text[]) as w(month_day, gift)
    join buyer b on b.organization_id = ${organization_id} and b.status = 'active'
      and b.birthday is not null
      and extract(month from b.birthday)::int * 100 + extract(day from b.birthday)::int = w.month_day
    where b.id > ${after} and not exists (select from granted_once g
      where g.organization_id = b.organization_id and g.gift = w.gift and g.who = b.phone_hash)
    order by b.id limit ${limit}`.execute(db)
  return rows
}
