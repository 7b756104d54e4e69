/**
 * The SQL of what was bought: reading receipts in the order they were kept, and the sums.
 *
 * Invariant: `purchase_progress` moves in the transaction that writes what was read, so a receipt
 * is counted once.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/io/db.ts'
import type { ProductKey } from './purchase-rules.ts'
import type { VisitChange } from './return-store.ts'
import { madeIn, roomToSort, type Window } from './window-store.ts'

/** How far was read; null: never. Held until the transaction ends, so that one reads at a time. */
export async function lockProgress(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ read_until: Date }>`
    select read_until from purchase_progress where id = 1 for update`.execute(tx)
  return rows[0]?.read_until ?? null
}

export async function readProgress(db: Db | Tx): Promise<Date | null> {
  const row = await db.selectFrom('purchase_progress').select('read_until').executeTakeFirst()
  return row?.read_until ?? null
}

/** The same, for reading in a snapshot. */
export async function beginReading(tx: Tx): Promise<Date | null> {
  const { rows } = await sql<{ read_until: Date | null }>`
    select (select read_until from purchase_progress where id = 1) as read_until,
      ${roomToSort}`.execute(tx)
  return rows[0]?.read_until ?? null
}

/** Begins before the first receipt, which is looked for once: every receipt is read for it. */
export async function beginProgress(tx: Tx, otherwise: Date): Promise<void> {
  await sql`
    insert into purchase_progress (id, read_until)
    select 1, least((select min(created_at) from receipt), (select min(created_at) from entry),
      ${otherwise}) - interval '1 second'
    where not exists (select from purchase_progress where id = 1)
    on conflict (id) do nothing`.execute(tx)
}

export async function moveProgress(tx: Tx, read_until: Date): Promise<void> {
  await tx.updateTable('purchase_progress').set({ read_until }).where('id', '=', 1).execute()
}

/** Whether a window holds more receipts and cancellations than `limit`. */
export async function isFuller(tx: Tx, window: Window, limit: number): Promise<boolean> {
  const { rows } = await sql<{ fuller: boolean }>`
    select count(*) > ${limit} as fuller from (
      (select from receipt where ${madeIn(window, 'receipt')} limit ${limit} + 1)
      union all
      (select from cancellation where ${madeIn(window, 'cancellation')} limit ${limit} + 1)) made
  `.execute(tx)
  return rows[0]?.fuller ?? false
}

export type SoldRow = {
  organization_id: string
  id: string
  /** The buyer, or the one that buyer was merged into. */
  buyer_id: string
  pos_id: string
  content: string
  created_at: Date
}

export type SoldKey = { organization_id: string; id: string }

const soldColumns = sql`
  r.organization_id, r.id, coalesce(b.merged_into, r.buyer_id) as buyer_id, r.pos_id, r.content,
  r.created_at`

/** Receipts that were made, or of which something was cancelled, in a window. */
export async function selectWindow(tx: Tx, window: Window): Promise<SoldKey[]> {
  const { rows } = await sql<SoldKey>`
    select organization_id, id from receipt
    where ${madeIn(window, 'receipt')} and buyer_id is not null
    union
    select organization_id, receipt_id from cancellation
    where ${madeIn(window, 'cancellation')}
    order by organization_id, id`.execute(tx)
  return rows
}

/** Those of these receipts that are members'. */
export async function selectSold(tx: Tx, keys: readonly SoldKey[]): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select ${soldColumns}
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(organization_id uuid, id uuid)
    join receipt r on r.organization_id = k.organization_id and r.id = k.id
    join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id`.execute(tx)
  return rows
}

/** A page of one shop's members' receipts, kept until a moment. */
export async function selectShopPage(
  tx: Tx,
  ask: { organization_id: string; after: string; until: Date; limit: number },
): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select ${soldColumns}
    from receipt r
    join buyer b on b.organization_id = r.organization_id and b.id = r.buyer_id
    where r.organization_id = ${ask.organization_id} and r.id > ${ask.after}
      and r.created_at <= ${ask.until} and r.buyer_id is not null
    order by r.id limit ${ask.limit}`.execute(tx)
  return rows
}

