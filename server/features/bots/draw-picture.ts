import type { Io } from '#server/io/io.ts'
import { textLanguageOf } from '#server/io/text.ts'
import { cardOfBuyer, pictureOf } from './card-of-buyer.ts'
import { drawCard } from './draw-card.ts'
import type { Picture } from './message-rules.ts'

/** The picture of a message as PNG; null: the buyer is gone, and so is the card. */
export async function drawPicture(
  io: Io,
  { organization_id, buyer_id, code, language }: Picture,
): Promise<Uint8Array | null> {
  const card = await cardOfBuyer(io, { organization_id, buyer_id })
  return card ? drawCard(io, pictureOf(card, code, textLanguageOf(language))) : null
}
