/**
 * Every SQL of reports; it reads any table and writes none.
 *
 * Days are the column `day`, which the ledger wrote in the organization's zone, so no figure here
 * depends on the clock of the database. Sums come from `pos_day`, kept in the ledger's commit;
 * what is asked of one buyer or by cashier comes from the receipts themselves.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import type { Group, Period } from './rules.ts'

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

const madeIds = ({ made }: Scope) => ({
  from: firstIdAt(new Date(made.from)),
  to: firstIdAt(new Date(made.to)),
})

/** `and <column> = <value>`, or nothing when no value is asked for. */
const only = (column: RawBuilder<unknown>, value: string | null | undefined) =>
  value === undefined ? sql`` : value === null ? sql`and false` : sql`and ${column} = ${value}`

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
 * The same sums by cashier, or of one buyer: from the receipts and cancellations themselves.
 * Bonuses that moved without a receipt are no cashier's; of one buyer, what expired is counted.
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
        ${only(sql`pos_id`, scope.pos_id)} ${only(sql`buyer_id`, scope.buyer_id)}
      union all
      select c.day, c.pos_id, c.cashier_id, 0, 0, c.whole::int, 0, 0, 0, c.refund_money,
        case when r.buyer_id is null then 0 else c.refund_money end, -c.bonuses_withdraw,
        -c.bonuses_return, 0
      from cancellation c
      join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
      where c.organization_id = ${organization_id} and c.id >= ${ids.from} and c.id < ${ids.to}
        and c.day between ${start_date} and ${end_date}
        ${only(sql`c.pos_id`, scope.pos_id)} ${only(sql`r.buyer_id`, scope.buyer_id)}
      union all
      select day, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, debt_change - amount
      from entry
      where organization_id = ${organization_id} and buyer_id = ${scope.buyer_id ?? null}
        and kind = 'expiry' and day between ${start_date} and ${end_date}
        ${scope.pos_id === undefined ? sql`` : sql`and false`}
    ) as movement
    group by day, pos_id, cashier_id`.execute(db)
  return rows
}

export type By = 'none' | 'pos' | 'cashier'
export type Counted = {
  /** First day of the bucket; null: the whole period. */
  bucket: string | null
  pos_id: string | null
  cashier_id: string | null
  count: number
}
export type CountedBuyers = Counted & { repeat: number }

const bucketOf = (day: RawBuilder<unknown>, group: Group | null) =>
  group === null
    ? sql`null::date`
    : group === 'day'
      ? day
      : sql`date_trunc(${sql.lit(group)}, ${day})::date`

/** Distinct buyers with a receipt that still stands, and those with two or more of them. */
export async function countBuyers(
  db: Db,
  scope: Scope,
  group: Group | null,
  by: By,
): Promise<CountedBuyers[]> {
  const ids = madeIds(scope)
  const pos = by === 'pos' ? sql`pos_id` : sql`null::uuid`
  const cashier = by === 'cashier' ? sql`cashier_id` : sql`null::uuid`
  const { rows } = await sql<CountedBuyers>`
    select bucket, pos_id, cashier_id, count(*) as count,
      count(*) filter (where receipts >= 2) as repeat
    from (
      select ${bucketOf(sql`day`, group)} as bucket, ${pos} as pos_id, ${cashier} as cashier_id,
        buyer_id, count(*) as receipts
      from receipt
      where organization_id = ${scope.organization_id} and id >= ${ids.from} and id < ${ids.to}
        and day between ${scope.start_date} and ${scope.end_date}
        and buyer_id is not null and status <> 'cancelled'
        ${only(sql`pos_id`, scope.pos_id)} ${only(sql`buyer_id`, scope.buyer_id)}
      group by 1, 2, 3, 4
    ) as visit
    group by bucket, pos_id, cashier_id`.execute(db)
  return rows
}

/** Buyers who joined in the period, by their first day and where they joined. */
export async function countJoined(
  db: Db,
  scope: Scope,
  group: Group | null,
  by: By,
): Promise<Counted[]> {
  const ids = madeIds(scope)
  const day = sql`(joined_at at time zone ${scope.timezone})::date`
  const pos = by === 'pos' ? sql`joined_pos_id` : sql`null::uuid`
  const cashier = by === 'cashier' ? sql`joined_cashier_id` : sql`null::uuid`
  const { rows } = await sql<Counted>`
    select ${bucketOf(sql`day`, group)} as bucket, pos_id, cashier_id, count(*) as count
    from (
      select ${day} as day, ${pos} as pos_id, ${cashier} as cashier_id
      from buyer
      where organization_id = ${scope.organization_id} and id >= ${ids.from} and id < ${ids.to}
        ${only(sql`joined_pos_id`, scope.pos_id)} ${only(sql`id`, scope.buyer_id)}
    ) as joined
    where day between ${scope.start_date} and ${scope.end_date}
    group by 1, 2, 3`.execute(db)
  return rows
}

export async function findBuyerByPhone(
  db: Db,
  key: { organization_id: string; phone: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('buyer')
    .select('id')
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

/** Points of sale that are not deleted, with their license's end and the last receipt made there. */
export async function listPosWithActivity(
  db: Db,
  organization_id: string,
  pos_id: string | undefined,
): Promise<PosRow[]> {
  const { rows } = await sql<PosRow>`
    select p.id, p.name, p.visible, l.expires_at as license_expires_at, a.last_activity_at
    from pos p
    left join license l on l.organization_id = p.organization_id and l.id = p.license_id
    left join lateral (
      select max(day) as day from pos_day d
      where d.organization_id = p.organization_id and d.pos_id = p.id and d.receipts > 0
    ) as last on true
    left join lateral (
      select max(r.created_at) as last_activity_at from receipt r
      where r.organization_id = p.organization_id and r.pos_id = p.id and r.day = last.day
        -- The smallest id that a receipt of that day can have, as the bounds of a period have it.
        and r.id >= (lpad(to_hex((extract(epoch from last.day::timestamp) * 1000)::bigint
          - 97 * 3600000), 12, '0') || '70008000000000000000')::uuid
    ) as a on true
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

