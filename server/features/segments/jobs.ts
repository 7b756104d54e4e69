import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { selectOldBorders } from './border-store.ts'
import { gatherPurchases } from './gather-purchases.ts'
import { refreshBorders } from './load-ground.ts'

const BORDERS_KEPT_MS = 12 * 3600 * 1000

/** What segments are answered from; each may run twice. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'segments.gather_purchases',
      payload: z.object({}),
      cron: '* * * * *',
      async handle() {
        await gatherPurchases(io)
      },
    }),
    job({
      name: 'segments.count_borders',
      payload: z.object({}),
      cron: '20 2 * * *',
      timezone: 'Europe/Kyiv',
      async handle() {
        const before = new Date(io.clock.now().getTime() - BORDERS_KEPT_MS)
        for (const organization_id of await selectOldBorders(io.db, before)) {
          await refreshBorders(io, organization_id)
        }
      },
    }),
  ]
}
