import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import {
  beginProgress,
  lockProgress,
  movePurchases,
  sumHabits,
  type MergedPair,
} from './purchase-store.ts'
import { moveMembership } from './result-store.ts'
import { followVisits } from './return-store.ts'

/**
 * What segments know of a merged card becomes the living one's. The job that reads receipts waits
 * meanwhile, so that nothing is added to the card that is gone. May run twice.
 */
export async function followMerge(io: Pick<Io, 'db' | 'clock'>, pair: MergedPair): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await beginProgress(tx, io.clock.now())
    await lockProgress(tx)
    await followVisits(tx, await movePurchases(tx, pair))
    await sumHabits(tx, [pair])
    await moveMembership(tx, pair)
  })
}
