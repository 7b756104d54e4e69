/**
 * The log of acts: what owners and cashiers did, when, to what, from where. It is appended with the
 * act itself and never changed. Movements by hand and cancellations are read from the ledger.
 */
import { z } from 'zod'
import { auditActs } from './audit-acts.ts'
import { endpoint } from './endpoint.ts'
import { day, id, moment, pageOf, pageQuery } from './wire.ts'

const short = z.union([z.string(), z.number(), z.boolean(), z.null()])

const auditRow = z.object({
  key: z.string(),
  at: moment,
  act: z.enum(auditActs),
  by: z.object({
    kind: z.enum(['owner', 'cashier', 'program', 'platform']),
    name: z.string().nullable(),
  }),
  on: z
    .object({
      kind: z.enum(['cashier', 'pos', 'buyer', 'bot', 'license', 'promotion', 'receipt']),
      id: z.string().nullable(),
      name: z.string().nullable(),
    })
    .nullable(),
  facts: z.record(z.string(), short).describe('Bonuses and money in units of the currency.'),
  changes: z.record(z.string(), z.tuple([short, short])).describe('Of each field: before, after.'),
  address: z.string().nullable().describe('Without its last part; null: the ledger keeps none.'),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/v1/audit',
  summary: 'Acts of owners and cashiers, newest first.',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    start_date: day.optional().describe('First day; by default 29 days before the last.'),
    end_date: day.optional().describe('Last day, included; by default today.'),
    kind: z.enum(auditActs).optional(),
    cashier_id: id.optional().describe('Acts of this cashier.'),
    ...pageQuery(),
  }),
  response: pageOf(auditRow).extend({
    timezone: z.string(),
    start_date: day,
    end_date: day,
  }),
  refusals: ['not_found'],
})
