import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deleteEnded } from './session-store.ts'

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'pos.forget_ended_tills',
      cron: '20 3 * * *',
      timezone: 'Europe/Kyiv',
      payload: z.object({}),
      handle: () => deleteEnded(io.db, io.clock.now()),
    }),
  ]
}
