import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { cardPage } from './card-page.ts'
import type { ClientRow } from './client-store.ts'
import { drawPicture } from './draw-picture.ts'
import type { Outgoing, Picture } from './message-rules.ts'
import type { SendPicture } from './messenger.ts'
import { messengerOf } from './messengers.ts'
import { pictureUrl } from './picture-link.ts'

/** Sends one message through its bot; answers what the messenger calls it. Throws `MessengerError`. */
export async function sendNow(
  io: Io,
  client: ClientRow,
  token: string,
  to: { user_id: string; outgoing: Outgoing },
): Promise<string | null> {
  const { user_id, outgoing } = to
  const messenger = messengerOf(io, client.type)
  const drawn = outgoing.picture && (await drawPicture(io, outgoing.picture))
  const picture =
    outgoing.picture && drawn
      ? { ...drawn, url: pictureUrl(io, outgoing.picture), kept: keptOf(client, outgoing.picture) }
      : null
  const card = cardPage(io, client.id)
  const send = { user_id, outgoing, sender: client.title, picture, card }
  try {
    return await messenger.send(token, send)
  } catch (error) {
    if (!(error instanceof MessengerError) || error.trouble !== 'gone') throw error
    // What was to be changed is not there any more: say it anew.
    return messenger.send(token, { ...send, outgoing: { ...outgoing, tapped: null } })
  }
}

const KEPT_MAX = 1_000
const kept = new Map<string, SendPicture['kept']>()

/**
 * What the bot's messenger calls a picture of the shop, so that the readers of a mailing share one
 * upload. A card is of one person and changes with every code.
 */
function keptOf({ id }: ClientRow, picture: Picture): SendPicture['kept'] {
  if (picture.kind !== 'image') return { file_id: null }
  const key = `${id} ${picture.url}`
  const present = kept.get(key) ?? { file_id: null }
  kept.delete(key)
  kept.set(key, present)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
  return present
}
