import { z } from 'zod'
import { jpegAddress } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import type { CardPicture, Picture } from './message-rules.ts'

const PURPOSE = 'bot picture'
const LIVES_MS = 15 * 60 * 1000

const sealed = z.object({
  organization_id: z.uuid(),
  buyer_id: z.uuid(),
  code: z.string(),
  language: z.string(),
  until: z.number(),
})

/**
 * The address of a picture for a messenger that fetches it by itself; null where the world cannot
 * reach us. What a card shows is sealed inside, and it is good for a quarter of an hour.
 */
export function pictureUrl(io: Pick<Io, 'config' | 'secrets' | 'clock'>, picture: Picture) {
  if (!io.config.https) return null
  if (picture.kind === 'image') return `${io.config.PUBLIC_URL}${jpegAddress(picture.url)}`
  const until = io.clock.now().getTime() + LIVES_MS
  const { organization_id, buyer_id, code, language } = picture
  const text = JSON.stringify({ organization_id, buyer_id, code, language, until })
  const token = encodeURIComponent(io.secrets.encrypt(PURPOSE, text))
  return `${io.config.PUBLIC_URL}/bot-pictures/${token}/card.png`
}

/** What such an address shows; undefined: it was made up, changed or is over. */
export function openPictureToken(
  io: Pick<Io, 'secrets' | 'clock'>,
  token: string,
): CardPicture | undefined {
  try {
    const { until, ...picture } = sealed.parse(JSON.parse(io.secrets.decrypt(PURPOSE, token)))
    return until < io.clock.now().getTime() ? undefined : { kind: 'card', ...picture }
  } catch {
    return undefined
  }
}
