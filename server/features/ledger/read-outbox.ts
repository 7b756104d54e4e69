import type { Io } from '#server/io/io.ts'
import { selectOutbox } from './store.ts'

/** How many announced facts wait for the relay, and for how long the oldest has. */
export const readOutbox = (io: Pick<Io, 'db'>): Promise<{ waiting: number; oldest_ms: number }> =>
  selectOutbox(io.db)
