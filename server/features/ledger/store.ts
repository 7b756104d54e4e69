/**
 * Every write of the ledger, and its reads by key.
 *
 * Invariants kept here: an account changes only where its version is still the one that was read,
 * and then by one; entries, receipt, day sums, announcements and the saved answer of an operation
 * are written only if its account (or, without a buyer, its receipt) was.
 */
import { CompiledQuery, sql } from 'kysely'
import { named, type Db, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import type { PreparedOperation } from './commit-operations.ts'

/** What the statement says of one operation; the last four are null unless such a row exists. */
export type CommitRow = {
  committed: boolean
  key_hash: string | null
  key_body: string | null
  receipt_hash: string | null
  number_receipt_id: string | null
}

// `op` lists what the operations hang on; `ready` leaves out those whose receipt, number or key is
// taken, or whose receipt changed since it was read. That look is enough: a request that takes
// them at this very moment either moves the same account, and then `moved` finds another version,
// or collides in a unique key, and then the whole statement is tried again (commit-operations.ts).
const commitStatement = `
with op as (
  select * from json_to_recordset($1::json) as o(
    i int, organization_id uuid, buyer_id uuid, version bigint, entries int, last_hash bytea,
    balance bigint, debt bigint, turnover bigint, year smallint, year_turnover bigint,
    last_year_turnover bigint, receipts int, last_receipt_at timestamptz, level int,
    level_until timestamptz, pinned_level int, pinned_until timestamptz, lot_numbers int[],
    lot_kinds text[], lot_amounts bigint[], lot_remaining bigint[], lot_active_from timestamptz[],
    lot_expires_at timestamptz[],
    receipt_id uuid, receipt_version int, number text, pos_id uuid, day date,
    created_at timestamptz, sum_day date, sum_turnover bigint, sum_receipts int,
    answer_key text, answer_hash text, answer_body text,
    day_receipts int, day_member_receipts int, day_cancelled int, day_gross bigint,
    day_paid bigint, day_member_paid bigint, day_refunded bigint, day_member_refunded bigint,
    day_accrued bigint, day_withdrawn bigint, day_spent bigint, day_returned bigint,
    day_expired bigint, day_given bigint, day_taken bigint)
),
ready as (
  select o.* from op o
  where (o.answer_key is null or not exists (
      select from ledger_answer k
      where k.organization_id = o.organization_id and k.key = o.answer_key))
    and (o.receipt_id is null or case when o.receipt_version is null
      then not exists (
        select from receipt r where r.organization_id = o.organization_id and r.id = o.receipt_id)
      else exists (
        select from receipt r where r.organization_id = o.organization_id and r.id = o.receipt_id
          and r.version = o.receipt_version) end)
    and (o.number is null or not exists (
      select from receipt_number n
      where n.organization_id = o.organization_id and n.pos_id = o.pos_id and n.day = o.day
        and n.number = o.number))
),
moved as (
  update account a set
    version = a.version + 1, entries = o.entries, last_hash = o.last_hash, balance = o.balance,
    debt = o.debt, turnover = o.turnover, year = o.year, year_turnover = o.year_turnover,
    last_year_turnover = o.last_year_turnover, receipts = o.receipts,
    last_receipt_at = o.last_receipt_at, level = o.level, level_until = o.level_until,
    pinned_level = o.pinned_level, pinned_until = o.pinned_until, lot_numbers = o.lot_numbers,
    lot_kinds = o.lot_kinds, lot_amounts = o.lot_amounts, lot_remaining = o.lot_remaining,
    lot_active_from = o.lot_active_from, lot_expires_at = o.lot_expires_at
  from (select * from ready where buyer_id is not null order by organization_id, buyer_id) o
  where a.organization_id = o.organization_id and a.buyer_id = o.buyer_id
    and a.version = o.version
  returning o.i
),
cancelled as (
  update receipt r set
    version = r.version + 1,
    status = case when c.whole then 'cancelled' else 'partially_cancelled' end,
    refunded = r.refunded + c.refund_money,
    bonuses_returned = r.bonuses_returned + c.bonuses_return,
    bonuses_withdrawn = r.bonuses_withdrawn + c.bonuses_withdraw,
    shop_loss = r.shop_loss + c.shop_loss,
    returned = c.returned
  from ready o join json_to_recordset($4::json) as c(
      i int, whole boolean, refund_money bigint, bonuses_return bigint, bonuses_withdraw bigint,
      shop_loss bigint, returned text) on c.i = o.i
  where r.organization_id = o.organization_id and r.id = o.receipt_id
    and r.version = o.receipt_version
    and (o.buyer_id is null or o.i in (select i from moved))
  returning o.i
),
done as (
  select i from moved
  union all
  select i from ready where buyer_id is null and receipt_version is null
  union all
  select c.i from cancelled c join ready o on o.i = c.i where o.buyer_id is null
),
new_entry as (
  insert into entry (organization_id, buyer_id, number, kind, amount, debt_change, balance_after,
    debt_after, lot_numbers, lot_amounts, lot_expiries, active_from, expires_at, receipt_id,
    source, reason, actor, pos_id, day, created_at, prev_hash, hash)
  select o.organization_id, o.buyer_id, e.number, e.kind, e.amount, e.debt_change,
    e.balance_after, e.debt_after, e.lot_numbers, e.lot_amounts, e.lot_expiries, e.active_from,
    e.expires_at, e.receipt_id, e.source, e.reason, e.actor, o.pos_id, o.day, e.created_at,
    e.prev_hash, e.hash
  from json_to_recordset($2::json) as e(
      i int, number int, kind text, amount bigint, debt_change bigint, balance_after bigint,
      debt_after bigint, lot_numbers int[], lot_amounts bigint[], lot_expiries text,
      active_from timestamptz, expires_at timestamptz, receipt_id uuid, source text, reason text,
      actor text, created_at timestamptz, prev_hash bytea, hash bytea)
    join done d on d.i = e.i join op o on o.i = e.i
),
new_receipt as (
  insert into receipt (organization_id, id, version, status, buyer_id, pos_id, cashier_id, number,
    day, request_hash, program_version, gross, till_discount, promotion_discount, level_discount,
    bonuses_spent, to_pay, accrual, balance_after, pending_after, debt_after, registered, offline,
    content, occurred_at, created_at)
  select o.organization_id, r.id, 1, 'completed', o.buyer_id, o.pos_id, r.cashier_id, r.number,
    o.day, r.request_hash, r.program_version, r.gross, r.till_discount, r.promotion_discount,
    r.level_discount, r.bonuses_spent, r.to_pay, r.accrual, r.balance_after, r.pending_after,
    r.debt_after, r.registered, r.offline, r.content, r.occurred_at, o.created_at
  from json_to_recordset($3::json) as r(
      i int, id uuid, cashier_id uuid, number text, request_hash text, program_version int,
      gross bigint, till_discount bigint, promotion_discount bigint, level_discount bigint,
      bonuses_spent bigint, to_pay bigint, accrual bigint, balance_after bigint,
      pending_after bigint, debt_after bigint, registered boolean, offline boolean, content text,
      occurred_at timestamptz)
    join done d on d.i = r.i join op o on o.i = r.i
),
new_number as (
  insert into receipt_number (organization_id, pos_id, day, number, receipt_id)
  select o.organization_id, o.pos_id, o.day, o.number, o.receipt_id
  from op o join done d on d.i = o.i where o.number is not null
),
new_cancellation as (
  insert into cancellation (organization_id, id, receipt_id, buyer_id, pos_id, cashier_id, user_id,
    day, whole, refund_money, bonuses_return, bonuses_withdraw, shop_loss, reason, content,
    created_at)
  select o.organization_id, c.id, o.receipt_id, o.buyer_id, o.pos_id, c.cashier_id, c.user_id,
    o.day, c.whole, c.refund_money, c.bonuses_return, c.bonuses_withdraw, c.shop_loss, c.reason,
    c.content, o.created_at
  from json_to_recordset($4::json) as c(
      i int, id uuid, cashier_id uuid, user_id uuid, whole boolean, refund_money bigint,
      bonuses_return bigint, bonuses_withdraw bigint, shop_loss bigint, reason text, content text)
    join done d on d.i = c.i join op o on o.i = c.i
),
new_announcement as (
  insert into announcement (organization_id, id, fact, payload, created_at)
  select o.organization_id, n.id, n.fact, n.payload, o.created_at
  from json_to_recordset($5::json) as n(i int, id uuid, fact text, payload text)
    join done d on d.i = n.i join op o on o.i = n.i
),
new_answer as (
  insert into ledger_answer (organization_id, key, request_hash, body, created_at)
  select o.organization_id, o.answer_key, o.answer_hash, o.answer_body, o.created_at
  from op o join done d on d.i = o.i where o.answer_key is not null
),
buyer_sum as (
  insert into account_day as s (organization_id, buyer_id, day, turnover, receipts)
  select o.organization_id, o.buyer_id, o.sum_day, o.sum_turnover, o.sum_receipts
  from op o join done d on d.i = o.i where o.sum_day is not null
  on conflict (organization_id, buyer_id, day) do update set
    turnover = s.turnover + excluded.turnover, receipts = s.receipts + excluded.receipts
),
day_sum as (
  insert into pos_day as s (organization_id, day, pos_id, receipts, member_receipts, cancelled,
    gross, paid, member_paid, refunded, member_refunded, accrued, withdrawn, spent, returned,
    expired, given, taken)
  select o.organization_id, o.day, coalesce(o.pos_id, '00000000-0000-0000-0000-000000000000'),
    sum(o.day_receipts), sum(o.day_member_receipts), sum(o.day_cancelled), sum(o.day_gross),
    sum(o.day_paid), sum(o.day_member_paid), sum(o.day_refunded), sum(o.day_member_refunded),
    sum(o.day_accrued), sum(o.day_withdrawn), sum(o.day_spent), sum(o.day_returned),
    sum(o.day_expired), sum(o.day_given), sum(o.day_taken)
  from op o join done d on d.i = o.i
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (organization_id, day, pos_id) do update set
    receipts = s.receipts + excluded.receipts,
    member_receipts = s.member_receipts + excluded.member_receipts,
    cancelled = s.cancelled + excluded.cancelled, gross = s.gross + excluded.gross,
    paid = s.paid + excluded.paid, member_paid = s.member_paid + excluded.member_paid,
    refunded = s.refunded + excluded.refunded,
    member_refunded = s.member_refunded + excluded.member_refunded,
    accrued = s.accrued + excluded.accrued, withdrawn = s.withdrawn + excluded.withdrawn,
    spent = s.spent + excluded.spent, returned = s.returned + excluded.returned,
    expired = s.expired + excluded.expired, given = s.given + excluded.given,
    taken = s.taken + excluded.taken
)
select d.i is not null as committed,
  -- A cancellation whose account moved and whose receipt did not is a fault: nothing is kept.
  case when m.i is not null and o.receipt_version is not null and c.i is null
    then 1 / (o.i - o.i) end as torn,
  k.request_hash as key_hash, k.body as key_body,
  r.request_hash as receipt_hash, n.receipt_id as number_receipt_id
from op o
left join done d on d.i = o.i
left join moved m on m.i = o.i
left join cancelled c on c.i = o.i
left join ledger_answer k on k.organization_id = o.organization_id and k.key = o.answer_key
left join receipt r on o.receipt_version is null and r.organization_id = o.organization_id
  and r.id = o.receipt_id
left join receipt_number n on n.organization_id = o.organization_id and n.pos_id = o.pos_id
  and n.day = o.day and n.number = o.number
order by o.i`

function parameters(prepared: readonly PreparedOperation[]): string[] {
  return [
    JSON.stringify(prepared.map((one) => one.operation)),
    JSON.stringify(prepared.flatMap((one) => one.entries)),
    JSON.stringify(prepared.flatMap((one) => one.receipts)),
    JSON.stringify(prepared.flatMap((one) => one.cancellations)),
    JSON.stringify(prepared.flatMap((one) => one.announcements)),
  ]
}

/** Runs the one statement, prepared: its own transaction, one round trip. */
export function runCommit(io: Pick<Io, 'pool'>, prepared: readonly PreparedOperation[]) {
  return named<CommitRow>(io.pool, 'ledger_commit', commitStatement, parameters(prepared))
}

/** The same as a part of a transaction. */
export async function runCommitInside(tx: Tx, prepared: readonly PreparedOperation[]) {
  const query = CompiledQuery.raw(commitStatement, parameters(prepared))
  return (await tx.executeQuery<CommitRow>(query)).rows
}

/** Opens the account of a buyer at version 0; one that is there stays as it is. */
export async function insertAccount(
  tx: Db | Tx,
  account: { organization_id: string; buyer_id: string; last_hash: string },
): Promise<void> {
  await sql`
    insert into account (organization_id, buyer_id, version, entries, last_hash, balance, debt,
      turnover, year, year_turnover, last_year_turnover, receipts, lot_numbers, lot_kinds,
      lot_amounts, lot_remaining, lot_active_from, lot_expires_at)
    values (${account.organization_id}, ${account.buyer_id}, 0, 0,
      ${Buffer.from(account.last_hash, 'hex')}, 0, 0, 0, 0, 0, 0, 0, '{}', '{}', '{}', '{}', '{}',
      '{}')
    on conflict do nothing`.execute(tx)
}

const accountColumns = sql.raw(`a.organization_id, a.buyer_id, a.version, a.entries,
  encode(a.last_hash, 'hex') as last_hash, a.balance, a.debt, a.turnover, a.year, a.year_turnover,
  a.last_year_turnover, a.receipts, a.last_receipt_at, a.level, a.level_until, a.pinned_level,
  a.pinned_until, a.lot_numbers, a.lot_kinds, a.lot_amounts, a.lot_remaining, a.lot_active_from,
  a.lot_expires_at`)

/** An account as the database gives it; `accountOf` makes the rules' shape of it. */
export type AccountRow = {
  organization_id: string
  buyer_id: string
  version: number
  entries: number
  last_hash: string
  balance: number
  debt: number
  turnover: number
  year: number
  year_turnover: number
  last_year_turnover: number
  receipts: number
  last_receipt_at: Date | null
  level: number | null
  level_until: Date | null
  pinned_level: number | null
  pinned_until: Date | null
  lot_numbers: number[]
  lot_kinds: string[]
  lot_amounts: number[]
  lot_remaining: number[]
  lot_active_from: Date[]
  lot_expires_at: (Date | null)[]
  rolling_turnover?: number
}

/** One account; with `since`, also its turnover from that local day on. */
export async function selectAccount(
  db: Db | Tx,
  key: { organization_id: string; buyer_id: string },
  since: string | null,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns}, coalesce((
      select sum(s.turnover) from account_day s
      where s.organization_id = a.organization_id and s.buyer_id = a.buyer_id
        and s.day >= ${since}::date)::bigint, 0) as rolling_turnover
    from account a
    where a.organization_id = ${key.organization_id} and a.buyer_id = ${key.buyer_id}`.execute(db)
  return rows[0]
}

/** These accounts of one organization. */
export async function selectAccounts(
  tx: Db | Tx,
  organization_id: string,
  buyer_ids: string[],
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from account a
    where a.organization_id = ${organization_id} and a.buyer_id = any(${buyer_ids}::uuid[])
    order by a.buyer_id`.execute(tx)
  return rows
}

