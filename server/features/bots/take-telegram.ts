import type { Io } from '#server/io/io.ts'
import type { ClientRow } from './client-store.ts'
import { readTelegram, type TelegramUpdate } from './telegram-rules.ts'
import { takeIncoming } from './take-update.ts'
import { labelActs } from './words.ts'

/**
 * Takes an update of Telegram. Answers the call that Telegram may make from our answer: the spinner
 * of a tapped button goes out with it.
 */
export async function takeTelegram(
  io: Io,
  client: ClientRow,
  update: TelegramUpdate,
): Promise<{ method: string; callback_query_id: string } | null> {
  const incoming = readTelegram(update, labelActs)
  if (!incoming) return null
  await takeIncoming(io, client, incoming)
  if (incoming.tap_id === null) return null
  return { method: 'answerCallbackQuery', callback_query_id: incoming.tap_id }
}
