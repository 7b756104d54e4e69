import type { Io } from '#server/io/io.ts'
import { textIn } from '#server/io/text.ts'
import type { ClientRow } from './client-store.ts'
import { chatLanguage } from './incoming-rules.ts'
import { readManaged } from './managed-rules.ts'
import { takeManaged } from './take-managed.ts'
import { readTelegram, type TelegramUpdate } from './telegram-rules.ts'
import { stopOwnerChat, takeOwnerChat } from './take-owner-chat.ts'
import { takeIncoming } from './take-update.ts'
import { labelActs } from './words.ts'

/** A call that Telegram makes from our answer to its webhook. */
export type AnswerCall =
  | { method: 'answerCallbackQuery'; callback_query_id: string }
  | { method: 'sendMessage'; chat_id: string; text: string }

/**
 * Takes an update of Telegram. Answers the call that Telegram may make from our answer: the spinner
 * of a tapped button goes out with it, and whoever is nobody's buyer yet is told how to begin.
 */
export async function takeTelegram(
  io: Io,
  client: ClientRow,
  update: TelegramUpdate,
): Promise<AnswerCall | null> {
  const managed = client.organization_id === null ? readManaged(update) : null
  if (managed) {
    await takeManaged(io, client, managed)
    return null
  }
  const incoming = readTelegram(update, labelActs)
  if (!incoming) return null
  const { user_id: chat_id, language, event } = incoming
  const say = (text: string | null) =>
    text === null ? null : { method: 'sendMessage' as const, chat_id, text }
  const owned = await takeOwnerChat(io, client, incoming)
  if (owned !== undefined) return say(owned)
  const stops = event.kind === 'act' && event.act === 'stop'
  const stopped = stops ? await stopOwnerChat(io, client, incoming) : null
  if (stopped?.has_card === false) return say(stopped.said)
  const { taken, nobody } = await takeIncoming(io, client, incoming)
  if (stopped?.said) return say(stopped.said)
  if (nobody && taken && event.kind !== 'blocked') {
    return say(textIn(chatLanguage(language))('bot:shops_none'))
  }
  if (incoming.tap_id === null) return null
  return { method: 'answerCallbackQuery', callback_query_id: incoming.tap_id }
}
