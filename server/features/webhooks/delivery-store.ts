/** What was sent and what is to be sent; with `store.ts` the only writer of both tables. */
import { sql } from 'kysely'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import type { Db, Tx } from '#server/io/db.ts'
import { deleteInParts } from '#server/io/delete-in-parts.ts'
import type { EndpointKey } from './store.ts'

export type DeliveryKey = { organization_id: string; id: string }
type Status = WebhookDelivery['status']
type Told = Pick<WebhookDelivery, 'answer_status' | 'problem' | 'excerpt'>

export type DeliveryRow = DeliveryKey &
  Told & {
    event: WebhookDelivery['event']
    status: Status
    attempts: number
    next_at: Date
    body: string
    created_at: Date
  }

export type NewDelivery = DeliveryKey & {
  endpoint_id: string
  event: string
  source: string
  body: string
  next_at: Date
  give_up_at: Date
  created_at: Date
}

/** False when this fact was written down for this address before. */
export async function insertDelivery(tx: Tx, row: NewDelivery): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('webhook_delivery')
    .values({ ...row, status: 'pending', attempts: 0 })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'endpoint_id', 'source']).doNothing(),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export type Claimed = DeliveryKey & {
  endpoint_id: string
  body: string
  attempts: number
  give_up_at: Date
  url: string
  secret_sealed: string
  previous_sealed: string | null
  previous_until: Date | null
  is_demo: boolean
}

/**
 * Takes a delivery that is due for one try; nobody else does until `lost_at`. Undefined when it is
 * not due, settled, or its address is off.
 */
export async function claimDelivery(
  db: Db,
  key: DeliveryKey,
  now: Date,
  lost_at: Date,
): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update webhook_delivery d set attempts = d.attempts + 1, next_at = ${lost_at}
      from webhook_endpoint e
      join organization o on o.id = e.organization_id
     where d.organization_id = ${key.organization_id} and d.id = ${key.id}
       and d.status = 'pending' and d.next_at <= ${now}
       and e.organization_id = d.organization_id and e.id = d.endpoint_id and e.enabled
    returning d.organization_id, d.id, d.endpoint_id, d.body, d.attempts, d.give_up_at,
      e.url, e.secret_sealed, e.previous_sealed, e.previous_until, o.is_demo`.execute(db)
  return rows[0]
}

/** False when the try was taken for lost meanwhile, and another one speaks for the delivery. */
export async function settleDelivery(
  tx: Tx,
  claimed: Claimed,
  told: Told & { status: Status; next_at?: Date; settled_at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set(told)
    .where('organization_id', '=', claimed.organization_id)
    .where('id', '=', claimed.id)
    .where('attempts', '=', claimed.attempts)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What waits at an address that is off is not tried any more; it can be replayed. */
export async function failPending(tx: Tx, key: EndpointKey, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ status: 'failed', problem: 'switched_off', settled_at: now })
    .where('organization_id', '=', key.organization_id)
    .where('endpoint_id', '=', key.id)
    .where('status', '=', 'pending')
    .execute()
}

/** Begins anew with a delivery, whatever became of it. False when it is not there. */
export async function reviveDelivery(
  tx: Tx,
  key: DeliveryKey & { endpoint_id: string },
  times: { next_at: Date; give_up_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ ...times, status: 'pending', attempts: 0, settled_at: null })
    .where('organization_id', '=', key.organization_id)
    .where('endpoint_id', '=', key.endpoint_id)
    .where('id', '=', key.id)
    // One that is being tried right now goes on as it is.
    .where((or) => or.or([or('status', '<>', 'pending'), or('next_at', '<=', times.next_at)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function hasDelivery(
  db: Db | Tx,
  key: DeliveryKey & { endpoint_id: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('organization_id', '=', key.organization_id)
    .where('endpoint_id', '=', key.endpoint_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What is due, oldest first. An address that takes nothing gets a few tries a turn, so that its
 * ten seconds each are not everybody's.
 */
export async function listDue(
  db: Db,
  now: Date,
  { each, failing }: { each: number; failing: number },
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    select due.organization_id, due.id
      from webhook_endpoint e
     cross join lateral (
       select d.organization_id, d.id, d.next_at from webhook_delivery d
        where d.organization_id = e.organization_id and d.endpoint_id = e.id
          and d.status = 'pending' and d.next_at <= ${now}
        order by d.next_at
        limit case when e.failing_since is null then ${each}::int else ${failing}::int end) as due
     where e.enabled
     order by due.next_at`.execute(db)
  return rows
}

export async function deleteOld(db: Db, before: Date): Promise<void> {
  await deleteInParts(async (limit) => {
    const { numAffectedRows } = await sql`delete from webhook_delivery where ctid = any(array(
      select ctid from webhook_delivery where created_at < ${before} and status <> 'pending'
        limit ${limit}))`.execute(db)
    return Number(numAffectedRows)
  })
}

export async function listDeliveries(
  db: Db,
  of: EndpointKey,
  { status, page, limit }: { status?: Status | undefined; page: number; limit: number },
): Promise<{ items: DeliveryRow[]; total: number }> {
  const chosen = db
    .selectFrom('webhook_delivery')
    .where('organization_id', '=', of.organization_id)
    .where('endpoint_id', '=', of.id)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
  const [items, count] = await Promise.all([
    chosen
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .$narrowType<Pick<DeliveryRow, 'event' | 'status' | 'problem'>>()
      .execute(),
    chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total: count.total }
}
