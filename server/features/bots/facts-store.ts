/** What a conversation reads of other features' tables. Nothing is written here. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

/** What the four questions ask, as far as it is known. */
export async function selectAnswers(db: Db, key: BuyerKey) {
  return db
    .selectFrom('buyer')
    .select(['first_name', 'birthday', 'gender', 'city'])
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.buyer_id)
    .executeTakeFirst()
}

export type HistoryRow = {
  number: number
  at: Date
  place: string | null
  total: number | null
  changes: number[]
  kind: string
  groups: number
}

/** A page of what moved the balance: a receipt is one line, whatever it did. */
export async function selectHistory(
  db: Db,
  key: BuyerKey,
  page: number,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.*, p.name as place, r.to_pay as total from (
      select max(e.number) as number, max(e.created_at) as at, e.receipt_id,
        min(e.pos_id::text)::uuid as pos_id, min(e.kind) as kind,
        array_agg(e.amount order by e.number) as changes, (count(*) over ())::int as groups
      from entry e
      where e.organization_id = ${key.organization_id} and e.buyer_id = ${key.buyer_id}
      group by e.receipt_id, case when e.receipt_id is null then e.number end
      order by max(e.number) desc limit ${limit} offset ${page * limit}
    ) h
    left join pos p on p.organization_id = ${key.organization_id} and p.id = h.pos_id
    left join receipt r on r.organization_id = ${key.organization_id} and r.id = h.receipt_id
    order by h.number desc`.execute(db)
  return rows
}

export type EntryRow = {
  kind: string
  amount: number
  reason: string | null
  receipt_id: string | null
  expires_at: Date | null
  created_at: Date
}

export async function selectEntries(
  db: Db,
  key: BuyerKey,
  from_number: number,
  to_number: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('entry')
    .select(['kind', 'amount', 'reason', 'receipt_id', 'expires_at', 'created_at'])
    .where('organization_id', '=', key.organization_id)
    .where('buyer_id', '=', key.buyer_id)
    .where('number', '>=', from_number)
    .where('number', '<=', to_number)
    .orderBy('number')
    .execute()
}

/** Offers for the bot; whether they run is told by their rules. */
export async function selectShownPromotions(
  db: Db,
  organization_id: string,
): Promise<{ id: string; name: string; description: string }[]> {
  return db
    .selectFrom('promotion')
    .select(['id', 'name', 'description'])
    .where('organization_id', '=', organization_id)
    .where('state', '=', 'launched')
    .where('show_in_bot', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

export type PointRow = {
  name: string
  address: string
  city_name: string | null
  phone: string | null
  schedule: ({ from: string; to: string } | null)[]
  lat: number | null
  lng: number | null
}

/** Points of sale that buyers may see. */
export async function selectPoints(db: Db, organization_id: string): Promise<PointRow[]> {
  return db
    .selectFrom('pos')
    .leftJoin('city', 'city.id', 'pos.city_id')
    .select(['pos.name', 'pos.address', 'city.name as city_name', 'pos.phone'])
    .select(['pos.schedule', 'pos.lat', 'pos.lng'])
    .where('organization_id', '=', organization_id)
    .where('visible', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('pos.id')
    .$castTo<PointRow>()
    .execute()
}

/** How many friends came by this buyer, and what they brought. */
export async function selectInvited(
  db: Db,
  key: BuyerKey,
): Promise<{ invited: number; earned: number }> {
  const { rows } = await sql<{ invited: number; earned: number }>`
    select (select count(*)::int from buyer where organization_id = ${key.organization_id}
        and referred_by = ${key.buyer_id}) as invited,
      (select coalesce(sum(amount - debt_change), 0)::bigint from entry
        where organization_id = ${key.organization_id} and buyer_id = ${key.buyer_id}
          and kind = 'referral' and source like 'inviter:%') as earned`.execute(db)
  return rows[0] ?? { invited: 0, earned: 0 }
}
