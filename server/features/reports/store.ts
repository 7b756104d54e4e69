/**
 * The SQL of reports; it reads any table and writes none.
 *
 * Days are the column `day`, which the ledger wrote in the organization's zone, so no figure here
 * depends on the clock of the database. Sums come from `pos_day`, kept in the ledger's commit;
 * what is asked of one buyer or by cashier comes from the receipts themselves.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import { boundsOf, type Group, type Period } from './rules.ts'

/** What every report of a period is narrowed by. */
export type Scope = Period & {
  organization_id: string
  timezone: string
  pos_id?: string | undefined
  /** null: a phone was given that no buyer has. */
  buyer_id?: string | null | undefined
  /** Moments between which whatever belongs to the period was made. */
  made: { from: number; to: number }
}

export type DaySums = {
  day: string
  pos_id: string | null
  cashier_id: string | null
  receipts: number
  member_receipts: number
  cancelled: number
  gross: number
  paid: number
  member_paid: number
  refunded: number
  member_refunded: number
  accrued: number
  spent: number
  expired: number
}

const NO_POS = '00000000-0000-0000-0000-000000000000'

/** The keys between which they lie. */
export const madeIds = ({ made }: Scope) => ({
  from: firstIdAt(new Date(made.from)),
  to: firstIdAt(new Date(made.to)),
})

/** `and <column> = <value>`, or nothing when no value is asked for. */
export const only = (column: RawBuilder<unknown>, value: string | null | undefined) =>
  value === undefined ? sql`` : value === null ? sql`and false` : sql`and ${column} = ${value}`

/** As `only`, of a buyer and of the cards that were merged into that one. */
export const onlyBuyer = (column: RawBuilder<unknown>, { organization_id, buyer_id }: Scope) =>
  buyer_id == null
    ? only(column, buyer_id)
    : sql`and ${column} = any(array(select m.id from buyer m
        where m.organization_id = ${organization_id}
          and (m.id = ${buyer_id} or m.merged_into = ${buyer_id})))`

