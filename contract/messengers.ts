/**
 * Where messengers deliver what happens in their chats. The bytes are proven before they are read:
 * Telegram by the secret in its header, Viber by the signature over the raw body.
 * Source: seed §7 "Bots"; research/security.md §1.4.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const params = z.strictObject({ hook_id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) })

export const telegramWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/telegram/{hook_id}',
  summary: 'An update of a Telegram bot',
  access: 'anyone',
  params,
  raw: true,
})

export const viberWebhook = endpoint({
  method: 'POST',
  path: '/webhooks/viber/{hook_id}',
  summary: 'A callback of a Viber bot; `conversation_started` is answered by the welcome message',
  access: 'anyone',
  params,
  raw: true,
})

export const cardPicture = endpoint({
  method: 'GET',
  path: '/bot-pictures/{token}/card.png',
  summary: 'The picture of a card, for a messenger that fetches it by itself',
  access: 'anyone',
  params: z.strictObject({ token: z.string().max(600) }),
  download: true,
})
