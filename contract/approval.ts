/**
 * A senior cashier's word for what a till's own cashier may not do alone.
 * Source: spec/engine.md "Identify, confirm"; design/screens.md §6.3.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, line, moment } from './wire.ts'

export const approveReceipt = endpoint({
  method: 'POST',
  path: '/pos-api/v1/bonuses/approve',
  summary: 'A senior cashier lets one receipt pass the limits, by login and PIN at any till',
  access: 'cashier',
  body: z.strictObject({
    receipt_id: id,
    login: line(1, 60).toLowerCase(),
    password: z.string().min(1).max(128).describe('The PIN; wrong ones count as at sign-in.'),
  }),
  response: z.object({
    approval: z.string().describe('Send it with `create` of the same receipt.'),
    expires_at: moment,
    approved_by: z.string(),
  }),
  refusals: ['wrong_credentials', 'locked', 'not_allowed', 'rate_limited'],
})
