import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hasDelivery, reviveDelivery } from './delivery-store.ts'
import { DELIVER, queueDelivery } from './note-event.ts'
import { GIVE_UP_MS } from './rules.ts'
import { findEndpoint, type EndpointKey, type EndpointRow } from './store.ts'

/**
 * Sends an event of no shop matter.
 * Refuses: `not_found`; `in_use` when the address is off.
 */
export async function sendTest(io: Io, key: EndpointKey): Promise<void> {
  const endpoint = requireOn(await findEndpoint(io.db, key))
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    // Asked for by a person: it leaves at once, even where nothing arrives.
    const to = { ...endpoint, failing_since: null }
    const source = `test:${newId(now)}`
    await queueDelivery(io, tx, to, { event: 'test', source, at: now, data: {} })
  })
}

/**
 * Sends once more what was sent, under the same id and with the same body, for three more days.
 * Refuses: `not_found`; `in_use` when the address is off or a try is under way.
 */
export async function replay(io: Io, key: EndpointKey, delivery_id: string): Promise<void> {
  const { organization_id } = key
  const of = { organization_id, endpoint_id: key.id, id: delivery_id }
  const now = io.clock.now()
  const times = { next_at: now, give_up_at: new Date(now.getTime() + GIVE_UP_MS) }
  if (!(await hasDelivery(io.db, of))) throw new Refusal('not_found')
  requireOn(await findEndpoint(io.db, key))
  await inTransaction(io.db, async (tx) => {
    if (!(await reviveDelivery(tx, of, times))) throw new Refusal('in_use')
    await io.jobs.send(DELIVER, { organization_id, id: delivery_id }, { tx })
  })
}

function requireOn(endpoint: EndpointRow | undefined): EndpointRow {
  if (!endpoint) throw new Refusal('not_found')
  if (!endpoint.enabled) throw new Refusal('in_use')
  return endpoint
}
