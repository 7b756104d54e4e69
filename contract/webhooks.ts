/**
 * Events of a shop sent to a program of its own, signed as Standard Webhooks
 * (https://www.standardwebhooks.com) asks: `webhook-id`, `webhook-timestamp`, `webhook-signature`.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { WEBHOOK_URL_MAX } from './limits.ts'
import { deliveryStatuses, webhookEvents } from './webhook-events.ts'
import { id, line, moment, pageOf, pageQuery } from './wire.ts'

const url = line(0, WEBHOOK_URL_MAX)
const events = z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length)

const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  failing_since: moment.nullable().describe('Nothing arrived since then; null: the last one did.'),
  stopped_at: moment.nullable().describe('Switched off by itself after three days of failures.'),
  previous_until: moment.nullable().describe('Until then the former secret signs too.'),
  created_at: moment,
})
export type Webhook = z.output<typeof webhook>

const withSecret = z.object({
  webhook,
  secret: z.string().describe('whsec_…, shown this once.'),
})

const delivery = z.object({
  id: id.describe('The webhook-id.'),
  event: z.enum([...webhookEvents, 'test']),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  next_at: moment.nullable(),
  answer_status: z.int().nullable(),
  problem: z
    .enum(['status', 'redirect', 'timeout', 'unreachable', 'private_address', 'switched_off'])
    .nullable(),
  excerpt: z.string().nullable().describe('The beginning of what the address answered.'),
  body: z.string(),
  created_at: moment,
})
export type WebhookDelivery = z.output<typeof delivery>

const query = z.strictObject({ organization_id: id })
const params = z.strictObject({ webhook_id: id })

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks',
  summary: "Addresses that a shop's events are sent to.",
  access: 'owner',
  query,
  response: z.object({ items: z.array(webhook) }),
  refusals: ['not_found'],
})

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks',
  summary: 'Send events to an address from now on; answers its secret, once.',
  access: 'owner',
  query,
  body: z.strictObject({ url, events }),
  response: withSecret,
  status: 201,
  refusals: ['not_found', 'in_use', 'validation_failed', 'tariff_limit', 'rate_limited'],
})

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Change an address or its events, or switch it off and on.',
  access: 'owner',
  params,
  query,
  body: z.strictObject({ url, events, enabled: z.boolean() }).partial(),
  response: webhook,
  refusals: ['not_found', 'validation_failed', 'rate_limited'],
})

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/v1/webhooks/{webhook_id}',
  summary: 'Send nothing to an address any more, and forget what was sent.',
  access: 'owner',
  params,
  query,
  refusals: ['not_found', 'rate_limited'],
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/secret',
  summary: 'Make a new secret; the former one signs beside it for a day.',
  access: 'owner',
  params,
  query,
  response: withSecret,
  refusals: ['not_found', 'rate_limited'],
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/test',
  summary: 'Send an event of no shop matter, to see that it arrives.',
  access: 'owner',
  params,
  query,
  refusals: ['not_found', 'in_use', 'rate_limited'],
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/v1/webhooks/{webhook_id}/deliveries',
  summary: 'What was sent to an address in the last 30 days, newest first.',
  access: 'owner',
  params,
  query: z.strictObject({
    organization_id: id,
    status: z.enum(deliveryStatuses).optional(),
    ...pageQuery(100, 20),
  }),
  response: pageOf(delivery),
  refusals: ['not_found'],
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  summary: 'Send once more under the same webhook-id, whatever became of it.',
  access: 'owner',
  params: z.strictObject({ webhook_id: id, delivery_id: id }),
  query,
  refusals: ['not_found', 'in_use', 'rate_limited'],
})
