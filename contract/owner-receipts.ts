/**
 * The owner's view of receipts, under `/api/v1/receipts`; the till's calls: `receipts.ts`.
 * Source: spec/engine.md "Cancel".
 */
import { z } from 'zod'
import { cancelBody, cancelEstimate, cancelResult, estimateBody } from './cancellation.ts'
import { endpoint } from './endpoint.ts'
import { receiptEntry, wholeReceipt } from './receipt.ts'
import { id } from './wire.ts'

const ownerQuery = z.strictObject({ organization_id: id })

export const getOwnerReceipt = endpoint({
  method: 'GET',
  path: '/api/v1/receipts/{id}',
  summary: 'One receipt with its products and its movements of bonuses.',
  access: 'owner',
  params: z.strictObject({ id }),
  query: ownerQuery,
  response: wholeReceipt.extend({
    buyer_name: z.string().nullable(),
    buyer_phone: z.string().nullable(),
    entries: z.array(receiptEntry),
  }),
  refusals: ['receipt_not_found'],
})

export const estimateOwnerCancellation = endpoint({
  method: 'POST',
  path: '/api/v1/receipts/{id}/cancel/estimate',
  summary: 'What cancelling a receipt, or a part of it, would do. Writes nothing.',
  access: 'owner',
  params: z.strictObject({ id }),
  query: ownerQuery,
  body: estimateBody.optional(),
  response: cancelEstimate,
  refusals: ['receipt_not_found', 'already_cancelled'],
})

export const cancelOwnerReceipt = endpoint({
  method: 'POST',
  path: '/api/v1/receipts/{id}/cancel',
  summary: 'Cancels a receipt or a part of it, exactly as estimated, at any age.',
  access: 'owner',
  once: true,
  params: z.strictObject({ id }),
  query: ownerQuery,
  body: cancelBody.optional(),
  response: cancelResult,
  refusals: [
    'receipt_not_found',
    'already_cancelled',
    'version_conflict',
    'idempotency_conflict',
    'busy',
  ],
})