export type ReturnRow = {
  organization_id: string
  receipt_id: string
  whole: boolean
  refund_money: number
  bonuses_return: number
  content: string
  created_at: Date
}

/** All that was cancelled of these receipts until a moment. */
export async function selectReturns(
  tx: Tx,
  keys: readonly SoldKey[],
  until: Date,
): Promise<ReturnRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ReturnRow>`
    select c.organization_id, c.receipt_id, c.whole, c.refund_money, c.bonuses_return, c.content,
      c.created_at
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(organization_id uuid, id uuid)
    join cancellation c on c.organization_id = k.organization_id and c.receipt_id = k.id
    where c.created_at <= ${until}`.execute(tx)
  return rows
}

export type NamedProduct = ProductKey & {
  organization_id: string
  key: string
  name: string | null
}

/** The numbers of products; those that are new get one, and all of them their last name. */
export async function numberProducts(
  tx: Tx,
  products: readonly NamedProduct[],
): Promise<{ organization_id: string; key: string; number: number }[]> {
  if (products.length === 0) return []
  const asked = sql`json_to_recordset(${JSON.stringify(products)}::json) as k(organization_id uuid,
    key text, barcode text, sku text, plain_name text, category text, name text)`
  // Only those that are missing, so that no number is spent on what is there.
  await sql`
    insert into bought_product (organization_id, key, barcode, sku, plain_name, category, name)
    select k.* from ${asked}
    where not exists (select from bought_product p
      where p.organization_id = k.organization_id and p.key = k.key)
    order by 1, 2
    on conflict (organization_id, key) do nothing`.execute(tx)
  await sql`
    update bought_product p set name = k.name from ${asked}
    where p.organization_id = k.organization_id and p.key = k.key and k.name is not null
      and p.name is distinct from k.name`.execute(tx)
  const { rows } = await sql<{ organization_id: string; key: string; number: number }>`
    select p.organization_id, p.key, p.number from ${asked}
    join bought_product p on p.organization_id = k.organization_id and p.key = k.key`.execute(tx)
  return rows
}

export type BoughtRow = {
  organization_id: string
  product: number
  day: string
  buyer_id: string
  times: number
  quantity: number
  amount: number
}

export async function addBought(tx: Tx, rows: readonly BoughtRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into bought as s (organization_id, product, day, buyer_id, times, quantity, amount)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as k(organization_id uuid,
      product int, day date, buyer_id uuid, times int, quantity bigint, amount bigint)
    order by 1, 2, 3, 4
    on conflict (organization_id, product, day, buyer_id) do update set
      times = s.times + excluded.times, quantity = s.quantity + excluded.quantity,
      amount = s.amount + excluded.amount`.execute(tx)
}

export type VisitRow = {
  organization_id: string
  buyer_id: string
  day: string
  pos_id: string
  receipts: number
  discounted: number
  refunds: number
  paid: number
  spent: number
}

export async function addVisits(tx: Tx, rows: readonly VisitRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into buyer_visit as s (organization_id, buyer_id, day, pos_id, receipts, discounted,
      refunds, paid, spent)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as k(organization_id uuid,
      buyer_id uuid, day date, pos_id uuid, receipts int, discounted int, refunds int, paid bigint,
      spent bigint)
    order by 1, 2, 3, 4
    on conflict (organization_id, buyer_id, day, pos_id) do update set
      receipts = s.receipts + excluded.receipts, discounted = s.discounted + excluded.discounted,
      refunds = s.refunds + excluded.refunds, paid = s.paid + excluded.paid,
      spent = s.spent + excluded.spent`.execute(tx)
}

