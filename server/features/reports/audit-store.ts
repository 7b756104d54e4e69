/**
 * The SQL of the log of acts. Four sources make one list: what `audit/` wrote down, what the ledger
 * keeps by itself, movements by hand and cancellations, and when the owner signed in.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/io/db.ts'
import { firstIdAt } from '#server/io/id.ts'
import { maskedAddress } from '#server/io/masked-address.ts'

export type AuditScope = {
  organization_id: string
  from: Date
  to: Date
  act?: string | undefined
  cashier_id?: string | undefined
}

export type AuditRow = {
  /** Unique in the list, and its order among acts of one moment. */
  key: string
  created_at: Date
  actor: string
  by_name: string | null
  act: string
  subject_kind: string | null
  subject_id: string | null
  subject_name: string | null
  detail: string
  address: string | null
}

const HAND = sql`('manual_accrual', 'manual_withdraw', 'compensation')`

const either = (wanted: string | undefined, column: RawBuilder<unknown>) =>
  wanted === undefined ? sql`` : sql`and ${column} = ${wanted}`

/** All acts of a scope, in whatever order. */
function acts({ organization_id, from, to, act, cashier_id }: AuditScope) {
  const actor = cashier_id === undefined ? undefined : `cashier:${cashier_id}`
  const ids = { from: firstIdAt(from), to: firstIdAt(to) }
  return sql`(
    select id::text as key, created_at, actor, act, subject_kind, subject_id, subject_name, detail,
      address
    from audit_act
    where organization_id = ${organization_id} and id >= ${ids.from} and id < ${ids.to}
      ${either(act, sql`act`)} ${either(actor, sql`actor`)}
    union all
    select buyer_id::text || ' ' || number, created_at, actor, kind, 'buyer', buyer_id::text, null,
      json_build_object('bonuses', (amount - debt_change) / 100.0, 'reason', reason)::text, null
    from entry
    where organization_id = ${organization_id} and kind in ${HAND}
      and created_at >= ${from} and created_at < ${to}
      ${either(act, sql`kind`)} ${either(actor, sql`actor`)}
    union all
    select c.id::text, c.created_at,
      case when c.user_id is not null then 'owner:' || c.user_id
        else 'cashier:' || coalesce(c.cashier_id::text, '') end,
      case when c.whole then 'receipt_cancelled' else 'receipt_refunded' end, 'receipt', c.receipt_id::text, r.number,
      json_build_object('money', c.refund_money / 100.0, 'whole', c.whole,
        'reason', c.reason)::text, null
    from cancellation c
    left join receipt r on r.organization_id = c.organization_id and r.id = c.receipt_id
    where c.organization_id = ${organization_id} and c.id >= ${ids.from} and c.id < ${ids.to}
      ${wholeOf(act)}
      ${cashier_id === undefined ? sql`` : sql`and c.cashier_id = ${cashier_id} and c.user_id is null`}
    union all
    select e.id::text, e.at, 'owner:' || e.user_id, 'owner_signed_in', null, null, null, '{}', e.ip
    from organization o
    join security_event e on e.user_id = o.owner_id and e.kind = 'signed_in'
      and e.at >= ${from} and e.at < ${to}
    where o.id = ${organization_id} and e.at >= o.created_at
      ${act === undefined || act === SIGNED_IN ? sql`` : sql`and false`}
      ${cashier_id === undefined ? sql`` : sql`and false`}
  ) as done`
}

const SIGNED_IN = 'owner_signed_in'

/** A cancellation in full and a refund of a part are two acts. */
const wholeOf = (act: string | undefined) => {
  if (act === undefined) return sql``
  if (act === 'receipt_cancelled') return sql`and c.whole`
  return act === 'receipt_refunded' ? sql`and not c.whole` : sql`and false`
}

export async function countActs(db: Db, scope: AuditScope): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${acts(scope)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Newest first: a part of them from `start`, or what follows the one that was read last. */
export async function listActs(
  db: Db,
  scope: AuditScope,
  ask: { count: number; start?: number; after?: Pick<AuditRow, 'created_at' | 'key'> | undefined },
): Promise<AuditRow[]> {
  const { after } = ask
  const { rows } = await sql<AuditRow>`
    select done.key, done.created_at, done.actor, done.act, done.subject_kind, done.subject_id,
      coalesce(done.subject_name,
        nullif(trim(coalesce(b.first_name, '') || ' ' || coalesce(b.last_name, '')), ''))
        as subject_name,
      done.detail, done.address, coalesce(k.name, u.first_name) as by_name
    from (
      select * from ${acts(scope)}
      ${after ? sql`where (created_at, key) < (${after.created_at}, ${after.key})` : sql``}
      order by created_at desc, key desc
      limit ${ask.count} offset ${ask.start ?? 0}
    ) as done
    left join buyer b on b.organization_id = ${scope.organization_id}
      and done.subject_kind = 'buyer' and b.id::text = done.subject_id
    left join cashier k on k.organization_id = ${scope.organization_id}
      and done.actor like 'cashier:%' and k.id::text = substr(done.actor, 9)
    left join user_account u on done.actor like 'owner:%' and u.id::text = substr(done.actor, 7)
    order by done.created_at desc, done.key desc`.execute(db)
  // What identity keeps is whole; the log names no device.
  return rows.map((row) =>
    row.act === SIGNED_IN && row.address !== null
      ? { ...row, address: maskedAddress(row.address) }
      : row,
  )
}
