import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { startExpiry } from './start-expiry.ts'

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'program_changed.start_expiry',
      payload: z.object({ organization_id: z.uuid(), from_version: z.int(), to_version: z.int() }),
      async handle(changed) {
        await startExpiry(io, changed)
      },
    }),
  ]
}
