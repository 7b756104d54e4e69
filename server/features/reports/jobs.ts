import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { MAIL_REPORT, mailScheduled, sendDue } from './send-scheduled.ts'

const mail = z.object({
  organization_id: z.uuid(),
  schedule_id: z.uuid(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  to: z.string(),
})

/** Reports that leave by e-mail. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'reports.send_due',
      cron: '*/10 * * * *',
      payload: z.object({}),
      async handle() {
        await sendDue(io)
      },
    }),
    job({ name: MAIL_REPORT, payload: mail, handle: (payload) => mailScheduled(io, payload) }),
  ]
}
