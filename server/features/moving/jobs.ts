import { z } from 'zod'
import { id } from '#contract/wire.ts'
import { importJob } from '#server/features/sheets/import-job.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deleteOldBulks } from './bulk-store.ts'
import { buyerSheets } from './buyer-sheets.ts'
import { BULK_JOB } from './prepare-bulk.ts'
import { receiptSheets } from './receipt-sheets.ts'
import { runBulk } from './run-bulk.ts'

const DAY_MS = 24 * 3600 * 1000
/** How long a bulk act waits for its owner, and how long the last ones are remembered. */
const OPEN_MS = 2 * DAY_MS
const ENDED_MS = 30 * DAY_MS

/** Imports of buyers and of receipts, and acts on many, step by step; those that nobody goes on with are forgotten. */
export function jobs(io: Io): Job[] {
  return [
    importJob(io, buyerSheets),
    importJob(io, receiptSheets),
    job({
      name: BULK_JOB,
      payload: z.object({ organization_id: id, id }),
      handle: (key) => runBulk(io, key),
    }),
    job({
      name: 'moving.forget_bulks',
      payload: z.object({}),
      cron: '55 3 * * *',
      async handle() {
        const now = io.clock.now().getTime()
        const [open_before, ended_before] = [new Date(now - OPEN_MS), new Date(now - ENDED_MS)]
        await deleteOldBulks(io.db, open_before, ended_before)
      },
    }),
  ]
}
