import { dropImage, keepImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { Refusal } from '#server/io/refusal.ts'
import { tokenOf } from './client-secrets.ts'
import { noteAvatar, type ClientRow } from './client-store.ts'
import { messengerOf } from './messengers.ts'

/**
 * Keeps the picture that a shop's bot has in its messenger now, drawn anew like every picture that
 * comes from outside. Whatever goes wrong, the bot works without: the page shows the shop's letter.
 */
export async function refreshAvatar(io: Io, client: ClientRow): Promise<void> {
  const { organization_id, external_id, avatar, avatar_name } = client
  if (organization_id === null) return
  try {
    const messenger = messengerOf(io, client.type)
    const found = await messenger.ownPicture(tokenOf(io, client), external_id, avatar_name)
    if ((found?.name ?? null) === avatar_name) return
    const kept = found?.bytes ? await keep(io, organization_id, found.bytes) : null
    const next = { avatar: kept, avatar_name: found?.name ?? null }
    const noted = await noteAvatar(io.db, client, next)
    await dropImage(io.config, noted ? avatar : kept)
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    io.log.info({ client_id: client.id, trouble: error.trouble }, 'a bot has not shown its picture')
  }
}

/** Null: it is no picture that we can draw, or the shop keeps too many already. */
async function keep(io: Io, organization_id: string, bytes: Buffer): Promise<string | null> {
  try {
    return (await keepImage(io.config, organization_id, bytes, 'small')).url
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