/** What one account holds at a moment, lot by lot: a late expiry job changes no figure. */
const holdings = (now: Date, soon: Date) => sql`
  lateral (
    select
      coalesce(sum(remaining) filter (where active_from <= ${now}), 0)::bigint as available,
      coalesce(sum(remaining) filter (where active_from > ${now}), 0)::bigint as pending,
      coalesce(sum(remaining) filter (where expires_at <= ${soon}), 0)::bigint as expiring_30d
    from unnest(a.lot_remaining::bigint[], a.lot_active_from, a.lot_expires_at)
      as lot (remaining, active_from, expires_at)
    where expires_at is null or expires_at > ${now}
  ) as held`

export type AccountTotals = {
  buyers: number
  balance: number
  available: number
  pending: number
  debt: number
  expiring_30d: number
}

type AccountsAsk = {
  organization_id: string
  now: Date
  soon: Date
  /** One buyer; null: a phone was given that no buyer has. */
  buyer_id?: string | null | undefined
  /** Only buyers with a movement in it. */
  moved?: Scope | undefined
}

/** Only buyers with a movement in the scope, when one is given. */
const movedIn = (scope: Scope | undefined) =>
  scope === undefined
    ? sql``
    : sql`and exists (
        select from entry e where e.organization_id = a.organization_id
          and e.buyer_id = a.buyer_id and e.day between ${scope.start_date} and ${scope.end_date}
          ${only(sql`e.pos_id`, scope.pos_id)})`

