import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import {
  lockOrderProgress,
  moveOrderProgress,
  placeAll,
  placeMoved,
  sumTallies,
} from './order-store.ts'

/** A commit that began this long ago is either there or never comes. */
const SETTLED_MS = 60_000

/** Brings the order of lists up to a minute ago. May run twice and beside itself. */
export async function keepOrder(io: Pick<Io, 'db' | 'clock'>): Promise<void> {
  const until = new Date(io.clock.now().getTime() - SETTLED_MS)
  await inTransaction(io.db, async (tx) => {
    const from = await lockOrderProgress(tx, new Date(until.getTime() - SETTLED_MS))
    if (from >= until) return
    await placeMoved(tx, from, until)
    await sumTallies(tx)
    await moveOrderProgress(tx, until)
  })
}

/** The whole order anew, once a night. */
export const orderAnew = (io: Pick<Io, 'db'>): Promise<void> => inTransaction(io.db, placeAll)
