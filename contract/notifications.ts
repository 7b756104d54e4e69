/**
 * Automatic notifications: what buyers are told by itself, when, and in which words.
 *
 * A text of the owner's stands in the place of the standard one; null is the standard one. Texts
 * name variables in braces: `{balance}`, `{name|friend}` with words for when there is none,
 * `{amount|bonus|bonuses|bonuses}` with the form that the number needs; a part in square brackets
 * goes when a variable in it is empty.
 * Source: research/domain.md §5; design/screens.md §5.10.
 */
import { z } from 'zod'
import { messenger } from './buyers.ts'
import { endpoint } from './endpoint.ts'
import { POST_BUTTON_MAX } from './limits.ts'
import { eventCodes, TEMPLATE_MAX } from './notification-events.ts'
import { buttonLeadsTo, httpsLink } from './posts.ts'
import {
  id,
  language,
  line,
  localTime,
  money,
  paragraph,
  phone,
  positiveMoney,
  version,
} from './wire.ts'

const code = z.enum(eventCodes)
const template = paragraph(TEMPLATE_MAX).min(1)
/** By language; `all` is for buyers of every language that has none of its own. */
const texts = z.partialRecord(z.enum(['all', ...language.options]), template)

const button = {
  button_text: line(1, POST_BUTTON_MAX).nullable(),
  /** With `url` alone. */
  button_url: httpsLink.nullable(),
  button_leads_to: buttonLeadsTo,
  /** With `product` alone: one that has a link. Without it later the message has no button. */
  button_product_id: id.nullable(),
}

const fields = {
  on: z.boolean(),
  /** What the event's number means tells the list: minutes, days before, percent. */
  when: z.int().min(0).max(1440).nullable(),
  min_amount: money.nullable(),
  texts,
  /** Bonuses given with it; null: none. */
  bonus: positiveMoney.nullable(),
  bonus_days: z.int().min(1).max(365),
  /** Not sent when the buyer has bought since it was planned. */
  stops: z.boolean(),
  /** ISO days of the week on which it is sent; empty: any day. What is planned only. */
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  /** The hours of the shop's clock within which it is sent; both or none. What is planned only. */
  window_from: localTime.nullable(),
  window_to: localTime.nullable(),
  /** Sent by this bot only; null: by whichever the buyer uses. */
  bot_id: id.nullable(),
  /** Told of visits to these points of sale only; empty: of any. What is about a visit only. */
  pos_ids: z.array(id).max(200),
  /** Sent to the buyers of this segment only. What is planned only. */
  segment_id: id.nullable(),
  /** The address of a picture that was sent before. */
  image: z.string().max(200).nullable(),
  ...button,
  /** Sent in these messengers only; empty: in whichever the buyer uses. */
  messengers: z.array(messenger).max(2),
  /** Not told a buyer again within so many days; null: as often as it happens. */
  cap_days: z.int().min(1).max(365).nullable(),
  /** Of what meets the weekly limit the first goes: 1 first, 2 usual, 3 last. Advertising only. */
  priority: z.int().min(1).max(3),
  /** How a visit is rated: with 1 to 5 stars or from 0 to 10. */
  scale: z.enum(['stars', 'nps']),
  /** So many of a hundred are not told, to see what it is good for. Advertising only. */
  control_percent: z.int().min(0).max(50),
}

const outcome = z.object({ buyers: z.int(), bought: z.int() })

const notification = z.object({
  code,
  version: z.int(),
  ...fields,
  /** The standard text in each language, as its reader would write it. */
  standard: z.record(language, z.string()),
  /** Variables its text may name, as the caller's language calls them. */
  variables: z.array(z.string()),
  /** Messages of the last 30 days. */
  sent: z.int(),
  /** Of the last 30 days: who was told, who was left out, and who of them bought within a week. */
  trial: z.object({ told: outcome, control: outcome }).nullable(),
})
export type Notification = z.input<typeof notification>

const query = z.strictObject({ organization_id: id })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/v1/auto-notifications',
  summary: 'What buyers are told by itself, and how it is set',
  access: 'owner',
  query,
  response: z.object({
    items: z.array(notification),
    /** Somebody can be written to: the shop has a bot. */
    has_bot: z.boolean(),
  }),
})

export const updateNotification = endpoint({
  method: 'PATCH',
  path: '/api/v1/auto-notifications/{code}',
  summary: 'Change how one notification is set; `texts` replaces all of its texts',
  access: 'owner',
  params: z.strictObject({ code }),
  query,
  body: z.strictObject({ version, ...z.object(fields).partial().shape }),
  response: notification,
  refusals: ['version_conflict'],
})

const tried = {
  /** Not saved yet; null: the standard text. */
  text: template.nullable(),
  language,
  /** Given with it. */
  bonus: positiveMoney.nullable().optional(),
  image: fields.image.optional(),
  scale: fields.scale.optional(),
  button_text: button.button_text.optional(),
  button_url: button.button_url.optional(),
  button_leads_to: button.button_leads_to.optional(),
  button_product_id: button.button_product_id.optional(),
}

export const previewNotification = endpoint({
  method: 'POST',
  path: '/api/v1/auto-notifications/{code}/preview',
  summary: 'What a buyer would read; without a phone an example is made up',
  access: 'owner',
  params: z.strictObject({ code }),
  query,
  body: z.strictObject({ ...tried, phone: phone.optional() }),
  response: z.object({
    /** `**…**` is bold. */
    text: z.string(),
    buttons: z.array(z.array(z.string())),
    /** Whose figures these are; null: an example's. */
    buyer: line(0, 200).nullable(),
  }),
  refusals: ['buyer_not_found'],
})

export const testNotification = endpoint({
  method: 'POST',
  path: '/api/v1/auto-notifications/{code}/test',
  summary: 'Send it now to one buyer, as a trial',
  access: 'owner',
  params: z.strictObject({ code }),
  query,
  body: z.strictObject({ ...tried, phone }),
  response: z.object({ sent: z.literal(true) }),
  refusals: ['buyer_not_found', 'no_messenger'],
})