/** Writes the habits of these buyers anew, from their visits. */
export async function sumHabits(
  tx: Tx,
  keys: readonly { organization_id: string; buyer_id: string }[],
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    insert into buyer_habit (organization_id, buyer_id, first_day, last_day, receipts, discounted,
      refunds, spent, gap_days)
    select k.organization_id, k.buyer_id, h.first_day, h.last_day, h.receipts, h.discounted,
      h.refunds, h.spent, case when h.visits >= 3 then h.gap_days end
    from json_to_recordset(${JSON.stringify(keys)}::json) as k(organization_id uuid, buyer_id uuid)
    cross join lateral (
      select min(d.day) filter (where d.receipts > 0) as first_day,
        max(d.day) filter (where d.receipts > 0) as last_day,
        count(*) filter (where d.receipts > 0) as visits,
        coalesce(sum(d.receipts), 0)::int as receipts,
        coalesce(sum(d.discounted), 0)::int as discounted,
        coalesce(sum(d.refunds), 0)::int as refunds, coalesce(sum(d.spent), 0)::bigint as spent,
        percentile_disc(0.5) within group (order by d.gap) as gap_days
      from (
        select v.day, v.receipts, v.discounted, v.refunds, v.spent,
          case when v.receipts > 0 then
            v.day - lag(v.day) over (partition by v.receipts > 0 order by v.day) end as gap
        from (
          select day, sum(receipts) as receipts, sum(discounted) as discounted,
            sum(refunds) as refunds, sum(spent) as spent
          from buyer_visit s
          where s.organization_id = k.organization_id and s.buyer_id = k.buyer_id
          group by day) v
      ) d
    ) h
    order by 1, 2
    on conflict (organization_id, buyer_id) do update set
      first_day = excluded.first_day, last_day = excluded.last_day, receipts = excluded.receipts,
      discounted = excluded.discounted, refunds = excluded.refunds, spent = excluded.spent,
      gap_days = excluded.gap_days`.execute(tx)
}

/**
 * What a merged card bought is the living one's; habits are summed anew from its visits. Answers the
 * visits that the one lost and the other got.
 */
export async function movePurchases(
  tx: Tx,
  { organization_id, buyer_id, merged_id }: MergedPair,
): Promise<VisitChange[]> {
  const gone = sql`organization_id = ${organization_id} and buyer_id = ${merged_id}`
  await sql`
    with taken as (delete from bought where ${gone} returning *)
    insert into bought as s (organization_id, product, day, buyer_id, times, quantity, amount)
    select organization_id, product, day, ${buyer_id}::uuid, times, quantity, amount from taken
    order by 1, 2, 3
    on conflict (organization_id, product, day, buyer_id) do update set
      times = s.times + excluded.times, quantity = s.quantity + excluded.quantity,
      amount = s.amount + excluded.amount`.execute(tx)
  const { rows: visits } = await sql<VisitChange>`
    select organization_id, buyer_id, day, pos_id, receipts, paid
    from buyer_visit where ${gone}`.execute(tx)
  await sql`
    with taken as (delete from buyer_visit where ${gone} returning *)
    insert into buyer_visit as s (organization_id, buyer_id, day, pos_id, receipts, discounted,
      refunds, paid, spent)
    select organization_id, ${buyer_id}::uuid, day, pos_id, receipts, discounted, refunds, paid,
      spent from taken order by 1, 2, 3, 4
    on conflict (organization_id, buyer_id, day, pos_id) do update set
      receipts = s.receipts + excluded.receipts, discounted = s.discounted + excluded.discounted,
      refunds = s.refunds + excluded.refunds, paid = s.paid + excluded.paid,
      spent = s.spent + excluded.spent`.execute(tx)
  await sql`delete from buyer_habit where ${gone}`.execute(tx)
  return visits.flatMap((row) => [
    { ...row, receipts: -row.receipts, paid: -row.paid },
    { ...row, buyer_id },
  ])
}

export type MergedPair = { organization_id: string; buyer_id: string; merged_id: string }

const gatheredTables = [
  ...(['bought', 'buyer_visit', 'buyer_habit', 'visit_return'] as const),
  ...(['sale_day', 'entry_day', 'entry_last', 'entry_return'] as const),
  ...(['owed_lot', 'owed_card'] as const),
]

/** Forgets all that was summed of a shop. */
export async function deleteSums(tx: Tx, organization_id: string): Promise<void> {
  for (const table of gatheredTables)
    await tx.deleteFrom(table).where('organization_id', '=', organization_id).execute()
}

/** A job may take longer than a request. */
export async function takeTime(tx: Tx, seconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${seconds}s`}, true),
    ${roomToSort}`.execute(tx)
}