/** Accounts whose head lot is due, in key order after `after`; the lots lie soonest first. */
export async function selectDueAccounts(
  db: Db,
  after: { organization_id: string; buyer_id: string },
  now: Date,
  limit: number,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from account a
    where (a.organization_id, a.buyer_id) > (${after.organization_id}, ${after.buyer_id})
      and a.lot_expires_at[1] <= ${now}
    order by a.organization_id, a.buyer_id limit ${limit}`.execute(db)
  return rows
}

export async function insertAnnouncements(
  tx: Tx,
  rows: { organization_id: string; id: string; fact: string; payload: string; created_at: Date }[],
): Promise<void> {
  if (rows.length > 0) await tx.insertInto('announcement').values(rows).execute()
}

/** Takes up to `limit` announcements off the table, for this transaction only. */
export async function takeAnnouncements(
  tx: Tx,
  limit: number,
): Promise<{ fact: string; payload: string }[]> {
  const { rows } = await sql<{ fact: string; payload: string }>`
    delete from announcement where ctid = any(array(
      select ctid from announcement limit ${limit} for update skip locked))
    returning fact, payload`.execute(tx)
  return rows
}

/** Forgets saved answers older than `before`; the receipts and entries themselves stay for ever. */
export async function deleteAnswers(db: Db, before: Date): Promise<void> {
  await sql`delete from ledger_answer where created_at < ${before}`.execute(db)
}
