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
import {
  listParameter,
  readRecordTypes,
  recordsParameter,
  withRecordTypes,
  type RecordType,
} from '#server/io/records.ts'
import { cancellationParts, saleParts } from './cancellation-store.ts'
import { claimingParts, plainParts } from './claim-store.ts'
import { giftlessParts, onceParts } from './once-store.ts'
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

// How it is read. `op`: one row per operation; its entries and the receipt's text lie beside it.
// `looked`: what is there of its key, receipt and number. `ready`: the ones that may go on. That look
// is enough: a request that takes them at this very moment either moves the same account, and then
// `moved` finds another version, or collides in a unique key, and then the whole statement is tried
// again (commit-operations.ts). `done`: what was won; every insert hangs on it.
//
// `@…`: a place for a part of `claim-store.ts`, `cancellation-store.ts` or `once-store.ts`. A statement
// in which nothing is claimed, cancelled or given once does without them: to begin a step that finds
// nothing to do costs a lone receipt as much as one that does.
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
    @given as given_before
  from op o
),
ready as (
  select * from looked o
  where o.kept is null and o.number_taken_by is null and o.given_before is null
    and @as_known
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
@cancels done as (
  select o.*
  from @allowed o where case
    when o.buyer_id is not null then o.i in (select i from moved)
    @or_cancelled else true end
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
@cancellations insert_announcement as (
  insert into announcement (organization_id, id, fact, payload, created_at)
  select d.organization_id, n.id, n.fact, n.payload, d.created_at
  from done d cross join lateral json_to_recordset(d.new_announcements) as n(
      id uuid, fact text, payload text)
  where d.new_announcements is not null
),
@gifts insert_answer as (
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
  @cancel_told o.number_taken_by as number_receipt_id, o.given_before
from looked o`

/** What not every statement is about; a text for each mixture that was met, made once. */
type Parts = { claims: boolean; cancellations: boolean; once: boolean }

const partsOf = ({ rows }: Prepared): Parts => ({
  claims: rows.some(({ claims }) => claims !== null),
  cancellations: rows.some(({ receipt_version }) => receipt_version !== null),
  once: rows.some(({ once, release }) => once !== null || release !== null),
})

const statements = new Map<string, string>()

/** The statement for what is to be written, and its name. */
function statementFor(prepared: Prepared): { name: string; text: string } {
  const parts = partsOf(prepared)
  const with_parts = Object.entries(parts).flatMap(([part, is_there]) => (is_there ? [part] : []))
  const name = ['ledger_commit', ...with_parts].join('_')
  const text = statements.get(name) ?? withParts(parts)
  statements.set(name, text)
  return { name, text }
}

function withParts({ claims, cancellations, once }: Parts): string {
  const texts: Record<string, string> = {
    ...(claims ? claimingParts : plainParts),
    ...(cancellations ? cancellationParts : saleParts),
    ...(once ? onceParts : giftlessParts),
  }
  const fill = (text: string): string =>
    text.replaceAll(/@(\w+)/g, (_, name: string) => fill(texts[name] ?? ''))
  return fill(commitStatement)
}

const recordTypes = ['commit_operation', 'commit_entry']

function parameters(types: RecordType[], { rows, entries, contents }: Prepared): Buffer[] {
  const [operation, entry] = types
  if (!operation || !entry) throw new Error('the types of the statement are not known')
  return [
    recordsParameter(operation, rows),
    recordsParameter(entry, entries),
    listParameter('text', contents),
  ]
}

/** Runs the one statement, prepared: its own transaction, one round trip. */
export function runCommit({ pool }: Pick<Io, 'pool'>, prepared: Prepared) {
  const { name, text } = statementFor(prepared)
  return withRecordTypes(pool, recordTypes, (types) =>
    named<CommitRow>(pool, name, text, parameters(types, prepared)),
  )
}

/**
 * The same as a part of a transaction. It asks for the types each time: nothing of a transaction
 * tells the pool by which they would be known.
 */
export async function runCommitInside(tx: Tx, prepared: Prepared) {
  const run = <T>(text: string, values: unknown[]) =>
    tx.executeQuery<T>(CompiledQuery.raw(text, values))
  const types = await readRecordTypes(run, recordTypes)
  return (await run<CommitRow>(statementFor(prepared).text, parameters(types, prepared))).rows
}
