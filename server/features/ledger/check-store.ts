/**
 * Reads of the ledger check. They run in one snapshot per step, so that a live system beside them
 * looks still. Nothing is written here.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { Violation } from './check-rules.ts'
import { entryOf, type EntryRow } from './entry-row-rules.ts'
import type { NewEntry } from './rules.ts'

/** The organization after this one that has anything in the ledger. */
export async function nextOrganization(db: Db, after: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    select min(id::text) as id from (
      (select organization_id as id from account where organization_id > ${after} order by 1 limit 1)
      union all
      (select organization_id from entry where organization_id > ${after} order by 1 limit 1)
      union all
      (select organization_id from receipt where organization_id > ${after} order by 1 limit 1)
      union all
      (select organization_id from pos_day where organization_id > ${after} order by 1 limit 1)
    ) found`.execute(db)
  return rows[0]?.id ?? undefined
}

/** The keys of the next accounts of an organization. */
export async function nextBuyers(
  tx: Tx,
  organization_id: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ buyer_id: string }>`
    select buyer_id from account where organization_id = ${organization_id} and buyer_id > ${after}
    order by buyer_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.buyer_id)
}

/** All entries of these buyers, in order, in the shape they were written from. */
export async function readEntries(
  tx: Tx,
  organization_id: string,
  buyer_ids: string[],
): Promise<Map<string, NewEntry[]>> {
  const { rows } = await sql<EntryRow>`
    select buyer_id, number, kind, amount, debt_change, balance_after, debt_after, lot_numbers,
      lot_amounts, lot_expiries, active_from, expires_at, receipt_id, source, reason, actor,
      created_at, encode(prev_hash, 'hex') as prev_hash, encode(hash, 'hex') as hash
    from entry where organization_id = ${organization_id} and buyer_id = any(${buyer_ids}::uuid[])
    order by buyer_id, number`.execute(tx)
  const entries = new Map<string, NewEntry[]>()
  for (const row of rows) {
    const list = entries.get(row.buyer_id) ?? []
    list.push(entryOf(row))
    entries.set(row.buyer_id, list)
  }
  return entries
}

/** The sums of `account_day` of these buyers. */
export async function readDays(tx: Tx, organization_id: string, buyer_ids: string[]) {
  const { rows } = await sql<{ buyer_id: string; turnover: number; receipts: number }>`
    select buyer_id, sum(turnover)::bigint as turnover, sum(receipts)::int as receipts
    from account_day
    where organization_id = ${organization_id} and buyer_id = any(${buyer_ids}::uuid[])
    group by buyer_id`.execute(tx)
  return new Map(rows.map((row) => [row.buyer_id, row]))
}

const found = (tx: Tx, query: ReturnType<typeof sql<Violation>>) =>
  query.execute(tx).then(({ rows }) => rows)

/** Entries and days whose account is not there. */
export const findOrphans = (tx: Tx, organization_id: string) =>
  found(
    tx,
    sql<Violation>`
    select distinct o.organization_id, o.buyer_id, 'account_exists' as rule,
      'an account' as expected, 'none' as found
    from (
      select organization_id, buyer_id from entry where organization_id = ${organization_id}
      union all
      select organization_id, buyer_id from account_day where organization_id = ${organization_id}
    ) o
    left join account a using (organization_id, buyer_id) where a.buyer_id is null`,
  )

