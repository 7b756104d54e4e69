import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { giveBackTry, takeTry } from './rules.ts'
import * as store from './store.ts'

/**
 * Counts one try under `key` before anything is looked at: of a thousand tries at once five are.
 * Answers whether this was the last one before a lock, and how to give it back unlooked at.
 * Refuses: `locked`.
 */
export async function takeSignInTry(io: Io, key: Buffer, row_max?: number) {
  const now = io.clock.now()
  const taken = await inTransaction(io.db, async (tx) => {
    const result = takeTry(await store.lockGuard(tx, key, now), now, row_max)
    if (result.wait_seconds === undefined) await store.saveGuard(tx, key, result.guard)
    return result
  })
  if (taken.wait_seconds !== undefined) {
    throw new Refusal('locked', { retry_after: taken.wait_seconds })
  }
  const giveBack = () =>
    inTransaction(io.db, async (tx) => {
      await store.saveGuard(tx, key, giveBackTry(await store.lockGuard(tx, key, now)))
    })
  return { locks: taken.guard.locked_until !== null, giveBack }
}
