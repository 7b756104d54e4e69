/**
 * Bots that Telegram makes for a person through the platform's bot: what is read of its updates,
 * and what is suggested and said there.
 *
 * The person taps a button; Telegram asks for a name, makes the bot and tells of it twice, in the
 * update `managed_bot` and in a message `managed_bot_created`. The first comes again whenever the
 * token or the owner of that bot changes. Source: core.telegram.org/bots/api#managedbotupdated,
 * core.telegram.org/api/bots/managed-bots; decision 0057.
 */
import { z } from 'zod'
import { cut } from '#contract/plain-text.ts'
import { chatLanguage } from './incoming-rules.ts'
import { quoted, type Message } from './message-rules.ts'
import type { TelegramUpdate } from './telegram-rules.ts'

type From = { key: string; user_id: string; language: string }
export type Managed =
  | (From & { kind: 'start'; token: string })
  | (From & { kind: 'made'; managed_id: string; username: string })

/** Random bytes of a link: 43 letters of base64url after the `m`, of the 64 that may be. */
export const TOKEN_BYTES = 32
const START = /^\/start(?:@\w+)?\s+m([\w-]{43})$/

export const managedLink = (username: string, token: string): string =>
  `https://t.me/${encodeURIComponent(username)}?start=m${token}`

/** What an update of the platform's bot says of bots to be made; null: it is about something else. */
export function readManaged(update: TelegramUpdate): Managed | null {
  const { message, managed_bot } = update
  const key = String(update.update_id)
  const by = (who: { id: number; language_code?: string | undefined }) => ({
    ...{ key, user_id: String(who.id), language: chatLanguage(who.language_code ?? null) },
  })
  const made = (who: Parameters<typeof by>[0], bot: { id: number; username: string }): Managed => ({
    ...by(who),
    ...{ kind: 'made', managed_id: String(bot.id), username: bot.username },
  })
  if (managed_bot) return made(managed_bot.user, managed_bot.bot)
  if (!message?.from || message.chat.type !== 'private') return null
  if (message.managed_bot_created) return made(message.from, message.managed_bot_created.bot)
  const [, token] = START.exec(message.text?.trim() ?? '') ?? []
  return token === undefined ? null : { ...by(message.from), kind: 'start', token }
}

const NAME_MAX = 64
/** Telegram: 5 to 32 Latin letters, digits and underscores, a letter first, `bot` at the end. */
const WORD_MAX = 20

/** What Telegram's window is filled in with; `tail` makes a username nobody is likely to have. */
export function suggestBot(shop: string, tail: string): { name: string; username: string } {
  const words = latin(shop).match(/[a-z0-9]+/g) ?? []
  const word = words
    .join('_')
    .replace(/^[_0-9]+/, '')
    .slice(0, WORD_MAX)
    .replace(/_$/, '')
  const username = [word === '' ? 'card' : word, tail, 'bot'].join('_')
  return { name: cut(shop, NAME_MAX).trim(), username }
}

/** Ukrainian by the official Romanization, the other marks and apostrophes gone. */
const latin = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/\p{Script=Cyrillic}/gu, (letter) => LATIN[CYRILLIC.indexOf(letter)] ?? '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
const CYRILLIC = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяыэёъ'
const LATIN =
  'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch  iu ia y e io '.split(' ')

/** What the person is told in the platform's bot. */
export const managedSaying = z.enum([
  'ask',
  'link_over',
  'done',
  'renewed',
  'stray',
  'token_refused',
  'bot_taken',
  'in_use',
])
export const managedFacts = z.object({
  shop: z.string().default(''),
  name: z.string().default(''),
  username: z.string().default(''),
})
export type ManagedSaying = z.output<typeof managedSaying>
export type ManagedFacts = z.input<typeof managedFacts>

/** `has_cards`: the person is a buyer there as well, and gets the menu of cards back. */
export function managedMessage(
  saying: ManagedSaying,
  facts: z.output<typeof managedFacts>,
  say: (key: string, params: Record<string, string>) => string,
  has_cards: boolean,
): Message {
  const { shop, name, username } = facts
  const text = say(`bot:managed_${saying}`, { shop: quoted(shop), username: quoted(username) })
  const keyboard: Message['keyboard'] =
    saying === 'ask'
      ? [[{ text: say('bot:managed_button', {}), ask: 'bot', name, username }]]
      : has_cards
        ? 'menu'
        : 'hide'
  return { text, rows: [], keyboard }
}
