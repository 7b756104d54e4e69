import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { hookSecretOf, tokenOf } from './client-secrets.ts'
import { noteClientState, type ClientRow } from './client-store.ts'
import { messengerOf } from './messengers.ts'
import { refreshAvatar } from './refresh-avatar.ts'

/**
 * Asks the messenger whether the bot works, sets a lost webhook again, and keeps what was found.
 * A bot whose token is no good any more is `revoked` until it is connected anew.
 */
export async function checkClient(io: Io, client: ClientRow): Promise<ClientRow['status']> {
  const messenger = messengerOf(io, client.type)
  const checked_at = io.clock.now()
  try {
    const token = tokenOf(io, client)
    const hook = {
      url: `${io.config.PUBLIC_URL}/webhooks/${client.type}/${client.hook_id}`,
      secret: hookSecretOf(io, client),
    }
    const { external_id: _same, ...known } = await messenger.identify(token)
    const trouble = await messenger.health(token, client.mode === 'webhook' ? hook : null)
    const status = trouble === null ? 'ok' : 'error'
    await noteClientState(io.db, client.id, {
      ...known,
      ...{ status, last_error: trouble, checked_at },
    })
    await refreshAvatar(io, client)
    return status
  } catch (error) {
    if (!(error instanceof MessengerError)) throw error
    const status = error.trouble === 'revoked' ? 'revoked' : 'error'
    const last_error = error.message.slice(0, 200)
    await noteClientState(io.db, client.id, { status, last_error, checked_at })
    return status
  }
}
