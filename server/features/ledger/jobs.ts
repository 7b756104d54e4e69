import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { checkLedger } from './check-ledger.ts'
import { deleteAnswers, openQuarters } from './store.ts'

const ANSWERS_KEPT_MS = 30 * 24 * 3600 * 1000
const REPORTED_MAX = 100
const QUARTERS_AHEAD_MS = 183 * 24 * 3600 * 1000

/** The nightly check of the whole ledger, forgetting old answers, and room for the next receipts. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'ledger.check',
      payload: z.object({}),
      cron: '10 3 * * *',
      timezone: 'Europe/Kyiv',
      async handle() {
        let found = 0
        const checked = await checkLedger(io, (violation) => {
          found += 1
          if (found <= REPORTED_MAX)
            io.log.error({ violation }, 'the ledger check found a violation')
        })
        if (found > 0) io.log.error({ found, checked }, 'the ledger check found violations')
        else io.log.info({ checked }, 'the ledger check found nothing wrong')
      },
    }),
    job({
      name: 'ledger.forget_answers',
      payload: z.object({}),
      cron: '40 3 * * *',
      timezone: 'Europe/Kyiv',
      async handle() {
        await deleteAnswers(io.db, new Date(io.clock.now().getTime() - ANSWERS_KEPT_MS))
      },
    }),
    job({
      name: 'ledger.open_quarters',
      payload: z.object({}),
      cron: '20 4 * * *',
      timezone: 'Europe/Kyiv',
      /** What is there stays as it is, so running it twice makes nothing more. */
      async handle() {
        const until = new Date(io.clock.now().getTime() + QUARTERS_AHEAD_MS)
        const opened = await openQuarters(io.db, until)
        if (opened.length > 0) io.log.info({ opened }, 'quarters of receipts were made')
      },
    }),
  ]
}
