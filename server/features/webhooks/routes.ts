import * as endpoints from '#contract/webhooks.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { listDeliveries, type DeliveryRow } from './delivery-store.ts'
import * as act from './manage-endpoints.ts'
import { replay, sendTest } from './send-by-hand.ts'
import { findEndpoint, listEndpoints } from './store.ts'

const CHANGES_PER_HOUR = 60
const SENDS_PER_HOUR = 300

export function routes(io: Io): Route[] {
  const prove = async (call: Call, organization_id: string): Promise<act.Hand> => {
    const owner = await requireOwner(io, call)
    return { owner, organization: await requireOrganization(io, owner, organization_id) }
  }
  const changing = async (call: Call, organization_id: string): Promise<act.Hand> => {
    const hand = await prove(call, organization_id)
    await takeRate(io, `webhooks ${organization_id}`, CHANGES_PER_HOUR, 3600)
    return hand
  }
  const sending = async (call: Call, organization_id: string, id: string) => {
    const { organization } = await prove(call, organization_id)
    await takeRate(io, `webhook sends ${organization_id}`, SENDS_PER_HOUR, 3600)
    return { organization_id: organization.id, id }
  }

  return [
    route(endpoints.listWebhooks, async ({ query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      const now = io.clock.now()
      const rows = await listEndpoints(io.db, organization.id)
      return { items: rows.map((row) => act.present(row, now)) }
    }),

    route(endpoints.createWebhook, async ({ query, body }, call) =>
      act.createEndpoint(io, await changing(call, query.organization_id), body),
    ),

    route(endpoints.updateWebhook, async ({ params, query, body }, call) =>
      act.changeEndpoint(io, await changing(call, query.organization_id), params.webhook_id, body),
    ),

    route(endpoints.deleteWebhook, async ({ params, query }, call) =>
      act.removeEndpoint(io, await changing(call, query.organization_id), params.webhook_id),
    ),

    route(endpoints.rotateWebhookSecret, async ({ params, query }, call) =>
      act.rotateSecret(io, await changing(call, query.organization_id), params.webhook_id),
    ),

    route(endpoints.testWebhook, async ({ params, query }, call) =>
      sendTest(io, await sending(call, query.organization_id, params.webhook_id)),
    ),

    route(endpoints.listWebhookDeliveries, async ({ params, query }, call) => {
      const { organization } = await prove(call, query.organization_id)
      const key = { organization_id: organization.id, id: params.webhook_id }
      if (!(await findEndpoint(io.db, key))) throw new Refusal('not_found')
      const { items, total } = await listDeliveries(io.db, key, query)
      return { items: items.map(told), total, page: query.page, limit: query.limit }
    }),

    route(endpoints.replayWebhookDelivery, async ({ params, query }, call) =>
      replay(io, await sending(call, query.organization_id, params.webhook_id), params.delivery_id),
    ),
  ]
}

function told(row: DeliveryRow) {
  const { id, event, status, attempts, answer_status, problem, excerpt, body } = row
  return {
    ...{ id, event, status, attempts, answer_status, problem, excerpt, body },
    next_at: status === 'pending' ? row.next_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
  }
}