/** Receipts against their entries, their cancellations and their own arithmetic. */
export const findWrongReceipts = (tx: Tx, organization_id: string) =>
  found(
    tx,
    sql<Violation>`
    with moved as (
      select receipt_id,
        coalesce(sum(-amount) filter (where kind = 'spend'), 0) as spent,
        coalesce(sum(amount - debt_change) filter (where kind in
          ('accrual', 'promotion', 'welcome', 'birthday', 'referral')), 0) as accrued,
        coalesce(sum(amount - debt_change) filter (where kind = 'spend_return'), 0) as returned,
        coalesce(sum(debt_change - amount) filter (where kind = 'accrual_reversal'), 0) as withdrawn
      from entry where organization_id = ${organization_id} and receipt_id is not null
      group by receipt_id
    ), cancels as (
      select receipt_id, count(*) as times, sum(refund_money) as refunded,
        sum(bonuses_return) as returned, sum(bonuses_withdraw) as withdrawn,
        sum(shop_loss) as loss, bool_or(whole) as whole, bool_and(buyer_id is not null) as member
      from cancellation where organization_id = ${organization_id} group by receipt_id
    ), facts as (
      select coalesce(r.id, m.receipt_id) as id, r.buyer_id, f.rule, f.expected, f.found
      from (select * from receipt where organization_id = ${organization_id}) r
      full join moved m on m.receipt_id = r.id
      left join cancels c on c.receipt_id = r.id
      cross join lateral (values
        ('entry_has_its_receipt', 1::numeric, (r.id is not null)::int::numeric),
        ('receipt_spent_is_its_entries', coalesce(m.spent, 0), r.bonuses_spent),
        ('receipt_accrual_is_its_entries', coalesce(m.accrued, 0), r.accrual),
        ('receipt_returned_is_its_entries', coalesce(m.returned, 0), r.bonuses_returned),
        ('receipt_withdrawn_is_its_entries', coalesce(m.withdrawn, 0), r.bonuses_withdrawn),
        ('receipt_returned_is_its_cancellations', coalesce(c.returned, 0), r.bonuses_returned),
        ('receipt_withdrawn_is_its_cancellations', coalesce(c.withdrawn, 0), r.bonuses_withdrawn),
        ('receipt_loss_is_its_cancellations', coalesce(c.loss, 0), r.shop_loss),
        ('receipt_refund_is_its_cancellations', coalesce(c.refunded, 0), r.refunded),
        ('receipt_version_counts_cancellations', 1 + coalesce(c.times, 0), r.version),
        ('receipt_sums_to_pay', r.gross - r.till_discount - r.promotion_discount
          - r.level_discount - r.bonuses_spent, r.to_pay),
        ('receipt_refund_within_pay', least(r.refunded, r.to_pay), r.refunded),
        ('cancelled_receipt_returns_all_spent',
          case when c.whole and c.member then r.bonuses_spent end, r.bonuses_returned),
        ('cancelled_receipt_takes_back_all_earned',
          case when c.whole and c.member then r.accrual end, r.bonuses_withdrawn + r.shop_loss)
      ) f(rule, expected, found)
      where f.expected <> f.found
    )
    select ${organization_id} as organization_id, buyer_id, rule,
      'receipt ' || id || ': ' || expected as expected, 'receipt ' || id || ': ' || found as found
    from facts`,
  )

/** Till numbers without their receipt, and receipts without their number. */
export const findWrongNumbers = (tx: Tx, organization_id: string) =>
  found(
    tx,
    sql<Violation>`
    select ${organization_id} as organization_id, r.buyer_id, 'receipt_has_its_number' as rule,
      coalesce(r.number, 'none') as expected, coalesce(n.number, 'none') as found
    from (select * from receipt where organization_id = ${organization_id} and number is not null) r
    full join (select * from receipt_number where organization_id = ${organization_id}) n
      on n.receipt_id = r.id and n.pos_id = r.pos_id and n.day = r.day and n.number = r.number
    where n.number is null or r.number is null`,
  )

