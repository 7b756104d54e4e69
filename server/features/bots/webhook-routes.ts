import { hash, timingSafeEqual, createHmac } from 'node:crypto'
import { cardPicture, telegramWebhook, viberWebhook } from '#contract/messengers.ts'
import { route, type Call, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { parseViber } from '#server/io/messengers/viber.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hookSecretOf, tokenOf } from './client-secrets.ts'
import { selectClientByHook } from './chat-store.ts'
import type { ClientRow } from './client-store.ts'
import { drawPicture } from './draw-picture.ts'
import { noteFate } from './note-fate.ts'
import { openPictureToken } from './picture-link.ts'
import { takeTelegram } from './take-telegram.ts'
import { telegramUpdate } from './telegram-rules.ts'
import { takeIncoming } from './take-update.ts'
import { readFate, readViber, viberCallback } from './viber-rules.ts'
import { viberWires } from './viber.ts'

/** Updates that messengers bring. Nothing of one is read before it is proven. */
export function webhookRoutes(io: Io): Route[] {
  return [
    route(telegramWebhook, async ({ params }, call) => {
      const client = await selectClientByHook(io, { type: 'telegram', ...params })
      const secret = call.header('x-telegram-bot-api-secret-token')
      prove(client, secret, client && hookSecretOf(io, client))
      const parsed = telegramUpdate.safeParse(readJson(call, JSON.parse))
      if (!parsed.success) throw new Refusal('malformed')
      return takeTelegram(io, client, parsed.data)
    }),

    route(viberWebhook, async ({ params }, call) => {
      const client = await selectClientByHook(io, { type: 'viber', ...params })
      const signature = call.header('x-viber-content-signature')
      prove(client, signature, client && signatureOf(tokenOf(io, client), call.bytes()))
      const parsed = viberCallback.safeParse(readJson(call, parseViber))
      if (!parsed.success) throw new Refusal('malformed')
      const fate = readFate(parsed.data)
      if (fate) await noteFate(io, client, fate)
      const incoming = readViber(parsed.data)
      if (!incoming) return null
      const in_answer = parsed.data.event === 'conversation_started'
      const { welcome } = await takeIncoming(io, client, incoming, { in_answer })
      const [first] = welcome ?? []
      if (!first) return null
      const [wire] = viberWires({ outgoing: first, sender: client.title, picture: null })
      return wire ?? null
    }),

    route(cardPicture, async ({ params }) => {
      const picture = openPictureToken(io, params.token)
      const drawn = picture && (await drawPicture(io, picture))
      if (!drawn) throw new Refusal('not_found')
      return { ...drawn, media_type: 'image/png' }
    }),
  ]
}

/** Hex HMAC-SHA256 of the raw body by the token: how Viber signs. */
const signatureOf = (token: string, body: Buffer): string =>
  createHmac('sha256', token).update(body).digest('hex')

/** Refuses whoever does not know the secret, in the same time whatever is wrong. */
function prove(
  client: ClientRow | undefined,
  given: string | undefined,
  wanted: string | undefined,
): asserts client is ClientRow {
  const [a, b] = [given ?? '', wanted ?? 'nobody'].map((text) => hash('sha256', text, 'buffer'))
  const same = a !== undefined && b !== undefined && timingSafeEqual(a, b)
  if (!client || given === undefined || !same) throw new Refusal('not_signed_in')
}

function readJson(call: Call, parse: (text: string) => unknown): unknown {
  try {
    return parse(call.bytes().toString('utf8'))
  } catch {
    throw new Refusal('malformed')
  }
}
