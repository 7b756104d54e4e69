import { readJpeg } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { cardOfBuyer, pictureOf } from './card-of-buyer.ts'
import { drawCard } from './draw-card.ts'
import type { Picture } from './message-rules.ts'

type Drawn = { bytes: Uint8Array; file_name: string }

/** The picture of a message; null: the buyer or the shop's picture is gone. */
export async function drawPicture(io: Io, picture: Picture): Promise<Drawn | null> {
  if (picture.kind === 'image') {
    const bytes = await readJpeg(io.config, picture.url)
    return bytes ? { bytes, file_name: 'picture.jpg' } : null
  }
  const { organization_id, buyer_id, code, language } = picture
  const card = await cardOfBuyer(io, { organization_id, buyer_id })
  if (!card) return null
  const bytes = await drawCard(io, pictureOf(card, code, textLanguageOf(language)))
  return { bytes, file_name: 'card.png' }
}
