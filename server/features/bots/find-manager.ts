import type { Io } from '#server/io/io.ts'
import { listSharedClients, type ClientRow } from './client-store.ts'

/** The platform's bot in Telegram, if it is allowed to make bots for people. */
export async function findManager(io: Io): Promise<ClientRow | undefined> {
  const shared = await listSharedClients(io.db)
  return shared.find(
    ({ type, status, can_manage_bots }) =>
      type === 'telegram' && status !== 'revoked' && can_manage_bots,
  )
}
