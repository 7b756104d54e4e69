/**
 * The electronic card: its picture as an owner designs it, and the page that Telegram shows a buyer.
 * Source: design/screens.md §5.14, §7.3; spec/engine.md "Identify, confirm".
 */
import { z } from 'zod'
import { cardDesign } from './bots.ts'
import { endpoint } from './endpoint.ts'
import { day, id, language, moment, money, signedMoney } from './wire.ts'

export const drawCardPicture = endpoint({
  method: 'GET',
  path: '/api/v1/card-picture',
  summary:
    'The very picture that the bots send, 1080 × 640 PNG: of an example buyer, or of one to print. What is not given of the design is as it is saved.',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    buyer_id: id.optional().describe('Draws the card code of this buyer: to print.'),
    language: language.optional(),
    background: cardDesign.shape.background.optional(),
    logo: z.string().max(300).optional().describe('Empty: without a logo.'),
    title: z.string().max(24).optional(),
    code: cardDesign.shape.code.optional(),
    fields: z
      .string()
      .regex(/^$|^[a-z_]+(,[a-z_]+){0,3}$/)
      .optional()
      .describe('Names joined by commas.'),
    back_text: z.string().max(140).optional(),
  }),
  download: true,
  refusals: ['buyer_not_found'],
})

/** A buyer's card as the page in Telegram shows it. */
export const memberCard = z.object({
  shop: z.object({ name: z.string(), logo: z.string().nullable(), currency: z.string() }),
  design: cardDesign,
  /** One-time; a new one is given at each call. */
  code: z.object({
    digits: z.string().describe('13 digits for the QR.'),
    spoken: z.string().describe('8 digits to say.'),
    expires_at: moment,
    seconds: z.int(),
  }),
  card_code: z.string().describe('13 digits that only earn: what is shown without a connection.'),
  buyer: z.object({
    name: z.string(),
    level: z.string().nullable(),
    /** It is told once; after that the shop alone may change it. */
    birthday_known: z.boolean(),
    balance: money,
    pending: money,
    next_expiry: z.object({ date: day, amount: money }).nullable(),
    stamps: z.array(
      z.object({ name: z.string(), count: z.number(), goal: z.number(), gifts: z.int() }),
    ),
  }),
  entries: z.array(z.object({ kind: z.string(), amount: signedMoney, at: moment })),
  timezone: z.string(),
  language: z.string(),
  /** Addresses that open the chat at the shop's points of sale, and at inviting a friend. */
  chat: z.object({ points: z.string(), invite: z.string() }),
})
export type MemberCard = z.output<typeof memberCard>

export const openMemberCard = endpoint({
  method: 'POST',
  path: '/api/v1/tg/card',
  summary:
    "A buyer's card with a fresh one-time code. Signed in by Telegram's initData in `Authorization: tma …`, at most an hour old.",
  access: 'member',
  query: z.strictObject({
    client: id.describe('Which bot opened the page.'),
    shop: z
      .string()
      .regex(/^[a-z0-9]{8,12}$/)
      .optional()
      .describe('Whose card, in a bot of many shops; the one chosen last, when not told.'),
  }),
  response: memberCard,
  refusals: ['not_signed_in', 'buyer_not_found', 'buyer_blocked', 'rate_limited'],
})

export const keepMemberBirthday = endpoint({
  method: 'POST',
  path: '/api/v1/tg/birthday',
  summary:
    "Tells the buyer's birthday from the card's page, once: one that is known stays. A chat that has just asked for it goes on. Signed in as the card is.",
  access: 'member',
  query: openMemberCard.query,
  body: z.strictObject({ birthday: day }),
  refusals: ['not_signed_in', 'buyer_not_found', 'rate_limited'],
})
