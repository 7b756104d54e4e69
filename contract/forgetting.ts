/**
 * Forgetting a buyer: who it was goes, what was sold and booked stays without a name.
 * Source: spec/engine.md "Merge, forget"; design/screens.md §5.13.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './wire.ts'

export const forgetBuyer = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/forget',
  summary:
    'Forget a buyer for good: identity erased, bonuses forfeited, the ledger kept without a name',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  body: z.strictObject({ organization_id: id }),
  refusals: ['buyer_not_found', 'version_conflict'],
})
