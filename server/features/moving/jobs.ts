import { z } from 'zod'
import { id } from '#contract/wire.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deleteOldBulks } from './bulk-store.ts'
import { deleteForgotten } from './import-store.ts'
import { BULK_JOB } from './prepare-bulk.ts'
import { runBulk } from './run-bulk.ts'
import { runImport } from './run-import.ts'
import { IMPORT_JOB } from './start-import.ts'

const DAY_MS = 24 * 3600 * 1000
/** How long an import waits for its owner, and how long the last ones are remembered. */
const OPEN_MS = 2 * DAY_MS
const ENDED_MS = 30 * DAY_MS

/** Imports of buyers, step by step, and forgetting those that nobody goes on with. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: IMPORT_JOB,
      payload: z.object({ organization_id: id, id }),
      handle: (key) => runImport(io, key),
    }),
    job({
      name: BULK_JOB,
      payload: z.object({ organization_id: id, id }),
      handle: (key) => runBulk(io, key),
    }),
    job({
      name: 'moving.forget_imports',
      payload: z.object({}),
      cron: '55 3 * * *',
      async handle() {
        const now = io.clock.now().getTime()
        const [open_before, ended_before] = [new Date(now - OPEN_MS), new Date(now - ENDED_MS)]
        await deleteForgotten(io.db, open_before, ended_before)
        await deleteOldBulks(io.db, open_before, ended_before)
      },
    }),
  ]
}
