import { eventOf, type EventCode } from '#contract/notification-events.ts'
import { leadButton } from '#server/features/bots/lead-button.ts'
import { wordsOf, type ChatContext } from '#server/features/bots/load-facts.ts'
import { printReason } from '#server/features/bots/load-lists.ts'
import type { Message } from '#server/features/bots/message-rules.ts'
import { tellBuyer } from '#server/features/bots/tell-buyer.ts'
import type { ProgramOwner } from '#server/features/program/load-program.ts'
import { readSettings } from '#server/features/program/read-settings.ts'
import type { Io } from '#server/io/io.ts'
import type { MessengerType } from '#server/io/messengers/messenger.ts'
import { textIn, textLanguageOf } from '#server/io/text.ts'
import { loadCommon } from './load-common.ts'
import {
  buttonsOf,
  pictureOf,
  signed,
  standardNameOf,
  standardSetting,
  textFor,
  valuesOf,
  writeText,
  type EventFacts,
  type Look,
  type NotificationSetting,
} from './rules.ts'
import { findSetting, listClientsOf } from './setting-store.ts'
import { wasToldSince } from './store.ts'

const DAY_MS = 24 * 3600 * 1000

export type ToTell = {
  code: EventCode
  /** What it is about: the same is told a buyer once. */
  object: string
  facts: EventFacts
  /** Another standard text than the event's own. */
  standard?: string
  due_at?: Date
  /** The same is told once by this instead of by its object. */
  once?: string
}

/** As the shop has set it, or as it comes. */
export async function loadSetting(
  io: Pick<Io, 'db'>,
  organization_id: string,
  code: EventCode,
): Promise<NotificationSetting> {
  return (await findSetting(io.db, organization_id, code)) ?? standardSetting(code)
}

/** The same in the outbox for good: who asks twice is told once. */
export const sourceOf = (code: EventCode, object: string): string => `${code} ${object}`

/**
 * Tells a buyer of an event now, in the words the shop has chosen, in the chats that want to hear
 * such things. Nothing is told when it is switched off. Telling the same again changes nothing.
 * Answers how many messages were kept now.
 */
export async function tellEvent(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  { code, object, facts, standard, due_at, once }: ToTell,
  setting?: NotificationSetting,
): Promise<number> {
  const its = setting ?? (await loadSetting(io, key.organization_id, code))
  if (!its.on) return 0
  const source = sourceOf(code, once ?? object)
  if (await isTooSoon(io, key, its, source)) return 0
  const { about } = eventOf(code)
  const clients = its.bot_id && (await listClientsOf(io.db, key.organization_id, its.bot_id))
  return tellBuyer(io, {
    ...{ ...key, kind: code, source },
    priority: about === 'advertising' ? 2 : 1,
    ...(due_at && { due_at }),
    wants(chat) {
      if (clients && !clients.has(chat.client_id)) return false
      if (!isMeant(its, chat)) return false
      if (about === 'bonuses') return chat.notify_bonuses
      if (about === 'rating') return chat.notify_rating
      return about === 'receipt' || chat.marketing === true
    },
    say: (context) => sayEvent(io, context, { code, object, facts, setting: its, standard }),
  })
}

/** Whether the owner wants it in this messenger. */
export const isMeant = (
  { messengers }: Pick<NotificationSetting, 'messengers'>,
  { type }: { type: MessengerType },
): boolean => messengers.length === 0 || messengers.includes(type)

/** Whether the buyer heard something else of this kind within the days the owner has set. */
export async function isTooSoon(
  io: Pick<Io, 'db' | 'clock'>,
  { organization_id, buyer_id }: { organization_id: string; buyer_id: string },
  { code, cap_days }: Pick<NotificationSetting, 'code' | 'cap_days'>,
  source: string,
): Promise<boolean> {
  if (cap_days === null) return false
  const since = new Date(io.clock.now().getTime() - cap_days * DAY_MS)
  return wasToldSince(io.db, { organization_id, buyer_id }, { code, source, since })
}

/** The message as this chat reads it; null: its buyer is gone. */
export async function sayEvent(
  io: Io,
  context: ChatContext,
  ask: Pick<ToTell, 'code' | 'object' | 'facts'> & {
    setting: Look & Pick<NotificationSetting, 'texts'>
    standard?: string | undefined
  },
): Promise<Message | null> {
  const common = await loadCommon(io, context)
  if (!common) return null
  const { code, object, setting, standard } = ask
  const words = wordsOf(context)
  const { language } = context.subscriber
  const { reason } = ask.facts
  const facts = { ...ask.facts, reason: reason ? printReason(reason, language) : null }
  const text = textFor(setting.texts, language, (its) =>
    standardIn(its, standard ?? standardNameOf(code, setting)),
  )
  const written = writeText(code, text, valuesOf(common, facts, words), textLanguageOf(language))
  const event = eventOf(code)
  const led = { ...setting, ...(await leadButton(io, context.shop.id, setting)) }
  const signature = event.about === 'advertising' ? await loadSignature(io, context.shop) : ''
  return {
    text: signed(written, event.about, signature),
    ...pictureOf(setting),
    rows: buttonsOf(event, object, led, words.say),
  }
}

/** How the shop signs its advertising; empty: not at all. */
export async function loadSignature(io: Pick<Io, 'db'>, shop: ProgramOwner): Promise<string> {
  const { notifications } = await readSettings(io.db, shop)
  return notifications.signature
}

/** The standard words, with variables by their keys. */
export const standardIn = (language: string, name: string): string =>
  textIn(language)(`notifications:text_${name}`)
