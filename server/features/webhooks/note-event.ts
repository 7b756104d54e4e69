import type { WebhookEvent } from '#contract/webhook-events.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { insertDelivery } from './delivery-store.ts'
import { GIVE_UP_MS } from './rules.ts'
import { listListening } from './store.ts'

export const DELIVER = 'webhooks.deliver'

export type Happened = {
  event: WebhookEvent
  /** Names the fact among all of its shop. */
  source: string
  at: Date
  data: object
}

/**
 * Writes an event down for every address that hears of it, each with an id of its own and a job.
 * `tell` is asked only when somebody hears. Told again, it finds everything done.
 */
export async function noteEvent(
  io: Io,
  organization_id: string,
  event: WebhookEvent,
  tell: () => Promise<Happened | undefined>,
): Promise<void> {
  const listening = await listListening(io.db, organization_id, event)
  if (listening.length === 0) return
  const happened = await tell()
  if (!happened) return
  await inTransaction(io.db, async (tx) => {
    for (const endpoint of listening) {
      await queueDelivery(io, tx, { organization_id, ...endpoint }, happened)
    }
  })
}

/** One event for one address. False when it is written down already. */
export async function queueDelivery(
  io: Io,
  tx: Tx,
  endpoint: { organization_id: string; id: string; failing_since: Date | null },
  happened: { event: string; source: string; at: Date; data: object },
): Promise<boolean> {
  const now = io.clock.now()
  const { organization_id } = endpoint
  const { event, source, at, data } = happened
  const id = newId(now)
  const body = JSON.stringify({
    ...{ type: event, timestamp: at.toISOString() },
    data: { organization_id, ...data },
  })
  const added = await insertDelivery(tx, {
    ...{ organization_id, id, endpoint_id: endpoint.id, event, source, body },
    ...{ next_at: now, give_up_at: new Date(now.getTime() + GIVE_UP_MS), created_at: now },
  })
  // Where nothing arrives, the sweep sends: a few at a time.
  const at_once = added && endpoint.failing_since === null
  if (at_once) await io.jobs.send(DELIVER, { organization_id, id }, { tx })
  return added
}
