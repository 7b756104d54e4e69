import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { deleteClient, type ClientRow } from './client-store.ts'
import { dropOfClient } from './message-store.ts'
import { refreshMessengers } from './refresh-messengers.ts'
import { listBuyersOfClient } from './subscriber-store.ts'

/** Forgets a connection. Who talked there keeps the balance, and is reached there no more. */
export async function detachClient(io: Io, client: ClientRow): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await deleteClient(tx, client.id)
    await dropOfClient(tx, client.id)
  })
  for (const key of await listBuyersOfClient(io.db, client.id)) {
    await inTransaction(io.db, (tx) => refreshMessengers(tx, key))
  }
}
