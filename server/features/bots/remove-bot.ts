import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { listClients } from './client-store.ts'
import { silenceClient } from './connect-client.ts'
import { detachClient } from './detach-client.ts'
import { deleteRequestOf } from './managed-store.ts'
import { deleteBot, type BotRow } from './store.ts'

/** Deletes a bot (proven by the caller) with its connections; messengers are told first. */
export async function removeBot(io: Io, by: Actor, bot: BotRow): Promise<void> {
  const { organization_id, id, name } = bot
  const clients = await listClients(io.db, organization_id, [id])
  for (const client of clients) await silenceClient(io, client)
  for (const client of clients) await detachClient(io, by, client)
  const act = { organization_id, by, act: 'bot_deleted' as const }
  await inTransaction(io.db, async (tx) => {
    await deleteBot(tx, organization_id, id)
    await deleteRequestOf(tx, { organization_id, bot_id: id })
    await noteAct(tx, { ...act, on: { kind: 'bot', id, name } }, io.clock.now())
  })
}