export async function sumAccounts(db: Db, ask: AccountsAsk): Promise<AccountTotals> {
  const { rows } = await sql<AccountTotals>`
    select count(*) as buyers, coalesce(sum(available + pending), 0)::bigint as balance,
      coalesce(sum(available), 0)::bigint as available,
      coalesce(sum(pending), 0)::bigint as pending, coalesce(sum(a.debt), 0)::bigint as debt,
      coalesce(sum(expiring_30d), 0)::bigint as expiring_30d
    from account a, ${holdings(ask.now, ask.soon)}
    where a.organization_id = ${ask.organization_id} ${only(sql`a.buyer_id`, ask.buyer_id)}
      ${movedIn(ask.moved)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

const accountOrders = {
  '-balance': sql`available + pending desc`,
  balance: sql`available + pending`,
  '-debt': sql`a.debt desc`,
  '-expiring_30d': sql`expiring_30d desc`,
  '-last_visit_at': sql`a.last_receipt_at desc nulls last`,
  name: sql`b.search_name collate "uk-x-icu"`,
}

export type AccountListRow = {
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  level: number | null
  available: number
  pending: number
  debt: number
  expiring_30d: number
  last_visit_at: Date | null
}

export async function listAccounts(
  db: Db,
  ask: AccountsAsk & { sort: keyof typeof accountOrders; start: number; count: number },
): Promise<AccountListRow[]> {
  const { rows } = await sql<AccountListRow>`
    select a.buyer_id, b.first_name, b.last_name, b.phone, coalesce(a.pinned_level, a.level) as level,
      available, pending, a.debt::bigint as debt, expiring_30d, a.last_receipt_at as last_visit_at
    from account a
    join buyer b on b.organization_id = a.organization_id and b.id = a.buyer_id,
      ${holdings(ask.now, ask.soon)}
    where a.organization_id = ${ask.organization_id} ${only(sql`a.buyer_id`, ask.buyer_id)}
      ${movedIn(ask.moved)}
    order by ${accountOrders[ask.sort]}, a.buyer_id
    limit ${ask.count} offset ${ask.start}`.execute(db)
  return rows
}

/** Movements of the scope. The moments bound the blocks that are read. */
const movements = (scope: Scope, kind?: string | undefined) => sql`
  from entry e
  where e.organization_id = ${scope.organization_id}
    and e.created_at >= ${new Date(scope.made.from)} and e.created_at < ${new Date(scope.made.to)}
    and e.day between ${scope.start_date} and ${scope.end_date}
    ${only(sql`e.pos_id`, scope.pos_id)} ${only(sql`e.buyer_id`, scope.buyer_id)}
    ${only(sql`e.kind`, kind)}`

export async function countMovements(db: Db, scope: Scope, kind?: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${movements(scope, kind)}`.execute(db)
  return rows[0]?.total ?? 0
}

export type MovementRow = {
  created_at: Date
  buyer_id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  number: number
  kind: string
  amount: number
  debt_change: number
  balance_after: number
  receipt_id: string | null
  receipt_number: string | null
  pos_id: string | null
  pos_name: string | null
  by: string | null
  reason: string | null
}

export async function listMovements(
  db: Db,
  scope: Scope,
  ask: { kind?: string | undefined; start: number; count: number },
): Promise<MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select e.created_at, e.buyer_id, b.first_name, b.last_name, b.phone, e.number, e.kind,
      e.amount, e.debt_change, e.balance_after::bigint as balance_after, e.receipt_id,
      r.number as receipt_number, e.pos_id, p.name as pos_name,
      coalesce(k.name, u.first_name) as by, e.reason
    from (
      select e.* ${movements(scope, ask.kind)}
      order by e.created_at desc, e.buyer_id, e.number desc
      limit ${ask.count} offset ${ask.start}
    ) as e
    join buyer b on b.organization_id = e.organization_id and b.id = e.buyer_id
    left join receipt r on r.organization_id = e.organization_id and r.id = e.receipt_id
    left join pos p on p.organization_id = e.organization_id and p.id = e.pos_id
    left join cashier k on k.organization_id = e.organization_id
      and e.actor like 'cashier:%' and k.id::text = substr(e.actor, 9)
    left join user_account u on e.actor like 'owner:%' and u.id::text = substr(e.actor, 7)
    order by e.created_at desc, e.buyer_id, e.number desc`.execute(db)
  return rows
}

export type KindRow = {
  kind: string
  operations: number
  buyers: number
  amount: number
  debt_change: number
}

/** Movements by kind, and with kind '' all of them. */
export async function sumKinds(db: Db, scope: Scope): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select coalesce(e.kind, '') as kind, count(*) as operations,
      count(distinct e.buyer_id) as buyers, coalesce(sum(e.amount), 0)::bigint as amount,
      coalesce(sum(e.debt_change), 0)::bigint as debt_change
    ${movements(scope)}
    group by grouping sets ((e.kind), ())
    order by 1`.execute(db)
  return rows
}

