/** What looked unusual in a shop, day by day, and what switching a cashier off would end. */
import { z } from 'zod'
import { anomalyRuleNames } from './anomaly-rules.ts'
import { endpoint } from './endpoint.ts'
import { day, id, moment, pageOf, pageQuery } from './wire.ts'

const anomaly = z.object({
  day,
  rule: z.enum(anomalyRuleNames),
  cashier: z.object({ id, name: z.string(), enabled: z.boolean() }).nullable(),
  buyer: z.object({ id, name: z.string() }).nullable(),
  receipt_id: id.nullable(),
  found: z.int().describe('What was counted: receipts, times or percent.'),
  allowed: z.int().describe('From this on the rule speaks.'),
})

export const listAnomalies = endpoint({
  method: 'GET',
  path: '/api/v1/anomalies',
  summary: 'What looked unusual, newest day first. A day is looked at in the night after it.',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    cashier_id: id.optional(),
    rule: z.enum(anomalyRuleNames).optional(),
    ...pageQuery(),
  }),
  response: pageOf(anomaly).extend({
    looked_until: day.nullable().describe('The last day that was looked at.'),
  }),
  refusals: ['not_found'],
})

export const readFreeze = endpoint({
  method: 'GET',
  path: '/api/v1/anomalies/freeze/{cashier_id}',
  summary:
    'What switching a cashier off would end, in numbers. Switching off is the cashier’s own call.',
  access: 'owner',
  params: z.strictObject({ cashier_id: id }),
  query: z.strictObject({ organization_id: id }),
  response: z.object({
    name: z.string(),
    enabled: z.boolean(),
    sessions: z.int().describe('Signed in now; all of them end.'),
    receipts_today: z.int(),
    last_receipt_at: moment.nullable(),
    others: z.int().describe('Cashiers of the same points of sale who can go on selling.'),
  }),
  refusals: ['not_found'],
})
