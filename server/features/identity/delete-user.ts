import type { Tx } from '#server/io/db.ts'
import * as factors from './second-factor-store.ts'
import * as store from './store.ts'

/**
 * Ends an account inside the caller's transaction: everything personal and every key goes, the row
 * stays as a tombstone so that what points at it keeps pointing. The e-mail is free again.
 * What the account owned is the caller's to end first.
 */
export async function deleteUser(tx: Tx, user_id: string, now: Date): Promise<void> {
  await factors.dropSecondFactor(tx, user_id)
  await store.eraseUser(tx, user_id, now)
}
