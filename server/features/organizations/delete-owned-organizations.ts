import type { Tx } from '#server/io/db.ts'
import { markOwnedDeleted } from './account-store.ts'

/**
 * Deletes every organization of an account whose owner leaves: their tills and bots stop at once,
 * because each call of theirs asks for an organization that is there.
 */
export async function deleteOwnedOrganizations(tx: Tx, owner_id: string, now: Date): Promise<void> {
  await markOwnedDeleted(tx, owner_id, now)
}
