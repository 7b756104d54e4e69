/**
 * A shop's bots: how the electronic card speaks and looks, and the messengers it is connected to.
 *
 * A token enters and never leaves: answers carry its last four characters. A buyer's side of a link
 * (`GET /api/v1/bot-links/{slug}`) is open to anyone: it is what a printed QR code opens.
 * Source: seed §7 "Bots"; spec/api.md "Bots"; design/screens.md §5.11, §5.14, §7.
 */
import { z } from 'zod'
import { messenger } from './buyers.ts'
import { endpoint } from './endpoint.ts'
import { isReviewLink, REVIEW_LINK_MAX } from './review-link.ts'
import {
  id,
  line,
  localTime,
  moment,
  pageOf,
  pageQuery,
  paragraph,
  phone,
  version,
} from './wire.ts'

/** The lines of the menu that an owner may switch off; the card and the balance always stay. */
export const menuLine = z.enum([
  'card',
  'balance',
  'history',
  'promotions',
  'news',
  'points',
  'invite',
  'contact',
  'settings',
])

/** From Monday; null is a day off. */
const workingHours = z
  .array(z.strictObject({ from: localTime, to: localTime }).nullable())
  .length(7)

/** How the picture of the card looks. A background is one of ours by name, or a colour. */
export const cardDesign = z.strictObject({
  background: z.string().regex(/^(gradient-[1-6]|#[0-9a-f]{6})$/),
  logo: line(1, 300).nullable(),
  title: line(0, 24),
  code: z.enum(['qr', 'code128', 'ean13']),
  fields: z.array(z.enum(['name', 'level', 'balance', 'next_expiry'])).max(4),
  back_text: paragraph(140),
})
export type CardDesign = z.output<typeof cardDesign>

const contact = z.strictObject({
  phone: phone.nullable(),
  /** A name in Telegram, without the @. */
  username: z
    .string()
    .trim()
    .regex(/^\w{4,32}$/, 'not_a_username')
    .nullable(),
})

export const clientStatus = z.enum(['ok', 'error', 'revoked'])

/** A bot in one messenger. */
export const botClient = z.object({
  type: messenger,
  username: z.string(),
  /** What the messenger shows as its name. */
  title: z.string(),
  /** Its picture there, kept on our site; null where it has none. */
  avatar: z.string().nullable(),
  status: clientStatus,
  last_error: z.string().nullable(),
  connected_at: moment,
  checked_at: moment.nullable(),
  token_last4: z.string(),
  /** Updates come by themselves, or are fetched where the server has no public https address. */
  mode: z.enum(['webhook', 'polling']),
  /** Opens the chat with it. */
  link: z.string(),
  subscribers: z.int(),
  blocked: z.int(),
})

/** Editable parts of a bot. */
const fields = {
  name: line(2, 60),
  greeting: paragraph(500),
  menu: z.array(menuLine).max(9),
  card_design: cardDesign,
  contact,
  working_hours: workingHours.nullable(),
  /** Shown after a rating of 4 or 5 stars; https at Google. */
  review_url: line(0, REVIEW_LINK_MAX).refine(isReviewLink, 'not_a_review_link').nullable(),
}

/** As it is kept: read and written out already. */
const shownContact = z.object({ phone: z.string().nullable(), username: z.string().nullable() })

/**
 * Telegram can make the bot through the platform's own: `offered`; `waiting` for the link to be
 * opened; `started` there; `failed` for the reason told. A request lives for an hour.
 */
const managed = z.object({
  state: z.enum(['offered', 'waiting', 'started', 'failed']),
  problem: z.enum(['token_refused', 'bot_taken']).nullable(),
})

export const bot = z.object({
  id,
  organization_id: id,
  ...fields,
  contact: shownContact,
  review_url: z.string().nullable(),
  version: z.int(),
  clients: z.array(botClient),
  /** Null where Telegram is connected, or makes no bots for this platform. */
  managed: managed.nullable(),
  /** The page that lets the buyer choose a messenger: `/b/{slug}`, absolute. */
  link: z.string(),
  slug: z.string(),
  /** The same link as a QR code, SVG. */
  qr: z.string(),
  subscribers: z.int(),
  created_at: moment,
})
export type Bot = z.output<typeof bot>

const botParams = z.strictObject({ id })

export const listBots = endpoint({
  method: 'GET',
  path: '/api/v1/bots',
  summary: "The organization's bots, oldest first",
  access: 'owner',
  query: z.strictObject({ organization_id: id, ...pageQuery() }),
  response: pageOf(bot),
})

export const createBot = endpoint({
  method: 'POST',
  path: '/api/v1/bots',
  summary: 'Add a bot; what is left out is filled with sensible values',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  body: z.strictObject({ ...z.object(fields).partial().shape }),
  response: bot,
  status: 201,
  refusals: ['in_use', 'license_required', 'tariff_limit'],
})

export const getBot = endpoint({
  method: 'GET',
  path: '/api/v1/bots/{id}',
  summary: 'One bot',
  access: 'owner',
  params: botParams,
  response: bot,
})

export const updateBot = endpoint({
  method: 'PATCH',
  path: '/api/v1/bots/{id}',
  summary: 'Change a bot; a stale `version` is refused with the present bot',
  access: 'owner',
  params: botParams,
  body: z.strictObject({ version, ...z.object(fields).partial().shape }),
  response: bot,
  refusals: ['version_conflict'],
})

export const deleteBot = endpoint({
  method: 'DELETE',
  path: '/api/v1/bots/{id}',
  summary: 'Delete a bot and disconnect it everywhere; buyers keep their balances',
  access: 'owner',
  params: botParams,
})

export const connectClient = endpoint({
  method: 'POST',
  path: '/api/v1/bots/{bot_id}/client',
  summary: 'Connect a bot to a messenger: the token is checked with it, then kept sealed',
  access: 'owner',
  params: z.strictObject({ bot_id: id }),
  body: z.strictObject({
    type: messenger,
    /** Telegram: `123456:ABC…`; Viber: as its admin panel shows it. */
    token: z
      .string()
      .trim()
      .min(20)
      .max(120)
      .regex(/^[\w:-]+$/, 'not_a_token'),
  }),
  response: bot,
  status: 201,
  refusals: ['token_refused', 'bot_taken', 'messenger_unavailable'],
})

export const requestManagedBot = endpoint({
  method: 'POST',
  path: '/api/v1/bots/{bot_id}/managed',
  summary:
    "A link to the platform's bot in Telegram, which makes a bot for the shop and connects it; it works once, for an hour, and takes the place of an earlier one",
  access: 'owner',
  params: z.strictObject({ bot_id: id }),
  response: z.object({ link: z.string(), expires_at: moment }),
  status: 201,
  refusals: ['in_use', 'not_allowed', 'messenger_unavailable'],
})

export const disconnectClient = endpoint({
  method: 'DELETE',
  path: '/api/v1/bots/{bot_id}/client',
  summary: 'Disconnect a bot from a messenger; buyers stop getting messages there',
  access: 'owner',
  params: z.strictObject({ bot_id: id }),
  query: z.strictObject({ type: messenger }),
})

export const checkClient = endpoint({
  method: 'POST',
  path: '/api/v1/bots/{bot_id}/client/check',
  summary: 'Ask the messenger now whether the bot works, and set its webhook again if it is lost',
  access: 'owner',
  params: z.strictObject({ bot_id: id }),
  body: z.strictObject({ type: messenger }),
  response: bot,
})

/** One printed link: of the shop as a whole, or of one of its points of sale. */
const printed = z.object({
  pos_id: id.nullable(),
  pos_name: z.string().nullable(),
  slug: z.string(),
  /** `/b/{slug}`, absolute. */
  link: z.string(),
  qr: z.string(),
  /** How many came by it. */
  subscribers: z.int(),
})

export const listBotLinks = endpoint({
  method: 'GET',
  path: '/api/v1/bot-links',
  summary: 'Links and QR codes to print: of the shop and of each point of sale',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({
    items: z.array(printed),
    /** The platform's own bots, for a shop that has none in a messenger. */
    shared: z.array(z.object({ type: messenger, username: z.string() })),
  }),
})

export const readBotLink = endpoint({
  method: 'GET',
  path: '/api/v1/bot-links/{slug}',
  summary: 'What a printed link opens: the shop and its bots. Open to anyone',
  access: 'anyone',
  params: z.strictObject({ slug: z.string().regex(/^[a-z0-9]{8,12}$/) }),
  query: z.strictObject({
    /** Where it was printed or who sent it; goes into the bot's link as it is. */
    src: z
      .string()
      .regex(/^[a-z0-9]{1,8}$/)
      .optional(),
    /** A receipt that waits for this buyer. */
    claim: id.optional(),
  }),
  response: z.object({
    organization: z.object({ name: z.string(), logo: z.string().nullable() }),
    pos_name: z.string().nullable(),
    greeting: z.string(),
    /** Percent of a receipt that comes back; null when the shop gives none. */
    cashback_percent: z.number().nullable(),
    /** Absolute links into the chats; null where the shop cannot be reached so. */
    telegram: z.string().nullable(),
    viber: z.string().nullable(),
  }),
})

export const readTillLink = endpoint({
  method: 'GET',
  path: '/pos-api/v1/join-link',
  summary:
    'The link of a point of sale that the till shows a newcomer as a QR code; null while no bot can be reached. `?claim={receipt_id}` may be added, so that the bot tells of that receipt',
  access: 'cashier',
  query: z.strictObject({ pos_id: id }),
  response: z.object({ link: z.string().nullable() }),
})

export const issueTillLinkCode = endpoint({
  method: 'POST',
  path: '/pos-api/v1/receipts/{id}/link-code',
  summary:
    'A code the buyer types in the bot to join the card this receipt has made to their own: for a phone that was given wrongly. Refused once the card has another receipt or a messenger, or after a day',
  access: 'cashier',
  params: z.strictObject({ id }),
  response: z.object({ code: z.string(), expires_at: moment }),
  refusals: ['receipt_not_found', 'not_allowed', 'rate_limited'],
})
