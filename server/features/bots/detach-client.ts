import { noteAct } from '#server/features/audit/note-act.ts'
import type { Actor } from '#server/features/audit/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import { dropImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { deleteClient, type ClientRow } from './client-store.ts'
import { dropOfClient } from './message-store.ts'
import { refreshMessengers } from './refresh-messengers.ts'
import { listBuyersOfClient } from './subscriber-store.ts'

/** Forgets a connection. Who talked there keeps the balance, and is reached there no more. */
export async function detachClient(io: Io, by: Actor, client: ClientRow): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const { organization_id, bot_id, type: messenger } = client
    if (organization_id !== null && bot_id !== null) {
      const act = { organization_id, by, on: { kind: 'bot' as const, id: bot_id } }
      const facts = { messenger }
      await noteAct(tx, { ...act, act: 'bot_disconnected', facts }, io.clock.now())
    }
    await deleteClient(tx, client.id)
    await dropOfClient(tx, client.id)
  })
  await dropImage(io.config, client.avatar)
  for (const key of await listBuyersOfClient(io.db, client.id)) {
    await inTransaction(io.db, (tx) => refreshMessengers(tx, key))
  }
}
