import { z } from 'zod'
import { id } from '#contract/wire.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { makeArchive } from './make-archive.ts'
import { ARCHIVE_JOB, dropOver } from './start-archive.ts'

/** Making archives, and taking away those whose days are over. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: ARCHIVE_JOB,
      payload: z.object({ organization_id: id, id }),
      handle: (key) => makeArchive(io, key),
    }),
    job({
      name: 'archives.drop_over',
      payload: z.object({}),
      cron: '25 * * * *',
      handle: () => dropOver(io),
    }),
  ]
}