/** The sums of days and points of sale against what they sum up. */
export const findWrongDays = (tx: Tx, organization_id: string) =>
  found(
    tx,
    sql<Violation>`
    with parts as (
      select day, pos_id, 1 as receipts, (buyer_id is not null)::int as member_receipts,
        0 as cancelled, gross::bigint, to_pay::bigint as paid,
        case when buyer_id is not null then to_pay::bigint else 0 end as member_paid,
        0::bigint as refunded, 0::bigint as member_refunded, 0::bigint as accrued,
        0::bigint as withdrawn, 0::bigint as spent, 0::bigint as returned, 0::bigint as expired,
        0::bigint as given, 0::bigint as taken
      from receipt where organization_id = ${organization_id}
      union all
      select c.day, c.pos_id, 0, 0, c.whole::int, 0, 0, 0, c.refund_money,
        case when r.buyer_id is not null then c.refund_money::bigint else 0 end,
        0, 0, 0, 0, 0, 0, 0
      from cancellation c
      left join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
      where c.organization_id = ${organization_id}
      union all
      select day, coalesce(pos_id, '00000000-0000-0000-0000-000000000000'), 0, 0, 0, 0, 0, 0, 0, 0,
        case when kind in ('accrual', 'promotion', 'welcome', 'birthday', 'referral') then size else 0 end,
        case kind when 'accrual_reversal' then size else 0 end,
        case kind when 'spend' then size else 0 end,
        case kind when 'spend_return' then size else 0 end,
        case kind when 'expiry' then size else 0 end,
        case when kind in ('manual_accrual', 'compensation', 'import') then size else 0 end,
        case when kind in ('manual_withdraw', 'forfeit') then size else 0 end
      from (select *, abs(amount - debt_change) as size from entry
        where organization_id = ${organization_id}) e
    ), expected as (
      select day, pos_id, jsonb_build_object('receipts', sum(receipts), 'member_receipts',
        sum(member_receipts), 'cancelled', sum(cancelled), 'gross', sum(gross), 'paid', sum(paid),
        'member_paid', sum(member_paid), 'refunded', sum(refunded), 'member_refunded',
        sum(member_refunded), 'accrued', sum(accrued), 'withdrawn', sum(withdrawn), 'spent',
        sum(spent), 'returned', sum(returned), 'expired', sum(expired), 'given', sum(given),
        'taken', sum(taken)) as sums
      from parts group by day, pos_id
    ), stored as (
      select day, pos_id, to_jsonb(d) - 'organization_id' - 'day' - 'pos_id' as sums
      from pos_day d where organization_id = ${organization_id}
    )
    select ${organization_id} as organization_id, null::text as buyer_id,
      'day_is_sum_of_its_movements (' || x.name || ')' as rule,
      'day ' || day || ', pos ' || pos_id || ': ' || coalesce(e.sums ->> x.name, '0') as expected,
      'day ' || day || ', pos ' || pos_id || ': ' || coalesce(s.sums ->> x.name, '0') as found
    from expected e full join stored s using (day, pos_id)
    cross join lateral jsonb_object_keys(coalesce(e.sums, s.sums)) x(name)
    where coalesce(e.sums ->> x.name, '0') <> coalesce(s.sums ->> x.name, '0')`,
  )

/**
 * The sums of a buyer's days against the receipts of those days and what was brought in on them. A
 * return counts on the day of its receipt. What a merged buyer bought is the other's.
 */
export const findWrongBuyerDays = (tx: Tx, organization_id: string) =>
  found(
    tx,
    sql<Violation>`
    select ${organization_id} as organization_id, buyer_id, 'buyer_day_is_sum_of_receipts' as rule,
      'day ' || day || ': ' || coalesce(r.turnover, 0) as expected,
      'day ' || day || ': ' || coalesce(d.turnover, 0) as found
    from (
      select coalesce(b.merged_into, moved.buyer_id) as buyer_id, day, sum(paid) as turnover
      from (
        select buyer_id, day, to_pay::bigint as paid from receipt
        where organization_id = ${organization_id} and buyer_id is not null
        union all
        select c.buyer_id, r.day, -c.refund_money from cancellation c
        join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
        where c.organization_id = ${organization_id} and c.buyer_id is not null
        union all
        select buyer_id, day, turnover from opening_turnover
        where organization_id = ${organization_id}
      ) moved
      left join buyer b on b.organization_id = ${organization_id} and b.id = moved.buyer_id
      group by 1, 2
    ) r
    full join (
      select buyer_id, day, turnover from account_day where organization_id = ${organization_id}
    ) d using (buyer_id, day)
    where coalesce(r.turnover, 0) <> coalesce(d.turnover, 0)`,
  )
