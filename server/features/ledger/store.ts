/**
 * The other SQL of the ledger: accounts by key, announcements, saved answers. Movements are written
 * by `commit-store.ts` alone.
 */
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '#server/io/db.ts'

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

/** Opens the accounts of many buyers of one organization; those that are there stay as they are. */
export async function insertAccounts(
  tx: Tx,
  organization_id: string,
  accounts: readonly { buyer_id: string; last_hash: string }[],
): Promise<void> {
  await sql`
    insert into account (organization_id, buyer_id, version, entries, last_hash, balance, debt,
      turnover, year, year_turnover, last_year_turnover, receipts, lot_numbers, lot_kinds,
      lot_amounts, lot_remaining, lot_active_from, lot_expires_at)
    select ${organization_id}::uuid, o.buyer_id, 0, 0, decode(o.last_hash, 'hex'), 0, 0, 0, 0, 0, 0,
      0, '{}', '{}', '{}', '{}', '{}', '{}'
    from json_to_recordset(${JSON.stringify(accounts)}::json) as o(buyer_id uuid, last_hash text)
    on conflict do nothing`.execute(tx)
}

/** Keeps what buyers had spent before they came; a second one of a buyer is a fault. */
export async function insertOpenings(
  tx: Tx,
  organization_id: string,
  rows: readonly { buyer_id: string; day: string; turnover: number }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('opening_turnover')
    .values(rows.map((row) => ({ ...row, organization_id, created_at: now })))
    .execute()
}

/** The opening turnovers of these buyers and of cards merged into them, held. */
export async function holdOpenings(
  tx: Tx,
  organization_id: string,
  buyer_ids: readonly string[],
): Promise<{ buyer_id: string; living: string; day: string; turnover: number }[]> {
  const { rows } = await sql<{ buyer_id: string; living: string; day: string; turnover: number }>`
    select o.buyer_id, coalesce(b.merged_into, b.id) as living, o.day, o.turnover
    from buyer b
    join opening_turnover o on o.organization_id = b.organization_id and o.buyer_id = b.id
    where b.organization_id = ${organization_id}
      and (b.id = any(${buyer_ids}::uuid[]) or b.merged_into = any(${buyer_ids}::uuid[]))
    order by o.buyer_id for update of o`.execute(tx)
  return rows
}

/** Takes a part of an opening turnover away. */
export async function lowerOpening(
  tx: Tx,
  key: { organization_id: string; buyer_id: string },
  by: number,
): Promise<void> {
  await sql`
    update opening_turnover set turnover = turnover - ${by}
    where organization_id = ${key.organization_id} and buyer_id = ${key.buyer_id}`.execute(tx)
}

/**
 * Which of these buyers have had an opening balance, and which an opening turnover: they, or a card
 * that was merged into them.
 */
export async function selectOpened(
  tx: Db | Tx,
  organization_id: string,
  buyer_ids: readonly string[],
  source: string,
): Promise<{ buyer_id: string; balance: boolean; turnover: boolean }[]> {
  const { rows } = await sql<{ buyer_id: string; balance: boolean; turnover: boolean }>`
    with card as (
      select unnest(${buyer_ids}::uuid[]) as id, unnest(${buyer_ids}::uuid[]) as living
      union all
      select m.id, m.merged_into from buyer m
      where m.organization_id = ${organization_id} and m.merged_into = any(${buyer_ids}::uuid[])
    )
    select c.living as buyer_id, bool_or(e.buyer_id is not null) as balance,
      bool_or(o.buyer_id is not null) as turnover
    from card c
    left join entry e on e.organization_id = ${organization_id} and e.source = ${source}
      and e.kind = 'import' and e.buyer_id = c.id
    left join opening_turnover o on o.organization_id = ${organization_id} and o.buyer_id = c.id
    group by c.living`.execute(tx)
  return rows
}

/** Marks gifts as given without giving anything; what was given before stays. */
export async function insertWithheld(
  tx: Tx,
  organization_id: string,
  rows: readonly { buyer_id: string; who: string; gift: string }[],
  source: string,
  now: Date,
): Promise<void> {
  await sql`
    insert into granted_once (organization_id, gift, who, buyer_id, source, created_at)
    select ${organization_id}::uuid, w.gift, w.who, w.buyer_id, ${source}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(gift text, who text, buyer_id uuid)
    on conflict do nothing`.execute(tx)
}

