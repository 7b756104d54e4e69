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

/** How many friends this buyer was rewarded for, since then and ever. */
export async function countRewards(
  db: Db,
  key: BuyerKey,
  since: Date,
): Promise<{ this_month: number; ever: number }> {
  const { rows } = await sql<{ this_month: number; ever: number }>`
    select count(*) filter (where created_at >= ${since})::int as this_month, count(*)::int as ever
    from granted_once where organization_id = ${key.organization_id}
      and buyer_id = ${key.buyer_id} and gift = 'inviter'`.execute(db)
  return rows[0] ?? { this_month: 0, ever: 0 }
}

/** The reward an inviter got, with the entry it made. */
export type Reward = {
  buyer_id: string
  who: string
  number: number
  /** What it gave, a repaid debt included. */
  size: number
  repaid_debt: number
}

/** The inviter's reward of this source that was not taken back. */
export async function selectReward(
  db: Db,
  organization_id: string,
  source: string,
): Promise<Reward | undefined> {
  const { rows } = await sql<Reward>`
    select g.buyer_id, g.who, e.number, (e.amount - e.debt_change)::bigint as size,
      (-e.debt_change)::bigint as repaid_debt
    from entry e join granted_once g on g.organization_id = e.organization_id
      and g.buyer_id = e.buyer_id and g.gift = 'inviter' and g.source = e.source
    where e.organization_id = ${organization_id} and e.source = ${source}
      and e.kind = 'referral'`.execute(db)
  return rows[0]
}
