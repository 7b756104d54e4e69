/**
 * Viber's side of the conversation: callbacks read, messages written. A keyboard of six columns
 * stands under every message, taps are silent, nothing is edited. Limits: 7000 characters of text,
 * 120 under a picture, 28 of a sender's name, 250 in a tile of a carousel, 30 kB in all.
 * Source: research/domain.md §6.4; design/screens.md §7.5; developers.viber.com/docs/api/rest-bot-api
 * "Rich Media message / Carousel content message".
 */
import { z } from 'zod'
import { normalizePhone } from '#contract/phone.ts'
import { cut, manyLines, oneLine } from '#contract/plain-text.ts'
import type { Event } from './chat-rules.ts'
import type { Incoming } from './incoming-rules.ts'
import {
  piecesOf,
  TILES_MAX,
  withoutPages,
  type Button,
  type Outgoing,
  type Tile,
} from './message-rules.ts'
import { readPayload } from './rules.ts'

export const VIBER_TEXT_MAX = 7000
export const VIBER_PICTURE_TEXT_MAX = 120
export const VIBER_JSON_MAX = 30_000
const SENDER_MAX = 28
const COLUMNS = 6
/** Of a tile: its height in rows, and characters of its text, the markup included. */
const TILE_ROWS = 7
const TILE_TEXT_MAX = 250
/** Of a button, escaped; its colour is put around it. */
const BUTTON_TEXT_MAX = 200

const person = z.object({
  id: z.string().min(1).max(200),
  name: z.string().default(''),
  language: z.string().optional(),
})
export const viberCallback = z.object({
  event: z.string(),
  message_token: z.union([z.string(), z.number()]).optional(),
  timestamp: z.number().optional(),
  user: person.optional(),
  user_id: z.string().optional(),
  sender: person.optional(),
  context: z.string().optional(),
  /** Of what failed: why. */
  desc: z.string().optional(),
  message: z
    .object({
      type: z.string(),
      text: z.string().optional(),
      contact: z.object({ phone_number: z.string(), name: z.string().optional() }).optional(),
      location: z.object({ lat: z.number(), lon: z.number() }).optional(),
      tracking_data: z.string().optional(),
    })
    .optional(),
})
export type ViberCallback = z.output<typeof viberCallback>

/** What a tap on a button of ours sends, so that nobody's text is taken for one. */
const ACT = 'act:'
/** The phone that is shared by our button comes with what we said it would. */
const ASKED_PHONE = 'phone'

const nameOf = (told: string): string => cut(oneLine(told), 80)

/** What a callback says; null: nothing for us. */
export function readViber(callback: ViberCallback): Incoming | null {
  const key = `${callback.event} ${callback.message_token ?? callback.timestamp ?? ''}`
  const who = callback.sender ?? callback.user
  const base = {
    key,
    user_id: who?.id ?? callback.user_id ?? '',
    name: nameOf(who?.name ?? ''),
    language: who?.language ?? null,
    tapped: null,
    tap_id: null,
  }
  if (base.user_id === '') return null
  switch (callback.event) {
    case 'conversation_started':
      return {
        ...base,
        event: { kind: 'start', payload: readPayload((callback.context ?? '').trim()) },
      }
    case 'subscribed':
      return { ...base, event: { kind: 'unblocked' } }
    case 'unsubscribed':
      return { ...base, event: { kind: 'blocked' } }
    case 'message':
      return callback.message ? { ...base, event: eventOf(callback.message, base.name) } : null
    default:
      return null
  }
}

/** What became of a message of ours after Viber took it. */
export type Fate = {
  what: 'delivered' | 'seen' | 'failed'
  user_id: string
  /** What Viber calls the message. */
  external_id: string
  /** Why it failed. */
  reason: string | null
}

/** What a callback tells of a message of ours; null: it tells nothing of one. */
export function readFate({ event, user_id, message_token, desc }: ViberCallback): Fate | null {
  if (event !== 'delivered' && event !== 'seen' && event !== 'failed') return null
  if (user_id === undefined || message_token === undefined) return null
  return { what: event, user_id, external_id: String(message_token), reason: desc ?? null }
}

function eventOf(said: NonNullable<ViberCallback['message']>, sender: string): Event {
  const { contact, location, text } = said
  if (said.type === 'contact' && contact) {
    const phone = normalizePhone(`+${contact.phone_number.replaceAll(/\D/g, '')}`) ?? null
    // Viber tells no owner of a number: it is the sender's when it answers our button under the
    // sender's own name; a contact picked from the phone book has the name it is kept by there.
    const asked = said.tracking_data === ASKED_PHONE
    const own = asked && (contact.name === undefined || nameOf(contact.name) === sender)
    return { kind: 'contact', phone, own }
  }
  if (said.type === 'location' && location) {
    return { kind: 'location', lat: location.lat, lng: location.lon }
  }
  if (said.type !== 'text' || text === undefined) return { kind: 'other' }
  if (text.startsWith(ACT)) return { kind: 'act', act: text.slice(ACT.length) }
  const [, command, rest = ''] = /^\/(\w+)(?:\s+(.*))?$/s.exec(text) ?? []
  if (command === 'start') return { kind: 'start', payload: readPayload(rest.trim()) }
  return command === undefined
    ? { kind: 'text', text: manyLines(text) }
    : { kind: 'act', act: command }
}

