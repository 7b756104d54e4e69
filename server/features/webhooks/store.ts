/** Every SQL of webhooks; the only writer of both tables. */
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Db, Tx } from '#server/io/db.ts'

export type EndpointKey = { organization_id: string; id: string }
export type EndpointRow = EndpointKey & {
  url: string
  events: WebhookEvent[]
  enabled: boolean
  secret_sealed: string
  previous_sealed: string | null
  previous_until: Date | null
  failing_since: Date | null
  stopped_at: Date | null
  language: string
  created_at: Date
}

export async function listEndpoints(db: Db | Tx, organization_id: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy('id')
    .$narrowType<{ events: WebhookEvent[] }>()
    .execute()
}

export async function findEndpoint(
  db: Db | Tx,
  { organization_id, id }: EndpointKey,
): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .$narrowType<{ events: WebhookEvent[] }>()
    .executeTakeFirst()
}

/** The shop's addresses that hear of this event now; none of a deleted shop. */
export async function listListening(
  db: Db | Tx,
  organization_id: string,
  event: WebhookEvent,
): Promise<{ id: string; failing_since: Date | null }[]> {
  return db
    .selectFrom('webhook_endpoint as e')
    .innerJoin('organization as o', 'o.id', 'e.organization_id')
    .select(['e.id', 'e.failing_since'])
    .where('e.organization_id', '=', organization_id)
    .where('o.deleted_at', 'is', null)
    .where('e.enabled', '=', true)
    .where(sql<boolean>`${event} = any(e.events)`)
    .execute()
}

export async function insertEndpoint(tx: Tx, row: EndpointRow): Promise<void> {
  await tx.insertInto('webhook_endpoint').values(row).execute()
}

export async function updateEndpoint(
  tx: Tx,
  { organization_id, id }: EndpointKey,
  changes: Partial<Omit<EndpointRow, keyof EndpointKey>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx
    .updateTable('webhook_endpoint')
    .set(changes)
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
}

export async function deleteEndpoint(tx: Tx, key: EndpointKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_endpoint')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lets one request at a time count and add addresses of a shop. */
export async function lockShop(tx: Tx, organization_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${organization_id}`}, 0))`.execute(
    tx,
  )
}

/** All that is sealed, for sealing it anew under another key. */
export async function listSealed(
  db: Db,
): Promise<(EndpointKey & { secret_sealed: string; previous_sealed: string | null })[]> {
  return db
    .selectFrom('webhook_endpoint')
    .select(['organization_id', 'id', 'secret_sealed', 'previous_sealed'])
    .execute()
}

/** False when the secret was changed meanwhile. */
export async function resealEndpoint(
  db: Db,
  was: EndpointKey & { secret_sealed: string },
  sealed: { secret_sealed: string; previous_sealed: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook_endpoint')
    .set(sealed)
    .where('organization_id', '=', was.organization_id)
    .where('id', '=', was.id)
    .where('secret_sealed', '=', was.secret_sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whom a letter about a shop's address goes to; undefined when nobody wants it any more. */
export async function findOwner(
  db: Db,
  organization_id: string,
): Promise<{ email: string; name: string } | undefined> {
  return db
    .selectFrom('organization as o')
    .innerJoin('user_account as u', 'u.id', 'o.owner_id')
    .select(['u.email', 'o.name'])
    .where('o.id', '=', organization_id)
    .where('o.deleted_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
}
