import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { checkLedger } from './check-ledger.ts'
import { deleteAnswers } from './store.ts'

const ANSWERS_KEPT_MS = 30 * 24 * 3600 * 1000
const REPORTED_MAX = 100

/** The nightly check of the whole ledger, and forgetting old answers. */
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
  ]
}