/** What a chat shows above its text field. */
type ViberMessage = Record<string, unknown>

/**
 * The messages of Viber for one of ours, without a receiver: a picture with a long text takes two.
 * `menu` stands under everything that brings no buttons of its own.
 */
export function viberMessages(
  outgoing: Outgoing,
  context: { sender: string; menu: Button[][]; picture_url: string | null },
): ViberMessage[] {
  const pieces = piecesOf(outgoing.text).map((piece) => piece.text)
  const text = cut(pieces.join(''), VIBER_TEXT_MAX)
  const { carousel } = outgoing
  const rows = carousel?.rows ?? rowsOf(outgoing)
  const phone = rows.flat().some((button) => 'ask' in button && button.ask === 'phone')
  const common = {
    min_api_version: 7,
    sender: { name: cut(context.sender, SENDER_MAX) },
    ...(phone && { tracking_data: ASKED_PHONE }),
  }
  const last = { ...common, keyboard: keyboardOf(rows.length > 0 ? rows : context.menu, phone) }
  if (carousel) {
    return [{ ...last, type: 'rich_media', alt_text: text, rich_media: tilesOf(carousel.tiles) }]
  }
  const { picture_url } = context
  if (outgoing.picture === undefined || picture_url === null) {
    return [{ ...last, type: 'text', text }]
  }
  const picture = { type: 'picture', media: picture_url }
  return text.length <= VIBER_PICTURE_TEXT_MAX
    ? [{ ...last, ...picture, text }]
    : [
        { ...common, ...picture, text: '' },
        { ...last, type: 'text', text },
      ]
}

const rowsOf = ({ keyboard, rows }: Outgoing): Button[][] =>
  Array.isArray(keyboard) ? keyboard : withoutPages(rows)

/** Tiles to be pushed aside: a text, and what it leads to below it. */
function tilesOf(tiles: readonly Tile[]): object {
  return {
    Type: 'rich_media',
    ButtonsGroupColumns: COLUMNS,
    ButtonsGroupRows: TILE_ROWS,
    BgColor: colours.tile.BgColor,
    Buttons: tiles.slice(0, TILES_MAX).flatMap(({ text, button }) => [
      {
        ...{ Columns: COLUMNS, Rows: TILE_ROWS - 1, BgColor: colours.tile.BgColor },
        ...{ Text: tileText(text), TextSize: 'regular', TextHAlign: 'left', TextVAlign: 'top' },
        ...{ Silent: true, ...actionOf(button) },
      },
      viberButton({ ...button, tone: 'main', columns: COLUMNS }, 1),
    ]),
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '\n': '<br>' }

/** As much of a text as `room` holds when it is escaped: nothing is cut in two. */
function escapeWithin(text: string, room: number): { safe: string; whole: boolean } {
  let safe = ''
  for (const sign of text) {
    const next = escapes[sign] ?? sign
    if (safe.length + next.length > room) return { safe, whole: false }
    safe += next
  }
  return { safe, whole: true }
}

/** As much of a text as a tile holds. */
function tileText(text: string): string {
  let html = ''
  for (const { text: piece, bold } of piecesOf(text)) {
    const [open, close] = bold ? ['<b>', '</b>'] : ['', '']
    html += open
    const { safe, whole } = escapeWithin(piece, TILE_TEXT_MAX - 1 - html.length - close.length)
    html += safe
    if (!whole) return `${html}…${close}`
    html += close
  }
  return html
}

/** Six columns; where a row does not say, they are shared evenly. */
function keyboardOf(rows: readonly Button[][], phone: boolean): object {
  return {
    Type: 'keyboard',
    DefaultHeight: false,
    // While the phone is asked for, nothing can be typed and no contact attached.
    InputFieldState: phone ? 'hidden' : 'regular',
    Buttons: rows.flatMap((row) => row.map((button) => viberButton(button, row.length))),
  }
}

const colours = {
  main: { BgColor: '#0b5e55', color: '#ffffff' },
  good: { BgColor: '#1b7a3d', color: '#ffffff' },
  bad: { BgColor: '#b3261e', color: '#ffffff' },
  plain: { BgColor: '#f1f1ee', color: '#1c1c1a' },
  tile: { BgColor: '#ffffff', color: '#1c1c1a' },
} as const

function viberButton(button: Button, in_row: number): object {
  const { BgColor, color } = colours[button.tone ?? 'plain']
  const { safe } = escapeWithin(button.text, BUTTON_TEXT_MAX)
  return {
    Columns: button.columns ?? Math.max(1, Math.floor(COLUMNS / in_row)),
    Rows: 1,
    BgColor,
    Text: `<font color="${color}">${safe}</font>`,
    Silent: true,
    ...actionOf(button),
  }
}

function actionOf(button: Button): object {
  if ('url' in button) return { ActionType: 'open-url', ActionBody: button.url }
  if ('act' in button && button.act !== null) {
    return { ActionType: 'reply', ActionBody: `${ACT}${button.act}` }
  }
  return 'ask' in button && button.ask === 'phone'
    ? { ActionType: 'share-phone', ActionBody: `${ACT}phone` }
    : { ActionType: 'location-picker', ActionBody: `${ACT}near` }
}
