/**
 * «Подивитися на прикладі»: a separate organization with ninety days of a café's life, made by the
 * product's own calls. It is nobody's real shop: it has its own license and takes no trial.
 * Source: design/screens.md §3 "Demo data".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

const progress = z.object({
  organization_id: id,
  /** Receipts made so far, and all there will be. */
  made: z.int(),
  total: z.int(),
})

export const openDemo = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/demo',
  summary: 'Open the demo organization of this account, or answer the one that is there',
  access: 'owner',
  response: progress,
  status: 202,
  refusals: ['rate_limited'],
})

export const getDemo = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/demo',
  summary: 'How far the demo organization is; null when there is none',
  access: 'owner',
  response: z.object({ demo: progress.nullable() }),
})
