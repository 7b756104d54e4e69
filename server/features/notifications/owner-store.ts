/** What owners are told, and of what. Reads other features' tables and writes none. */
import { sql } from 'kysely'
import type { Db } from '#server/io/db.ts'

/** Who reads the notices of a shop. */
export type Reader = {
  organization_id: string
  shop: string
  timezone: string
  currency: string
  language: string
  by_mail: boolean
}

const shopWith = (setting: string) => sql`
  join organization o on o.id = found.organization_id and o.deleted_at is null and not o.is_demo
  join user_account u on u.id = o.owner_id
  join program p on p.organization_id = o.id
    and coalesce((p.notifications ->> ${setting})::boolean, ${setting !== 'owner_daily_summary'})`

const reader = sql`o.id as organization_id, o.name as shop, o.timezone, o.currency, u.language,
  coalesce((p.notifications ->> 'owner_by_email')::boolean, true) as by_mail`

export type LowRating = Reader & {
  receipt_id: string
  buyer_id: string
  stars: number
  score: number | null
  comment: string | null
  place: string | null
  buyer: string
}

/** Bad ratings of this time that their owners want to hear of and have not heard. */
export async function selectLowRatings(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<LowRating[]> {
  const { rows } = await sql<LowRating>`
    select ${reader}, found.receipt_id, found.buyer_id, found.stars,
      found.score, found.comment, s.name as place,
      trim(coalesce(b.first_name, '') || ' ' || coalesce(b.last_name, '')) as buyer
    from visit_rating found
    ${shopWith('owner_low_rating')}
    left join pos s on s.organization_id = found.organization_id and s.id = found.pos_id
    left join buyer b on b.organization_id = found.organization_id and b.id = found.buyer_id
    where found.stars <= 3 and found.created_at > ${from} and found.created_at <= ${to}
      and not exists (select from owner_notice n where n.organization_id = found.organization_id
        and n.code = 'low_rating' and n.object = found.receipt_id::text)`.execute(db)
  return rows
}

export type DetachedBot = Reader & { object: string; type: string }

/** Bots whose token their messenger does not take any more. */
export async function selectDetachedBots(db: Db): Promise<DetachedBot[]> {
  const { rows } = await sql<DetachedBot>`
    select ${reader}, found.id || ' ' || found.connected_at as object, found.type
    from bot_client found
    ${shopWith('owner_bot_detached')}
    where found.status = 'revoked' and not exists (
      select from owner_notice n where n.organization_id = found.organization_id
        and n.code = 'bot_detached' and n.object = found.id || ' ' || found.connected_at)`.execute(
    db,
  )
  return rows
}

/** Shops whose owners want the sum of the day. */
export async function selectSummaryShops(db: Db): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select ${reader} from (select organization_id from program) found
    ${shopWith('owner_daily_summary')}`.execute(db)
  return rows
}

export type DayFigures = {
  receipts: number
  turnover: number
  accrued: number
  spent: number
  newcomers: number
}

/** What a day of the shop has brought so far. */
export async function selectFigures(
  db: Db,
  organization_id: string,
  day: string,
  from: Date,
): Promise<DayFigures> {
  const { rows } = await sql<DayFigures>`
    select coalesce(sum(receipts), 0)::int as receipts, coalesce(sum(paid), 0)::bigint as turnover,
      coalesce(sum(accrued), 0)::bigint as accrued, coalesce(sum(spent), 0)::bigint as spent,
      (select count(*)::int from buyer b where b.organization_id = ${organization_id}
        and b.joined_at >= ${from}) as newcomers
    from pos_day where organization_id = ${organization_id} and day = ${day}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a sum is always there')
  return row
}
