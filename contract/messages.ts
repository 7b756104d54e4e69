/**
 * What a buyer and a shop write to each other in a messenger, and what buyers thought of a visit.
 * Source: seed §7 "Buyers" (handle_message, edit_message, delete_message); design/screens.md §5.11,
 * §5.13, §7.2.
 */
import { z } from 'zod'
import { messenger } from './buyers.ts'
import { endpoint } from './endpoint.ts'
import { id, moment, pageOf, pageQuery, paragraph } from './wire.ts'

/** What became of a message of the shop. */
export const delivery = z.enum(['queued', 'sending', 'sent', 'failed', 'blocked', 'skipped'])

export const threadMessage = z.object({
  id,
  buyer_id: id.nullable(),
  type: messenger,
  /** `in`: the buyer wrote it. */
  direction: z.enum(['in', 'out']),
  text: z.string(),
  created_at: moment,
  edited_at: moment.nullable(),
  deleted_at: moment.nullable(),
  /** Of the shop's own; null for a buyer's. */
  delivery: delivery.nullable(),
  /** Whether the messenger still lets it be changed or taken back. */
  can_edit: z.boolean(),
  can_delete: z.boolean(),
})
export type ThreadMessage = z.output<typeof threadMessage>

const text = paragraph(1000).min(1)

export const handleMessage = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/handle_message',
  summary: 'Write to one buyer in the messenger',
  access: 'owner',
  body: z.strictObject({ organization_id: id, buyer_id: id, text }),
  response: threadMessage,
  status: 201,
  refusals: ['buyer_not_found', 'no_messenger', 'license_required', 'tariff_limit'],
})

export const editMessage = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/edit_message',
  summary: 'Change a message where the messenger allows it (not in Viber)',
  access: 'owner',
  body: z.strictObject({ organization_id: id, message_id: id, text }),
  response: threadMessage,
  refusals: ['message_fixed'],
})

export const deleteMessage = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/delete_message',
  summary: 'Take a message back where the messenger allows it (Telegram, 48 hours)',
  access: 'owner',
  body: z.strictObject({ organization_id: id, message_id: id }),
  response: threadMessage,
  refusals: ['message_fixed'],
})

export const listThread = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/{buyer_id}/messages',
  summary: 'The thread with one buyer, newest first; reading it marks what the buyer wrote as read',
  access: 'owner',
  params: z.strictObject({ buyer_id: id }),
  query: z.strictObject({ organization_id: id, ...pageQuery(200, 50) }),
  response: pageOf(threadMessage),
})

export const listInbox = endpoint({
  method: 'GET',
  path: '/api/v1/inbox',
  summary: 'Threads with something a buyer wrote, those with unread messages first',
  access: 'owner',
  query: z.strictObject({ organization_id: id, ...pageQuery(200, 50) }),
  response: pageOf(
    z.object({
      buyer_id: id,
      name: z.string(),
      phone_masked: z.string().nullable(),
      type: messenger,
      text: z.string(),
      direction: z.enum(['in', 'out']),
      created_at: moment,
      unread: z.int(),
    }),
  ),
})

export const listRatings = endpoint({
  method: 'GET',
  path: '/api/v1/ratings',
  summary: 'What buyers thought of their visits, newest first',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    buyer_id: id.optional(),
    stars_max: z.coerce.number().int().min(1).max(5).default(5),
    ...pageQuery(200, 50),
  }),
  response: pageOf(
    z.object({
      receipt_id: id,
      buyer_id: id,
      name: z.string(),
      pos_id: id.nullable(),
      stars: z.int(),
      /** The answer from 0 to 10, where that was asked. */
      score: z.int().nullable(),
      comment: z.string().nullable(),
      created_at: moment,
    }),
  ).extend({
    /** Of the last `days`: promoters answered 9 or 10, passives 7 or 8, detractors 0 to 6. */
    nps: z
      .object({
        days: z.int(),
        promoters: z.int(),
        passives: z.int(),
        detractors: z.int(),
        /** Percent of promoters less percent of detractors. */
        score: z.int(),
      })
      .nullable(),
  }),
})
