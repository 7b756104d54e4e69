/**
 * The one statement that writes movements.
 *
 * Invariants kept here: an account changes only where its version is still the one that was read,
 * and then by one; entries, receipt, day sums, announcements and the saved answer of an operation
 * are written only if its account (or, without a buyer, its receipt) was.
 */
import { CompiledQuery } from 'kysely'
import { named, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { claimingParts, plainParts } from './claim-store.ts'
import { recordsText } from '#server/io/records.ts'
import type { Prepared } from './prepare-operations.ts'

/** What the statement says of one operation; what may be null is so unless there is such a row. */
export type CommitRow = {
  i: number
  committed: boolean
  /** Promotions of which less is left than it claims. */
  exhausted: string[] | null
  /** It would fit, were it not for those of the same statement: try again. */
  crowded: boolean
  key_hash: string | null
  key_body: string | null
  receipt_hash: string | null
  number_receipt_id: string | null
  /** The gifts of `once` that were given before. */
  given_before: string[] | null
}

// How it is read. `op`: one row per operation; its entries and the receipt's text lie beside it. `looked`: what is there of
// its key, receipt and number. `ready`: the ones that may go on. That look is enough: a request that
// takes them at this very moment either moves the same account, and then `moved` finds another
// version, or collides in a unique key, and then the whole statement is tried again
// (commit-operations.ts). `done`: what was won; every insert hangs on it.
//
// `@…`: a place for a part of `claim-store.ts`. A statement in which nothing is claimed does without
// them, and is as fast as if there were no promotions.
//
// The plan must not depend on statistics: it is made once a connection, maybe while the tables are
// empty. So look-ups are scalar subqueries (always by key), parts are expanded in place instead of
// joined, and `i % 1 = 0`, which is always true, tells the planner to expect one row. Operations
// come in key order, and every step keeps it: two statements never wait for each other in a circle.
const commitStatement = `
with op as (
  select * from unnest($1::commit_operation[])
),
looked as materialized (
  select o.*,
    case when o.answer_key is not null then (
      select json_build_object('hash', k.request_hash, 'body', k.body) from ledger_answer k
      where k.organization_id = o.organization_id and k.key = o.answer_key) end as kept,
    case when o.receipt_id is not null then (
      select json_build_object('hash', r.request_hash, 'version', r.version) from receipt r
      where r.organization_id = o.organization_id and r.id = o.receipt_id) end as known,
    case when o.number is not null then (
      select n.receipt_id from receipt_number n where n.organization_id = o.organization_id
        and n.pos_id = o.pos_id and n.day = o.day and n.number = o.number) end as number_taken_by,
    case when o.once is not null then (
      select array_agg(w.gift) from json_to_recordset(o.once) as w(gift text, who text, also text[])
      where (select true from granted_once g where g.organization_id = o.organization_id
        and g.gift = w.gift and g.who = any(w.who || w.also) limit 1)) end as given_before
  from op o
),
ready as (
  select * from looked o
  where o.kept is null and o.number_taken_by is null and o.given_before is null
    and case when o.receipt_version is null then o.known is null
      else o.receipt_version = (o.known ->> 'version')::int end
),
@claims moved as (
  update account a set
    version = a.version + 1, entries = o.entries, last_hash = decode(o.last_hash, 'hex'), balance = o.balance,
    debt = o.debt, turnover = o.turnover, year = o.year, year_turnover = o.year_turnover,
    last_year_turnover = o.last_year_turnover, receipts = o.receipts,
    last_receipt_at = o.last_receipt_at, level = o.level, level_until = o.level_until,
    pinned_level = o.pinned_level, pinned_until = o.pinned_until, lot_numbers = o.lot_numbers,
    lot_kinds = o.lot_kinds, lot_amounts = o.lot_amounts, lot_remaining = o.lot_remaining,
    lot_active_from = o.lot_active_from, lot_expires_at = o.lot_expires_at,
    promotions = o.promotions
  from @allowed o
  where o.buyer_id is not null and o.i % 1 = 0
    and a.organization_id = o.organization_id and a.buyer_id = o.buyer_id
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
  from (select o.i, o.organization_id, o.receipt_id, o.receipt_version, p.*
    from @allowed o cross join lateral json_to_record(o.new_cancellation) as p(
      whole boolean, refund_money bigint, bonuses_return bigint, bonuses_withdraw bigint,
      shop_loss bigint, returned text)
    where o.receipt_version is not null and o.i % 1 = 0
      and (o.buyer_id is null or o.i in (select i from moved))) c
  where r.organization_id = c.organization_id and r.id = c.receipt_id
    and r.version = c.receipt_version
  returning c.i
),
done as (
  select o.*
  from @allowed o where case
    when o.buyer_id is not null then o.i in (select i from moved)
    when o.receipt_version is not null then o.i in (select i from cancelled)
    else true end
),
@usage insert_entry as (
  insert into entry (organization_id, buyer_id, number, kind, amount, debt_change, balance_after,
    debt_after, lot_numbers, lot_amounts, lot_expiries, active_from, expires_at, receipt_id,
    source, reason, actor, pos_id, day, created_at, prev_hash, hash)
  select e.organization_id, e.buyer_id, e.number, e.kind, e.amount, e.debt_change,
    e.balance_after, e.debt_after, e.lot_numbers, e.lot_amounts, e.lot_expiries, e.active_from,
    e.expires_at, e.receipt_id, e.source, e.reason, e.actor, e.pos_id, e.day, e.created_at,
    decode(e.prev_hash, 'hex'), decode(e.hash, 'hex')
  from unnest($2::commit_entry[]) as e where e.i in (select i from done)
),
insert_receipt as (
  insert into receipt (organization_id, id, version, status, buyer_id, pos_id, cashier_id, number,
    day, request_hash, program_version, gross, till_discount, promotion_discount, level_discount,
    bonuses_spent, to_pay, accrual, balance_after, pending_after, debt_after, registered, offline,
    content, occurred_at, created_at)
  select organization_id, receipt_id, 1, 'completed', buyer_id, pos_id, cashier_id, number, day,
    request_hash, program_version, gross, till_discount, promotion_discount, level_discount,
    bonuses_spent, to_pay, accrual, balance_after, pending_after, debt_after, registered, offline,
    ($3::text[])[i + 1], occurred_at, created_at
  from done where request_hash is not null
),
insert_number as (
  insert into receipt_number (organization_id, pos_id, day, number, receipt_id)
  select organization_id, pos_id, day, number, receipt_id from done where number is not null
),
insert_cancellation as (
  insert into cancellation (organization_id, id, receipt_id, buyer_id, pos_id, cashier_id, user_id,
    day, whole, refund_money, bonuses_return, bonuses_withdraw, shop_loss, reason, content,
    created_at)
  select d.organization_id, c.id, d.receipt_id, d.buyer_id, d.pos_id, c.cashier_id, c.user_id,
    d.day, c.whole, c.refund_money, c.bonuses_return, c.bonuses_withdraw, c.shop_loss, c.reason,
    c.content, d.created_at
  from done d cross join lateral json_to_record(d.new_cancellation) as c(
      id uuid, cashier_id uuid, user_id uuid, whole boolean, refund_money bigint,
      bonuses_return bigint, bonuses_withdraw bigint, shop_loss bigint, reason text, content text)
  where d.new_cancellation is not null
),
insert_announcement as (
  insert into announcement (organization_id, id, fact, payload, created_at)
  select d.organization_id, n.id, n.fact, n.payload, d.created_at
  from done d cross join lateral json_to_recordset(d.new_announcements) as n(
      id uuid, fact text, payload text)
  where d.new_announcements is not null
),
insert_once as (
  insert into granted_once (organization_id, gift, who, buyer_id, source, created_at)
  select d.organization_id, w.gift, w.who, d.buyer_id, w.source, d.created_at
  from done d cross join lateral json_to_recordset(d.once) as w(gift text, who text, source text)
  where d.once is not null
),
release_once as (
  delete from granted_once g
  using (select d.organization_id, w.gift, w.who
    from done d cross join lateral json_to_recordset(d.release) as w(gift text, who text)
    where d.release is not null) r
  where g.organization_id = r.organization_id and g.gift = r.gift and g.who = r.who
),
insert_answer as (
  insert into ledger_answer (organization_id, key, request_hash, body, created_at)
  select organization_id, answer_key, answer_hash, answer_body, created_at
  from done where answer_key is not null
),
add_account_day as (
  insert into account_day as s (organization_id, buyer_id, day, turnover, receipts)
  select organization_id, buyer_id, sum_day, sum_turnover, sum_receipts
  from done where sum_day is not null
  on conflict (organization_id, buyer_id, day) do update set
    turnover = s.turnover + excluded.turnover, receipts = s.receipts + excluded.receipts
),
add_pos_day as (
  insert into pos_day as s (organization_id, day, pos_id, receipts, member_receipts, cancelled,
    gross, paid, member_paid, refunded, member_refunded, accrued, withdrawn, spent, returned,
    expired, given, taken)
  select organization_id, day, coalesce(pos_id, '00000000-0000-0000-0000-000000000000'),
    sum(day_receipts), sum(day_member_receipts), sum(day_cancelled), sum(day_gross),
    sum(day_paid), sum(day_member_paid), sum(day_refunded), sum(day_member_refunded),
    sum(day_accrued), sum(day_withdrawn), sum(day_spent), sum(day_returned), sum(day_expired),
    sum(day_given), sum(day_taken)
  from done group by 1, 2, 3 order by 1, 2, 3
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
select o.i, o.i in (select i from done) as committed,
  @claimed
  o.kept ->> 'hash' as key_hash, o.kept ->> 'body' as key_body,
  case when o.receipt_version is null then o.known ->> 'hash' end as receipt_hash,
  o.number_taken_by as number_receipt_id, o.given_before,
  -- A cancellation whose account moved and whose receipt did not is a fault: nothing is kept.
  case when o.receipt_version is not null and o.i in (select i from moved)
    and o.i not in (select i from cancelled) then 1 / (o.i - o.i) end as torn
from looked o`

const withParts = (parts: Record<string, string>) =>
  commitStatement.replaceAll(/@(\w+)/g, (_, name: string) => parts[name] ?? '')
const plainStatement = withParts(plainParts)
const claimingStatement = withParts(claimingParts)
const isClaiming = ({ rows }: Prepared) => rows.some(({ claims }) => claims !== null)

const parameters = ({ rows, entries, contents }: Prepared) => [
  recordsText(rows),
  recordsText(entries),
  contents,
]

/** Runs the one statement, prepared: its own transaction, one round trip. */
export function runCommit(io: Pick<Io, 'pool'>, prepared: Prepared) {
  return isClaiming(prepared)
    ? named<CommitRow>(io.pool, 'ledger_claim', claimingStatement, parameters(prepared))
    : named<CommitRow>(io.pool, 'ledger_commit', plainStatement, parameters(prepared))
}

/** The same as a part of a transaction. */
export async function runCommitInside(tx: Tx, prepared: Prepared) {
  const query = CompiledQuery.raw(
    isClaiming(prepared) ? claimingStatement : plainStatement,
    parameters(prepared),
  )
  return (await tx.executeQuery<CommitRow>(query)).rows
}
