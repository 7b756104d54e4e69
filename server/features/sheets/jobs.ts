import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deleteForgotten } from './store.ts'

const DAY_MS = 24 * 3600 * 1000
/** How long an import waits for its owner, and how long the last ones are remembered. */
const OPEN_MS = 2 * DAY_MS
const ENDED_MS = 30 * DAY_MS

/** Forgetting imports that nobody goes on with. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'sheets.forget_imports',
      payload: z.object({}),
      cron: '50 3 * * *',
      async handle() {
        const now = io.clock.now().getTime()
        await deleteForgotten(io.db, new Date(now - OPEN_MS), new Date(now - ENDED_MS))
      },
    }),
  ]
}
