import type { Io } from '#server/io/io.ts'
import { MessengerError } from '#server/io/messengers/messenger.ts'
import { Refusal } from '#server/io/refusal.ts'
import { checkClient } from './check-client.ts'
import { tokenOf } from './client-secrets.ts'
import { listSharedClients } from './client-store.ts'
import { connectClient } from './connect-client.ts'

/**
 * Connects the platform's own bots, which shops without one share, at every start; one that is
 * connected by the same token is only looked after. Trouble with a messenger stops nothing.
 */
export async function ensureSharedBots(io: Io): Promise<void> {
  const tokens = {
    telegram: io.config.TELEGRAM_PLATFORM_TOKEN,
    viber: io.config.VIBER_PLATFORM_TOKEN,
  }
  const known = await listSharedClients(io.db)
  for (const type of ['telegram', 'viber'] as const) {
    const token = tokens[type]
    if (token === undefined) continue
    const client = known.find((one) => one.type === type)
    try {
      if (client && tokenOf(io, client) === token) await checkClient(io, client)
      else await connectClient(io, null, type, token)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof MessengerError)) throw error
      io.log.error({ type, trouble: error.message }, "the platform's bot could not be connected")
    }
  }
}
