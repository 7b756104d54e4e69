import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { planDays } from './plan-day.ts'
import { listDueShops } from './store.ts'
import { tellOwners } from './tell-owners.ts'
import { tellBalance, tellCancellation, tellInviter, tellReceipt } from './tell-facts.ts'
import { workNotifications } from './work-notifications.ts'

const id = z.uuid()

/** What is announced on lower floors and told, and what hangs on days; each may run twice. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'receipt_completed.tell',
      payload: z.object({ organization_id: id, receipt_id: id, buyer_id: id }),
      handle: (key) => tellReceipt(io, key),
    }),
    job({
      name: 'receipt_cancelled.tell',
      payload: z.object({ organization_id: id, cancellation_id: id, buyer_id: id.nullable() }),
      handle: (key) => tellCancellation(io, key),
    }),
    job({
      name: 'balance_changed.tell',
      payload: z.object({
        ...{ organization_id: id, buyer_id: id },
        ...{ from_number: z.int(), to_number: z.int(), notify: z.boolean() },
      }),
      handle: (key) => tellBalance(io, key),
    }),
    job({
      name: 'buyer_invited.tell',
      payload: z.object({ organization_id: id, buyer_id: id, inviter_id: id }),
      handle: (key) => tellInviter(io, key),
    }),
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
      name: 'notifications.tell_owners',
      payload: z.object({}),
      cron: '*/10 * * * *',
      handle: () => tellOwners(io),
    }),
  ]
}
