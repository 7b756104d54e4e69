/**
 * Telegram's side of the conversation: updates read, messages written. Limits: 4096 characters of
 * text, 1024 under a picture, 64 bytes in a button, private chats only.
 * Source: research/domain.md §6.5.
 */
import { z } from 'zod'
import { normalizePhone } from '#contract/phone.ts'
import { cut, manyLines, oneLine } from '#contract/plain-text.ts'
import type { Event } from './chat-rules.ts'
import type { Incoming } from './incoming-rules.ts'
import { piecesOf, withoutPages, type Button, type Outgoing } from './message-rules.ts'
import { readPayload } from './rules.ts'

export const TEXT_MAX = 4096
export const CAPTION_MAX = 1024
export const DATA_BYTES_MAX = 64

const person = z.object({
  id: z.int(),
  first_name: z.string().default(''),
  language_code: z.string().optional(),
})
/** A bot that a person made through ours. */
const madeBot = z.object({ id: z.int(), username: z.string().default('') })
const chat = z.object({ id: z.int(), type: z.string() })
const message = z.object({
  message_id: z.int(),
  from: person.optional(),
  chat,
  text: z.string().optional(),
  contact: z.object({ phone_number: z.string(), user_id: z.int().optional() }).optional(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).optional(),
  photo: z.array(z.unknown()).optional(),
  managed_bot_created: z.object({ bot: madeBot }).optional(),
})
export const telegramUpdate = z.object({
  update_id: z.int(),
  message: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: person,
      data: z.string().optional(),
      message: message.optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ from: person, chat, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
  managed_bot: z.object({ user: person, bot: madeBot }).optional(),
})
export type TelegramUpdate = z.output<typeof telegramUpdate>

/**
 * What an update says; null: nothing for us (a group, a bot's own).
 * `labels`: acts by the words on the keyboard that stays, whose taps come as plain texts.
 */
export function readTelegram(
  update: TelegramUpdate,
  labels: ReadonlyMap<string, string>,
): Incoming | null {
  const key = String(update.update_id)
  const { message: said, callback_query: tap, my_chat_member: member } = update
  if (tap?.message && tap.message.chat.type === 'private') {
    const { message_id, photo } = tap.message
    return {
      ...from(key, tap.from),
      event: { kind: 'act', act: tap.data ?? 'menu' },
      tapped: { message_id: String(message_id), has_picture: photo !== undefined },
      tap_id: tap.id,
    }
  }
  if (member && member.chat.type === 'private') {
    const gone = ['kicked', 'left'].includes(member.new_chat_member.status)
    return { ...from(key, member.from), event: { kind: gone ? 'blocked' : 'unblocked' } }
  }
  // Of a bot made through this one `managed-rules.ts` reads, where it is the platform's.
  if (!said?.from || said.chat.type !== 'private' || said.managed_bot_created) return null
  return { ...from(key, said.from), event: eventOf(said, said.from.id, labels) }
}

const from = (key: string, who: z.output<typeof person>) => ({
  key,
  user_id: String(who.id),
  name: cut(oneLine(who.first_name), 80),
  language: who.language_code ?? null,
  tapped: null,
  tap_id: null,
})

const COMMANDS = new Set(['card', 'balance', 'menu', 'language', 'stop'])

function eventOf(
  said: z.output<typeof message>,
  user_id: number,
  labels: ReadonlyMap<string, string>,
): Event {
  if (said.contact) {
    const { phone_number, user_id: whose } = said.contact
    const phone = normalizePhone(`+${phone_number.replaceAll(/\D/g, '')}`) ?? null
    return { kind: 'contact', phone, own: whose === user_id }
  }
  if (said.location) {
    return { kind: 'location', lat: said.location.latitude, lng: said.location.longitude }
  }
  if (said.text === undefined) return { kind: 'other' }
  const [, command, rest = ''] = /^\/(\w+)(?:@\w+)?(?:\s+(.*))?$/s.exec(said.text) ?? []
  if (command === 'start') return startOf(rest.trim())
  if (command !== undefined && COMMANDS.has(command)) return { kind: 'act', act: command }
  const act = labels.get(said.text.trim())
  return act === undefined ? { kind: 'text', text: manyLines(said.text) } : { kind: 'act', act }
}

