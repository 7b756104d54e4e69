/**
 * The call-back request of the landing page.
 *
 * A GET that writes, because the seed names it so: the server asks for a request of our own pages
 * and limits it by address.
 * Source: seed §5, §7 "Stats"; spec/api.md "Stats"; design/screens.md §4.2.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FEEDBACK_NAME_MAX, FEEDBACK_NOTE_MAX, isCallbackPhone } from './limits.ts'
import { id, line, moment, pageOf, pageQuery, paragraph } from './wire.ts'

export const sendFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/stats/feedback_message',
  summary: 'Ask to be called back',
  access: 'anyone',
  query: z.strictObject({
    name: line(0, FEEDBACK_NAME_MAX).default(''),
    phone: line(0, 20).refine(isCallbackPhone, 'not_a_phone'),
    /** Hidden from people; who fills it is a robot and gets an answer but no call. */
    website: z.string().max(200).optional(),
  }),
  response: z.object({ accepted: z.boolean() }),
  refusals: ['not_allowed', 'rate_limited'],
})

const request = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  created_at: moment,
  /** Null while nobody has called. */
  done_at: moment.nullable(),
  note: z.string(),
})

export const listFeedback = endpoint({
  method: 'GET',
  path: '/api/v1/admin/feedback',
  summary: 'Who asked to be called back, the newest first',
  access: 'platform_administrator',
  query: z.strictObject({ ...pageQuery(), state: z.enum(['open', 'done']).optional() }),
  response: pageOf(request),
})

export const updateFeedback = endpoint({
  method: 'PATCH',
  path: '/api/v1/admin/feedback/{request_id}',
  summary: 'Mark a request as called back, or open it again, with a note of what came of it',
  access: 'platform_administrator',
  params: z.strictObject({ request_id: id }),
  body: z.strictObject({ done: z.boolean(), note: paragraph(FEEDBACK_NOTE_MAX) }),
  response: request,
})
