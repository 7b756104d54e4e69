/**
 * Two cards of one person become one: what it would make is told first, and cannot be undone.
 * Source: spec/engine.md "Merge, forget"; design/screens.md §5.13; decision 0041.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { messenger } from './buyers.ts'
import { id, moment, money, phone } from './wire.ts'

const held = {
  available: money,
  pending: money,
  debt: money,
  receipts_count: z.int(),
  turnover: money,
  level: z.string().nullable(),
  tags: z.array(z.string()),
}

const side = z.object({
  id,
  name: z.string(),
  phone_masked: z.string().nullable(),
  card_code: z.string(),
  joined_at: moment,
  last_visit_at: moment.nullable(),
  messengers: z.array(messenger),
  ...held,
})

export const mergePreview = z.object({
  /** The card that stays. */
  keeps: side,
  /** The card that answers with the other one from then on. */
  goes: side,
  after: z.object(held),
  /** Bonuses that meet a debt of either. */
  debt_met: money,
  /** Of the figures: a merge refuses when they are no longer so. */
  version: z.string(),
})

const other = {
  organization_id: id,
  /** The card that goes, by its phone or id. */
  other_phone: phone.optional(),
  other_id: id.optional(),
}
const params = z.strictObject({ buyer_id: id })

export const previewMerge = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/merge-preview',
  summary: 'What would become of two cards if the other were merged into this one; writes nothing',
  access: 'owner',
  params,
  body: z.strictObject(other),
  response: mergePreview,
  refusals: ['buyer_not_found'],
})

export const mergeBuyers = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/{buyer_id}/merge',
  summary: 'Merge the other card into this one, for good. Needs an Idempotency-Key',
  access: 'owner',
  params,
  body: z.strictObject({
    ...other,
    version: z.string().max(64),
    /** For callers that cannot set the `Idempotency-Key` header; one of the two is needed. */
    idempotency_key: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/)
      .optional(),
  }),
  response: mergePreview,
  refusals: ['buyer_not_found', 'version_conflict', 'idempotency_conflict'],
})
