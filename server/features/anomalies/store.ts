/** Every SQL of what was found; the only writer of anomaly and anomaly_day. */
import { sql } from 'kysely'
import type { AnomalyRule } from '#contract/anomaly-rules.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { Anomaly } from './rules.ts'

/** Shops that are nobody's demo, with the last day that was looked at. */
export async function listShops(db: Db) {
  const { rows } = await sql<{ organization_id: string; timezone: string; last: string | null }>`
    select o.id as organization_id, o.timezone,
      (select max(d.day) from anomaly_day d where d.organization_id = o.id) as last
    from organization o
    where o.deleted_at is null and not o.is_demo
    order by o.id`.execute(db)
  return rows
}

/** False when another job looked at that day. */
export async function claimDay(
  tx: Tx,
  row: { organization_id: string; day: string; found: number; created_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('anomaly_day')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function insertAnomalies(
  tx: Tx,
  day: { organization_id: string; day: string; created_at: Date },
  anomalies: readonly Anomaly[],
): Promise<void> {
  if (anomalies.length === 0) return
  await tx
    .insertInto('anomaly')
    .values(anomalies.map((one) => ({ ...day, ...one })))
    .execute()
}

export type AnomalyRow = {
  day: string
  rule: AnomalyRule
  cashier_id: string | null
  cashier_name: string | null
  enabled: boolean | null
  buyer_id: string | null
  buyer_name: string | null
  receipt_id: string | null
  found: number
  allowed: number
}

type Ask = {
  organization_id: string
  cashier_id?: string | undefined
  rule?: string | undefined
  day?: string | undefined
}

const asked = ({ organization_id, cashier_id, rule, day }: Ask) => sql`
  a.organization_id = ${organization_id}
  ${cashier_id === undefined ? sql`` : sql`and a.cashier_id = ${cashier_id}`}
  ${rule === undefined ? sql`` : sql`and a.rule = ${rule}`}
  ${day === undefined ? sql`` : sql`and a.day = ${day}`}`

/** Newest day first. */
export async function listAnomalies(
  db: Db,
  ask: Ask & { limit: number; offset: number },
): Promise<AnomalyRow[]> {
  const { rows } = await sql<AnomalyRow>`
    select a.day, a.rule, a.cashier_id, k.name as cashier_name,
      k.enabled and k.deleted_at is null as enabled, a.buyer_id,
      nullif(trim(coalesce(b.first_name, '') || ' ' || coalesce(b.last_name, '')), '')
        as buyer_name,
      a.receipt_id, a.found, a.allowed
    from anomaly a
    left join cashier k on k.organization_id = a.organization_id and k.id = a.cashier_id
    left join buyer b on b.organization_id = a.organization_id and b.id = a.buyer_id
    where ${asked(ask)}
    order by a.day desc, a.rule, a.found desc, a.subject
    limit ${ask.limit} offset ${ask.offset}`.execute(db)
  return rows
}

export async function countAnomalies(db: Db, ask: Ask): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from anomaly a where ${asked(ask)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findLastDay(db: Db, organization_id: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(day) as last from anomaly_day
    where organization_id = ${organization_id}`.execute(db)
  return rows[0]?.last ?? null
}

/** What switching a cashier off would end; undefined for a stranger's, a deleted or an absent one. */
export async function findFreeze(
  db: Db,
  key: { organization_id: string; cashier_id: string; today: string; now: Date },
) {
  const { organization_id, cashier_id, today, now } = key
  const { rows } = await sql<{
    name: string
    enabled: boolean
    sessions: number
    receipts_today: number
    last_receipt_at: Date | null
    others: number
  }>`
    select k.name, k.enabled,
      (select count(*) from cashier_session s
        where s.organization_id = k.organization_id and s.cashier_id = k.id
          and (s.idle_seconds is null
            or least(s.expires_at, s.last_used_at + s.idle_seconds * interval '1 second') > ${now})
      ) as sessions,
      made.receipts_today, made.last_receipt_at,
      (select count(distinct c.id) from cashier_pos mine
        join cashier_pos theirs on theirs.organization_id = mine.organization_id
          and theirs.pos_id = mine.pos_id and theirs.cashier_id <> mine.cashier_id
        join cashier c on c.organization_id = theirs.organization_id and c.id = theirs.cashier_id
          and c.enabled and c.deleted_at is null
        where mine.organization_id = k.organization_id and mine.cashier_id = k.id) as others
    from cashier k, lateral (
      select count(*) filter (where r.day = ${today}) as receipts_today,
        max(r.created_at) as last_receipt_at
      from receipt r
      where r.organization_id = k.organization_id and r.cashier_id = k.id
        and r.created_at > ${new Date(now.getTime() - 3 * 86_400_000)}
        and r.id >= (lpad(to_hex((extract(epoch from ${now}::timestamptz) * 1000)::bigint
          - 6 * 86400000), 12, '0') || '70008000000000000000')::uuid
    ) as made
    where k.organization_id = ${organization_id} and k.id = ${cashier_id}
      and k.deleted_at is null`.execute(db)
  return rows[0]
}

/** Who reads the digest and whether by mail; undefined when the owner wants none. */
export async function findReader(db: Db, organization_id: string) {
  const { rows } = await sql<{ language: string; organization_name: string; by_mail: boolean }>`
    select u.language, o.name as organization_name, u.email_confirmed_at is not null
      and u.email_reports and coalesce((p.notifications->>'owner_by_email')::boolean, true)
      as by_mail
    from organization o
    join user_account u on u.id = o.owner_id and u.deleted_at is null
    join program p on p.organization_id = o.id
    where o.id = ${organization_id} and o.deleted_at is null
      and coalesce((p.notifications->>'owner_suspicious')::boolean, true)`.execute(db)
  return rows[0]
}
