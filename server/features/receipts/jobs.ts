import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { endOverdue } from './answer-confirmation.ts'
import { dropOldConfirmations } from './confirmation-store.ts'
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
    job({
      name: 'end-confirmation',
      payload: z.object({ organization_id: z.string(), receipt_id: z.string() }),
      /** What is settled stays as it is, so running it twice changes nothing more. */
      handle: (key) => endOverdue(io, key),
    }),
    job({
      name: 'drop-old-confirmations',
      payload: z.object({}),
      cron: '47 3 * * *',
      /** A month is enough to answer a complaint; the receipts stay. */
      async handle() {
        const month_ago = io.clock.now().getTime() - 30 * 24 * 60 * 60 * 1000
        await dropOldConfirmations(io.db, new Date(month_ago))
      },
    }),
  ]
}