export type ReceiptScope = Scope & {
  cashier_id?: string | undefined
  number?: string | undefined
  status?: string | undefined
}

const receiptsOf = (scope: ReceiptScope) => {
  const ids = madeIds(scope)
  return sql`
    from receipt r
    where r.organization_id = ${scope.organization_id} and r.id >= ${ids.from} and r.id < ${ids.to}
      and r.day between ${scope.start_date} and ${scope.end_date}
      ${only(sql`r.pos_id`, scope.pos_id)} ${only(sql`r.buyer_id`, scope.buyer_id)}
      ${only(sql`r.cashier_id`, scope.cashier_id)} ${only(sql`r.number`, scope.number)}
      ${only(sql`r.status`, scope.status)}`
}

const discounts = sql`r.till_discount::bigint + r.promotion_discount + r.level_discount`

export async function sumReceiptReport(db: Db, scope: ReceiptScope) {
  const { rows } = await sql<{
    receipts: number
    gross: number
    discount: number
    bonuses_spent: number
    to_pay: number
    accrual: number
    refunded: number
  }>`
    select count(*) as receipts, coalesce(sum(r.gross), 0)::bigint as gross,
      coalesce(sum(${discounts}), 0)::bigint as discount,
      coalesce(sum(r.bonuses_spent), 0)::bigint as bonuses_spent,
      coalesce(sum(r.to_pay), 0)::bigint as to_pay, coalesce(sum(r.accrual), 0)::bigint as accrual,
      coalesce(sum(r.refunded), 0)::bigint as refunded
    ${receiptsOf(scope)}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

export type ReceiptReportRow = {
  receipt_id: string
  number: string | null
  status: string
  occurred_at: Date
  offline: boolean
  pos_id: string
  pos_name: string
  cashier_id: string | null
  cashier_name: string | null
  buyer_id: string | null
  first_name: string | null
  last_name: string | null
  phone: string | null
  gross: number
  discount: number
  bonuses_spent: number
  to_pay: number
  accrual: number
  refunded: number
}

export async function listReceiptReport(
  db: Db,
  scope: ReceiptScope,
  ask: { page: number; limit: number },
): Promise<ReceiptReportRow[]> {
  const { rows } = await sql<ReceiptReportRow>`
    select r.id as receipt_id, r.number, r.status, r.occurred_at, r.offline, r.pos_id,
      coalesce(p.name, '') as pos_name, r.cashier_id, k.name as cashier_name, r.buyer_id,
      b.first_name, b.last_name, b.phone, r.gross::bigint as gross, ${discounts} as discount,
      r.bonuses_spent::bigint as bonuses_spent, r.to_pay::bigint as to_pay,
      r.accrual::bigint as accrual, r.refunded::bigint as refunded
    from (
      select r.* ${receiptsOf(scope)}
      order by r.id desc limit ${ask.limit} offset ${(ask.page - 1) * ask.limit}
    ) as r
    left join pos p on p.organization_id = r.organization_id and p.id = r.pos_id
    left join cashier k on k.organization_id = r.organization_id and k.id = r.cashier_id
    left join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
    order by r.id desc`.execute(db)
  return rows
}

