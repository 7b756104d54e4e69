/**
 * Posts: news that stand in the bot, and mailings that are sent to buyers.
 *
 * A post comes as a form that carries what is filled in only; what is to be emptied is named in
 * `clear`. A picture is the form's file `image`, or the address of one that was sent before. A
 * moment without an offset is of the shop's time zone.
 * Source: seed §7 "Posts"; spec/api.md "Posts"; design/screens.md §5.8, §5.9.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { POST_BUTTON_MAX, POST_TEXT_MAX, POST_TITLE_MAX } from './limits.ts'
import { segmentFilter } from './segments.ts'
import {
  id,
  line,
  moment,
  money,
  pageOf,
  pageQuery,
  paragraph,
  phone,
  versionText,
} from './wire.ts'

const type = z.enum(['news', 'manual_notification'])
const status = z.enum(['draft', 'scheduled', 'sending', 'sent', 'paused', 'failed'])

/** A link that a messenger opens: https alone, and no password in it. */
export const httpsLink = line(0, 500).refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && url.username === '' && url.hostname.includes('.')
}, 'not_a_url')

/** Where a button leads: to its address, to the reader's own card, or to the page of a product. */
export const buttonLeadsTo = z
  .enum(['url', 'card', 'product'])
  .describe('To `button_url`, to the card of who reads it, or to the link of `button_product_id`.')
export type ButtonLeadsTo = z.output<typeof buttonLeadsTo>

/** A field of a form is text: a filter comes as JSON. */
const filterText = z
  .string()
  .max(20_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'invalid' })
      return z.NEVER
    }
  })
  .pipe(segmentFilter)

const clearable = [
  ...(['bot_id', 'title', 'image', 'button_text', 'button_url', 'button_product_id'] as const),
  ...(['segment_id', 'filters'] as const),
  ...(['scheduled_at', 'pinned', 'control_percent'] as const),
] as const
export type ClearableField = (typeof clearable)[number]

const clear = z
  .string()
  .max(200)
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(clearable)))

const text = paragraph(POST_TEXT_MAX).min(1)
const fields = {
  /** Written to in this bot only. */
  bot_id: id.optional(),
  title: line(0, POST_TITLE_MAX).optional(),
  /** `**…**` is bold. */
  text: text.optional(),
  /** The address of a picture that was sent before; or the picture itself, as the form's file. */
  image: z.string().max(200).optional(),
  button_text: line(1, POST_BUTTON_MAX).optional(),
  /** With `url` alone. */
  button_url: httpsLink.optional(),
  button_leads_to: buttonLeadsTo.optional(),
  /** With `product` alone: one that has a link. Without it later the message has no button. */
  button_product_id: id.optional(),
  pinned: z.enum(['true', 'false']).optional(),
  segment_id: id.optional(),
  filters: filterText.optional(),
  control_percent: z.coerce.number().int().min(0).max(50).optional(),
  scheduled_at: z.iso.datetime({ offset: true, local: true }).optional(),
  clear: clear.optional(),
}

const count = z.int()
const statistics = z.object({
  /** Chosen when it began; the control group is not among them. */
  targeted: count,
  /** Not handed to a messenger yet. */
  queued: count,
  sent: count,
  /** What Telegram takes it delivers; Viber tells. */
  delivered: count,
  /** Of news: chats that opened it. Of mailings: read, as far as Viber tells. */
  seen: count,
  /** Tapped its button, wherever it leads; once for a recipient. */
  clicked: count,
  failed: count,
  blocked: count,
  /** Not sent in the end: consent taken back, the weekly cap, stopped. */
  skipped: count,
  unsubscribed: count,
  /** Buyers who bought within seven days, and what they paid. */
  purchases: count,
  revenue: money,
  /** Those who were left out on purpose, and how many of them bought in the same days. */
  control: count,
  control_purchases: count,
})

const post = z.object({
  id,
  organization_id: id,
  bot_id: id.nullable(),
  type,
  version: z.int(),
  status,
  title: z.string(),
  text: z.string(),
  image: z.string().nullable(),
  button_text: z.string().nullable(),
  button_url: z.string().nullable(),
  button_leads_to: buttonLeadsTo,
  button_product_id: id.nullable(),
  pinned: z.boolean(),
  segment_id: id.nullable(),
  filters: segmentFilter.nullable(),
  control_percent: z.int(),
  scheduled_at: moment.nullable(),
  /** The same on the shop's own clock: `2026-11-21T18:30`. */
  scheduled_local: z.string().nullable(),
  published_at: moment.nullable(),
  finished_at: moment.nullable(),
  /** Ended by the owner before everybody was written to. */
  stopped: z.boolean(),
  failure: z.string().nullable(),
  stats: statistics,
  created_at: moment,
  updated_at: moment,
})
export type Post = z.output<typeof post>