/** What the chat was opened with: an owner's link from the cabinet, or one of a buyer's. */
function startOf(text: string): Event {
  const [, token] = /^o([\w-]{32})$/.exec(text) ?? []
  if (token !== undefined) return { kind: 'owner', token }
  return { kind: 'start', payload: readPayload(text) }
}

/** A call to make; `picture`: the field that the picture goes into. */
export type TelegramCall = { method: string; payload: object; picture: string | null }

/** What a message needs to know of its chat: the keyboard that stays, and the card's page. */
type Labels = { menu: string[][]; card: string | null }

/** How a message is sent to a chat, or put in the place of another. */
export function telegramCall(chat_id: string, outgoing: Outgoing, labels: Labels): TelegramCall {
  const { picture, replaces, tapped } = outgoing
  const markup = markupOf(outgoing, labels)
  const text = htmlOf(outgoing.text, picture ? CAPTION_MAX : TEXT_MAX)
  const html = { parse_mode: 'HTML' }
  const target = { chat_id, ...(markup && { reply_markup: markup }) }
  if (replaces && tapped && tapped.has_picture === (picture !== undefined)) {
    const message_id = Number(tapped.message_id)
    return picture
      ? {
          method: 'editMessageMedia',
          payload: { ...target, message_id, media: { type: 'photo', caption: text, ...html } },
          picture: 'media',
        }
      : {
          method: 'editMessageText',
          payload: { ...target, message_id, text, ...html, ...noPreview },
          picture: null,
        }
  }
  return picture
    ? { method: 'sendPhoto', payload: { ...target, caption: text, ...html }, picture: 'photo' }
    : { method: 'sendMessage', payload: { ...target, text, ...html, ...noPreview }, picture: null }
}

const noPreview = { link_preview_options: { is_disabled: true } }

/** The text as Telegram's HTML, no longer than `max` visible characters. */
export function htmlOf(text: string, max: number): string {
  let left = max
  return piecesOf(text)
    .map(({ text: piece, bold }) => {
      const shown = cut(piece, Math.max(0, left))
      left -= shown.length
      const safe = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      return bold && safe !== '' ? `<b>${safe}</b>` : safe
    })
    .join('')
}

function markupOf(outgoing: Outgoing, { menu, card }: Labels): object | null {
  const { keyboard } = outgoing
  const rows = card === null ? withoutPages(outgoing.rows) : outgoing.rows
  if (rows.length > 0) {
    return { inline_keyboard: rows.map((row) => row.map((one) => inlineButton(one, card))) }
  }
  if (keyboard === undefined) return null
  if (keyboard === 'hide') return { remove_keyboard: true }
  const shape = { resize_keyboard: true, is_persistent: true }
  if (keyboard === 'menu') {
    return { keyboard: menu.map((row) => row.map((text) => ({ text }))), ...shape }
  }
  return { keyboard: keyboard.map((row) => row.map(keyboardButton)), ...shape }
}

function inlineButton(button: Button, card: string | null): object {
  const text = cut(button.text, 64)
  const style = button.tone === 'good' ? 'success' : button.tone === 'bad' ? 'danger' : null
  const look = style === null ? { text } : { text, style }
  if ('url' in button) return { ...look, url: button.url }
  if ('page' in button && card !== null) {
    const page = button.page === 'card' ? card : `${card}&ask=${button.page}`
    return { ...look, web_app: { url: button.through ?? page } }
  }
  return { ...look, callback_data: ('act' in button && button.act) || 'menu' }
}

function keyboardButton(button: Button): object {
  const { text } = button
  if (!('ask' in button)) return { text }
  if (button.ask === 'bot') {
    const { name: suggested_name, username: suggested_username } = button
    return { text, request_managed_bot: { request_id: 1, suggested_name, suggested_username } }
  }
  return button.ask === 'phone' ? { text, request_contact: true } : { text, request_location: true }
}