/** Sums by day and point of sale, from what the commit keeps. */
export async function sumDays(db: Db, scope: Scope): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select day, nullif(pos_id, ${NO_POS}) as pos_id, null as cashier_id,
      receipts, member_receipts, cancelled, gross, paid, member_paid, refunded, member_refunded,
      accrued - withdrawn as accrued, spent - returned as spent, expired
    from pos_day
    where organization_id = ${scope.organization_id}
      and day between ${scope.start_date} and ${scope.end_date}
      ${only(sql`pos_id`, scope.pos_id)}`.execute(db)
  return rows
}

/**
 * The same sums by cashier, or of one buyer: from the receipts and cancellations themselves, and
 * from the movements that no receipt caused (gifts, what expired), which are no cashier's.
 */
export async function sumReceipts(db: Db, scope: Scope): Promise<DaySums[]> {
  const ids = madeIds(scope)
  const { organization_id, start_date, end_date } = scope
  const { rows } = await sql<DaySums>`
    select day, pos_id, cashier_id, sum(receipts)::bigint as receipts,
      sum(member_receipts)::bigint as member_receipts, sum(cancelled)::bigint as cancelled,
      sum(gross)::bigint as gross, sum(paid)::bigint as paid,
      sum(member_paid)::bigint as member_paid, sum(refunded)::bigint as refunded,
      sum(member_refunded)::bigint as member_refunded, sum(accrued)::bigint as accrued,
      sum(spent)::bigint as spent, sum(expired)::bigint as expired
    from (
      select day, pos_id, cashier_id, 1 as receipts, (buyer_id is not null)::int as member_receipts,
        0 as cancelled, gross, to_pay as paid,
        case when buyer_id is null then 0 else to_pay end as member_paid, 0 as refunded,
        0 as member_refunded, accrual as accrued, bonuses_spent as spent, 0 as expired
      from receipt
      where organization_id = ${organization_id} and id >= ${ids.from} and id < ${ids.to}
        and day between ${start_date} and ${end_date}
        ${only(sql`pos_id`, scope.pos_id)} ${onlyBuyer(sql`buyer_id`, scope)}
      union all
      select c.day, c.pos_id, c.cashier_id, 0, 0, c.whole::int, 0, 0, 0, c.refund_money,
        case when r.buyer_id is null then 0 else c.refund_money end, -c.bonuses_withdraw,
        -c.bonuses_return, 0
      from cancellation c
      join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
      where c.organization_id = ${organization_id} and c.id >= ${ids.from} and c.id < ${ids.to}
        and c.day between ${start_date} and ${end_date}
        ${only(sql`c.pos_id`, scope.pos_id)} ${onlyBuyer(sql`r.buyer_id`, scope)}
      union all
      select day, pos_id, null, 0, 0, 0, 0, 0, 0, 0, 0,
        case when kind = 'expiry' then 0 else amount - debt_change end, 0,
        case when kind = 'expiry' then debt_change - amount else 0 end
      from entry
      where organization_id = ${organization_id} and receipt_id is null
        and kind in ('expiry', 'promotion', 'welcome', 'birthday', 'referral')
        and created_at >= ${new Date(scope.made.from)} and created_at < ${new Date(scope.made.to)}
        and day between ${start_date} and ${end_date}
        ${only(sql`pos_id`, scope.pos_id)} ${only(sql`buyer_id`, scope.buyer_id)}
    ) as movement
    group by day, pos_id, cashier_id`.execute(db)
  return rows
}

export type By = 'none' | 'pos' | 'cashier'
export type CountedBuyers = {
  /** First day of the bucket; null: the whole period. */
  bucket: string | null
  pos_id: string | null
  cashier_id: string | null
  count: number
  repeat: number
}

const bucketOf = (day: RawBuilder<unknown>, group: Group | null) =>
  group === null
    ? sql`null::date`
    : group === 'day'
      ? day
      : sql`date_trunc(${sql.lit(group)}, ${day})::date`

/**
 * Distinct buyers with a receipt that still stands, and those with two or more of them, counted out
 * of the receipts: by cashier, or of one buyer. Merged cards are one buyer.
 */
export async function countBuyers(
  db: Db,
  scope: Scope,
  group: Group | null,
  by: By,
): Promise<CountedBuyers[]> {
  const ids = madeIds(scope)
  const pos = by === 'pos' ? sql`r.pos_id` : sql`null::uuid`
  const cashier = by === 'cashier' ? sql`r.cashier_id` : sql`null::uuid`
  const { rows } = await sql<CountedBuyers>`
    select bucket, pos_id, cashier_id, count(*) as count,
      count(*) filter (where receipts >= 2) as repeat
    from (
      select ${bucketOf(sql`r.day`, group)} as bucket, ${pos} as pos_id, ${cashier} as cashier_id,
        coalesce(b.merged_into, r.buyer_id) as buyer_id, count(*) as receipts
      from receipt r
      join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
      where r.organization_id = ${scope.organization_id}
        and r.id >= ${ids.from} and r.id < ${ids.to}
        and r.day between ${scope.start_date} and ${scope.end_date} and r.status <> 'cancelled'
        ${only(sql`r.pos_id`, scope.pos_id)} ${onlyBuyer(sql`r.buyer_id`, scope)}
      group by 1, 2, 3, 4
    ) as visit
    group by bucket, pos_id, cashier_id`.execute(db)
  return rows
}

export type Joined = {
  day: string
  pos_id: string | null
  cashier_id: string | null
  count: number
}

/** Buyers who joined in the period, by their first day and where they joined. */
export async function countJoined(db: Db, scope: Scope, by: By): Promise<Joined[]> {
  const { from, to } = boundsOf(scope, scope.timezone)
  const pos = by === 'pos' ? sql`joined_pos_id` : sql`null::uuid`
  const cashier = by === 'cashier' ? sql`joined_cashier_id` : sql`null::uuid`
  // Days begin on quarters of an hour everywhere: far fewer moments to find the local day of.
  const { rows } = await sql<Joined>`
    select (quarter at time zone ${scope.timezone})::date as day, pos_id, cashier_id,
      sum(count)::bigint as count
    from (
      select date_bin('15 minutes', joined_at, timestamptz 'epoch') as quarter, ${pos} as pos_id,
        ${cashier} as cashier_id, count(*) as count
      from buyer
      where organization_id = ${scope.organization_id} and joined_at >= ${new Date(from)}
        and joined_at < ${new Date(to)}
        ${only(sql`joined_pos_id`, scope.pos_id)} ${only(sql`id`, scope.buyer_id)}
      group by 1, 2, 3
    ) as joined
    group by 1, 2, 3`.execute(db)
  return rows
}

export async function findBuyerByPhone(
  db: Db,
  key: { organization_id: string; phone: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('buyer')
    .select(({ fn }) => fn.coalesce('merged_into', 'id').as('id'))
    .where('organization_id', '=', key.organization_id)
    .where('phone', '=', key.phone)
    .executeTakeFirst()
  return row?.id
}

/** Names of an organization's points of sale and cashiers, deleted ones too: history names them. */
export async function listNames(db: Db, organization_id: string): Promise<Map<string, string>> {
  const pos = await db
    .selectFrom('pos')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .execute()
  const cashiers = await db
    .selectFrom('cashier')
    .select(['id', 'name'])
    .where('organization_id', '=', organization_id)
    .execute()
  return new Map([...pos, ...cashiers].map(({ id, name }) => [id, name]))
}

export async function hasPos(
  db: Db,
  key: { organization_id: string; pos_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('pos')
    .select('id')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.pos_id)
    .executeTakeFirst()
  return row !== undefined
}

export type PosRow = {
  id: string
  name: string
  visible: boolean
  license_expires_at: Date | null
  last_activity_at: Date | null
}

/** The first id that can have been made so many milliseconds after a local day began. */
const idFrom = (day: RawBuilder<unknown>, after_ms: number) => sql`
  (lpad(to_hex((extract(epoch from ${day}::timestamp) * 1000)::bigint + ${sql.lit(after_ms)}), 12, '0')
    || '70008000000000000000')::uuid`
/** A day apart from any zone, and as late as a till may be; see `madeBetween`. */
const AROUND_MS = 97 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** Points of sale that are not deleted, with their license's end and the last receipt made there. */
export async function listPosWithActivity(
  db: Db,
  organization_id: string,
  pos_id: string | undefined,
): Promise<PosRow[]> {
  const { rows } = await sql<PosRow>`
    select p.id, p.name, p.visible, l.expires_at as license_expires_at,
      -- The last of a few days around it: read backwards by the key until the first that fits.
      (select r.created_at from receipt r
        where r.organization_id = p.organization_id and r.pos_id = p.id and r.day = last.day
          and r.id >= ${idFrom(sql`last.day`, -AROUND_MS)}
          and r.id < ${idFrom(sql`last.day`, AROUND_MS + DAY_MS)}
        order by r.id desc limit 1) as last_activity_at
    from pos p
    left join license l on l.organization_id = p.organization_id and l.id = p.license_id
    left join lateral (
      select max(day) as day from pos_day d
      where d.organization_id = p.organization_id and d.pos_id = p.id and d.receipts > 0
    ) as last on true
    where p.organization_id = ${organization_id} and p.deleted_at is null
      ${only(sql`p.id`, pos_id)}
    order by p.created_at, p.id`.execute(db)
  return rows
}

export async function hasReceipts(db: Db, organization_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('receipt')
    .select('id')
    .where('organization_id', '=', organization_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What looked unusual from a day on. */
export async function countUnusual(
  db: Db,
  organization_id: string,
  since: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('anomaly')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('day', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}