const params = z.strictObject({ post_id: id })

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/v1/posts',
  summary: 'The news or the mailings of an organization, newest first',
  access: 'owner',
  query: z.strictObject({ organization_id: id, type: type.optional(), ...pageQuery(100, 20) }),
  response: pageOf(post),
})

export const createPost = endpoint({
  method: 'POST',
  path: '/api/v1/posts',
  summary: 'Write a piece of news or a mailing; it stays a draft until it is sent',
  access: 'owner',
  query: z.strictObject({ organization_id: id, bot_id: id.optional() }),
  form: z.strictObject({ type, ...fields, text }),
  response: post,
  status: 201,
  refusals: ['unsupported_media', 'too_large', 'storage_full', 'rate_limited'],
})

export const getPost = endpoint({
  method: 'GET',
  path: '/api/v1/posts/{post_id}',
  summary: 'One post with what became of it',
  access: 'owner',
  params,
  response: post,
})

export const updatePost = endpoint({
  method: 'PATCH',
  path: '/api/v1/posts/{post_id}',
  summary: 'Change a post; news also after they are out, a mailing until it begins',
  access: 'owner',
  params,
  form: z.strictObject({ version: versionText, ...fields }),
  response: post,
  refusals: [
    'version_conflict',
    'post_state',
    'unsupported_media',
    'too_large',
    'storage_full',
    'rate_limited',
  ],
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/v1/posts/{post_id}',
  summary: 'Take a post away; what was sent stays in the chats',
  access: 'owner',
  params,
  refusals: ['post_state'],
})

export const sendPost = endpoint({
  method: 'POST',
  path: '/api/v1/posts/{post_id}/send',
  summary: 'Publish news, start a mailing, or send a trial to one subscriber by `test_phone`',
  access: 'owner',
  params,
  body: z.strictObject({ test_phone: phone.optional() }),
  response: post,
  refusals: ['post_state', 'buyer_not_found', 'no_messenger', 'rate_limited'],
})

const recipientState = z.enum([
  'waiting',
  'handed',
  'sent',
  'failed',
  'blocked',
  'skipped',
  'control',
])

const step = {
  method: 'POST',
  access: 'owner',
  params,
  response: post,
  refusals: ['post_state'],
} as const

export const pausePost = endpoint({
  ...step,
  path: '/api/v1/posts/{post_id}/pause',
  summary: 'Hand nothing more over until the mailing is resumed',
})

export const resumePost = endpoint({
  ...step,
  path: '/api/v1/posts/{post_id}/resume',
  summary: 'Go on with a paused mailing',
})

export const stopPost = endpoint({
  ...step,
  path: '/api/v1/posts/{post_id}/stop',
  summary: 'Take back what has not begun, or end a mailing for those who were not reached',
})

export const estimatePost = endpoint({
  method: 'POST',
  path: '/api/v1/posts/estimate',
  summary: 'Whom a mailing would reach, how long it takes and what Viber asks for it',
  access: 'owner',
  body: z.strictObject({
    organization_id: id,
    segment_id: id.optional(),
    filters: segmentFilter.optional(),
    bot_id: id.optional(),
  }),
  response: z.object({
    /** In the segment; the six below sum to it. */
    total: count,
    telegram: count,
    viber: count,
    /** Have not opened the bot. */
    unreachable: count,
    no_consent: count,
    /** Have blocked the bot, or are blocked by the shop. */
    blocked: count,
    /** Have got as much advertising this week as the shop allows. */
    capped: count,
    /** At the messengers' own pace. */
    seconds: count,
    /** Euro cents at Viber's list price; Telegram asks nothing. */
    viber_cents: count,
    /** When it would end if it began now: past the quiet hours. */
    quiet_until: moment.nullable(),
    /** An hour before they buy most, on the shop's own clock; null: their receipts do not tell. */
    best_local: z.string().nullable(),
  }),
  refusals: ['segment_too_heavy'],
})

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/v1/posts/{post_id}/recipients',
  summary: 'What became of each recipient of a mailing',
  access: 'owner',
  params,
  query: z.strictObject({ state: recipientState.optional(), ...pageQuery(200, 50) }),
  response: pageOf(
    z.object({
      buyer_id: id,
      name: z.string(),
      phone_masked: z.string().nullable(),
      messenger: z.enum(['telegram', 'viber']),
      state: recipientState,
      reason: z.string().nullable(),
      settled_at: moment.nullable(),
      /** Viber tells both; Telegram neither. */
      delivered_at: moment.nullable(),
      seen_at: moment.nullable(),
      clicked_at: moment.nullable(),
    }),
  ),
})

export const followPost = endpoint({
  method: 'GET',
  path: '/r/{token}',
  summary: 'The button of a mailing: counts the tap and leads where the post says',
  access: 'anyone',
  params: z.strictObject({ token: z.string().max(100) }),
  raw: true,
})