/** Opens the counters of a promotion that nobody has used; those that are there stay. */
export async function insertUsage(
  tx: Tx,
  key: { organization_id: string; promotion_id: string },
): Promise<void> {
  await tx
    .insertInto('promotion_usage')
    .values({ ...key, uses: 0, amount: 0, discount: 0, bonuses: 0 })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** What an `AccountRow` has of `account a`, all but the moments of its lots. */
export const accountColumns = `a.organization_id, a.buyer_id, a.version, a.entries,
  encode(a.last_hash, 'hex') as last_hash, a.balance, a.debt, a.turnover, a.year, a.year_turnover,
  a.last_year_turnover, a.receipts, a.last_receipt_at, a.level, a.level_until, a.pinned_level,
  a.pinned_until, a.lot_numbers, a.lot_kinds, a.lot_amounts, a.lot_remaining, a.promotions`

/** The moments as dates. */
export const lotMoments = 'a.lot_active_from, a.lot_expires_at'

const wholeAccount = sql.raw(`${accountColumns}, ${lotMoments}`)

/** The look-up of tills reads milliseconds (`buyers/store.ts`), all else a Date. */
type LotMoment = Date | number

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
  lot_active_from: LotMoment[]
  lot_expires_at: (LotMoment | null)[]
  promotions: string | null
  rolling_turnover?: number
}

/** One account; with `since`, also its turnover from that local day on. */
export async function selectAccount(
  db: Db | Tx,
  key: { organization_id: string; buyer_id: string },
  since: string | null,
): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${wholeAccount}, coalesce((
      select sum(s.turnover) from account_day s
      where s.organization_id = a.organization_id and s.buyer_id = a.buyer_id
        and s.day >= ${since}::date)::bigint, 0) as rolling_turnover
    from account a
    where a.organization_id = ${key.organization_id} and a.buyer_id = ${key.buyer_id}`.execute(db)
  return rows[0]
}

/** These accounts of one organization; with `since`, also their turnover from that local day on. */
export async function selectAccounts(
  tx: Db | Tx,
  organization_id: string,
  buyer_ids: readonly string[],
  since: string | null = null,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${wholeAccount}, case when ${since}::date is null then 0 else coalesce((
      select sum(s.turnover) from account_day s
      where s.organization_id = a.organization_id and s.buyer_id = a.buyer_id
        and s.day >= ${since}::date), 0)::bigint end as rolling_turnover
    from account a
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
    select ${wholeAccount} from account a
    where (a.organization_id, a.buyer_id) > (${after.organization_id}, ${after.buyer_id})
      and a.lot_expires_at[1] <= ${now}
    order by a.organization_id, a.buyer_id limit ${limit}`.execute(db)
  return rows
}

/** Where those who relay announcements listen. */
export const ANNOUNCED = 'announced'

/**
 * Keeps announcements and wakes who relays them, when the transaction commits. The ledger's own
 * commit wakes nobody: notifications stand in one line at commit, and tills do not.
 */
export async function insertAnnouncements(
  tx: Tx,
  rows: { organization_id: string; id: string; fact: string; payload: string; created_at: Date }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.insertInto('announcement').values(rows).execute()
  await sql`select pg_notify(${ANNOUNCED}, '')`.execute(tx)
}

/** Facts that wait, by the database's clock: it only ever compares what the program wrote lately. */
export async function selectOutbox(db: Db): Promise<{ waiting: number; oldest_ms: number }> {
  const { rows } = await sql<{ waiting: number; oldest_ms: number }>`
    select count(*)::int as waiting,
      coalesce(greatest(extract(epoch from now() - min(created_at)) * 1000, 0), 0)::float8 as oldest_ms
    from announcement`.execute(db)
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
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

/**
 * Makes room for receipts up to `until`: the tables of the quarters that are not there yet, by name.
 * The owner of the schema does it (migration 0089), and counts the whole for the planner.
 */
export async function openQuarters(db: Db, until: Date): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select open_receipt_quarters(${until}) as name`.execute(tx)
    return rows.map(({ name }) => name)
  })
}
