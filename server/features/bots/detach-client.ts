import type { Io } from '#server/io/io.ts'
import { deleteClient, type ClientRow } from './client-store.ts'

/** Forgets a connection. Who talked there keeps the balance, and is reached there no more. */
export async function detachClient(io: Io, client: ClientRow): Promise<void> {
  await deleteClient(io.db, client.id)
}
