import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { factJobs } from './fact-jobs.ts'
import { planDays } from './plan-day.ts'
import { deleteSettled, listDueShops } from './store.ts'
import { tellOwners } from './tell-owners.ts'
import { workNotifications } from './work-notifications.ts'

const id = z.uuid()
/** Longer than a year: what hangs on a day of the year is not planned twice. */
const KEPT_MS = 400 * 24 * 3600 * 1000

/** What is announced on lower floors and told, and what hangs on days; each may run twice. */
export function jobs(io: Io): Job[] {
  return [
    ...factJobs(io),
    job({
      name: 'notifications.plan',
      payload: z.object({}),
      // Ten o'clock comes at different hours to shops in different zones.
      cron: '2 * * * *',
      handle: () => planDays(io),
    }),
    job({
      name: 'notifications.work',
      payload: z.object({ organization_id: id }),
      handle: ({ organization_id }) => workNotifications(io, organization_id),
    }),
    job({
      name: 'notifications.sweep',
      payload: z.object({}),
      // Behind the jobs that are sent with each plan: for what a killed worker had left.
      cron: '* * * * *',
      async handle() {
        const shops = await listDueShops(io.db, io.clock.now())
        await io.jobs.sendAll(
          'notifications.work',
          shops.map((organization_id) => ({ organization_id })),
        )
      },
    }),
    job({
      name: 'notifications.forget_old',
      payload: z.object({}),
      cron: '40 3 * * *',
      handle: () => deleteSettled(io.db, new Date(io.clock.now().getTime() - KEPT_MS)),
    }),
    job({
      name: 'notifications.tell_owners',
      payload: z.object({}),
      cron: '*/10 * * * *',
      handle: () => tellOwners(io),
    }),
  ]
}
