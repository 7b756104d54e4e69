import { z } from 'zod'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { selectOldBorders } from './border-store.ts'
import { followMerge } from './follow-merge.ts'
import { gatherPurchases, recountOwed } from './gather-purchases.ts'
import { keepMembers } from './keep-members.ts'
import { refreshBorders } from './load-ground.ts'
import { listWorking } from './store.ts'

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
    job({
      name: 'segments.keep_members',
      payload: z.object({}),
      cron: '*/10 * * * *',
      async handle() {
        const working = await listWorking(io.db)
        await io.jobs.sendAll('segments.keep_members_of', working)
      },
    }),
    job({
      name: 'segments.keep_members_of',
      payload: z.object({ organization_id: z.uuid(), id: z.uuid() }),
      async handle(key) {
        await keepMembers(io, key)
      },
    }),
    job({
      name: 'buyer_merged.move_purchases',
      payload: z.object({ organization_id: z.uuid(), buyer_id: z.uuid(), merged_id: z.uuid() }),
      handle: (pair) => followMerge(io, pair),
    }),
    job({
      name: 'expiry_started.count_owed',
      payload: z.object({ organization_id: z.uuid() }),
      handle: ({ organization_id }) => recountOwed(io, organization_id),
    }),
    job({
      name: 'promotion_changed.keep_members',
      payload: z.object({ organization_id: z.uuid(), segment_id: z.uuid() }),
      async handle({ organization_id, segment_id }) {
        await keepMembers(io, { organization_id, id: segment_id })
      },
    }),
  ]
}
