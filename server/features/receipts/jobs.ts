import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { dropExpiredDrafts } from './store.ts'

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'drop-expired-drafts',
      payload: z.object({}),
      cron: '17 * * * *',
      /** Drafts are good for a day; running it twice drops nothing more. */
      async handle() {
        await dropExpiredDrafts(io.db, io.clock.now())
      },
    }),
  ]
}
