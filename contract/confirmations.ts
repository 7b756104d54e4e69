/**
 * A spend that waits for the buyer's own word, as the till follows it. It begins with a create that
 * answers 202, and a create repeated with the 4 digits from the bot is one way to end it.
 * Source: spec/engine.md "Identify, confirm"; spec/api.md "POS API".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { confirmationState } from './receipt.ts'
import { id } from './wire.ts'

export const getConfirmation = endpoint({
  method: 'GET',
  path: '/pos-api/v1/receipts/{id}/confirmation',
  summary: "How a spend stands that waits for the buyer's word.",
  access: 'cashier',
  params: z.strictObject({ id }),
  response: confirmationState,
  refusals: ['receipt_not_found'],
})

export const watchConfirmation = endpoint({
  method: 'GET',
  path: '/pos-api/v1/receipts/{id}/events',
  summary:
    "Follows a spend that waits for the buyer's word: its state now and at each change, until it is settled.",
  access: 'cashier',
  stream: true,
  params: z.strictObject({ id }),
  response: confirmationState,
  refusals: ['receipt_not_found', 'rate_limited'],
})

export const withdrawConfirmation = endpoint({
  method: 'DELETE',
  path: '/pos-api/v1/receipts/{id}/confirmation',
  summary:
    "Stops waiting for the buyer's word: the receipt becomes `declined`. Answers how it ended; the buyer may have been faster.",
  access: 'cashier',
  params: z.strictObject({ id }),
  response: confirmationState,
  status: 200,
  refusals: ['receipt_not_found'],
})
