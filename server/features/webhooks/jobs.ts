import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deliver, sweep, TELL_STOPPED, tellStopped } from './deliver.ts'
import { factJobs } from './fact-jobs.ts'
import { DELIVER } from './note-event.ts'

const key = z.object({ organization_id: z.uuid(), id: z.uuid() })

export function jobs(io: Io): Job[] {
  return [
    ...factJobs(io),
    job({ name: DELIVER, payload: key, handle: (payload) => deliver(io, payload) }),
    job({
      name: 'webhooks.sweep',
      cron: '* * * * *',
      payload: z.object({}),
      async handle() {
        await sweep(io)
      },
    }),
    job({ name: TELL_STOPPED, payload: key, handle: (payload) => tellStopped(io, payload) }),
  ]
}
