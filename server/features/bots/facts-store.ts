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
  /** The card that was joined to this one and has the entry; null: this one itself. */
  card_id: string | null
  at: Date
  place: string | null
  total: number | null
  changes: number[]
  kind: string
  groups: number
}

const cardsOf = ({ organization_id, buyer_id }: BuyerKey) =>
  sql`array(select m.id from buyer m where m.organization_id = ${organization_id}
    and (m.id = ${buyer_id} or m.merged_into = ${buyer_id}))`

/**
 * A page of what moved the balance, of cards joined to this one too: a receipt is one line, whatever
 * it did. What one card handed over to another moved nothing.
 */
export async function selectHistory(
  db: Db,
  key: BuyerKey,
  page: number,
  limit: number,
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select h.*, p.name as place, r.to_pay as total from (
      select max(e.number) as number, nullif(e.buyer_id, ${key.buyer_id}) as card_id,
        max(e.created_at) as at, e.receipt_id,
        min(e.pos_id::text)::uuid as pos_id, min(e.kind) as kind,
        array_agg(e.amount order by e.number) as changes, (count(*) over ())::int as groups
      from entry e
      where e.organization_id = ${key.organization_id} and e.buyer_id = any(${cardsOf(key)})
        and e.kind not in ('transfer_out', 'transfer_in')
      group by e.buyer_id, e.receipt_id, case when e.receipt_id is null then e.number end
      order by max(e.created_at) desc, max(e.number) desc
      limit ${limit} offset ${page * limit}
    ) h
    left join pos p on p.organization_id = ${key.organization_id} and p.id = h.pos_id
    left join receipt r on r.organization_id = ${key.organization_id} and r.id = h.receipt_id
    order by h.at desc, h.number desc`.execute(db)
  return rows
}

export type EntryRow = {
  kind: string
  amount: number
  reason: string | null
  receipt_id: string | null
  created_at: Date
}

/** One entry of a buyer or, told by `card_id`, of a card that was joined to the buyer's. */
export async function findEntry(
  db: Db,
  key: BuyerKey,
  { number, card_id }: { number: number; card_id: string | null },
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select e.kind, e.amount, e.reason, e.receipt_id, e.created_at from entry e
    where e.organization_id = ${key.organization_id} and e.number = ${number}
      and e.buyer_id = ${card_id ?? key.buyer_id} and e.buyer_id = any(${cardsOf(key)})`.execute(db)
  return rows[0]
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
        where organization_id = ${key.organization_id} and buyer_id = any(${cardsOf(key)})
          and kind = 'referral' and source like 'inviter:%') as earned`.execute(db)
  return rows[0] ?? { invited: 0, earned: 0 }
}
