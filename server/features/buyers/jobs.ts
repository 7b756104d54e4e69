import { z } from 'zod'
import { expireLots } from '#server/features/ledger/expire-lots.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { deleteCodes } from './code-store.ts'
import { deleteLinkCodes } from './link-code-store.ts'
import { keepOrder, orderAnew } from './keep-order.ts'
import { selectTimezone } from './store.ts'

const CODES_KEPT_MS = 24 * 3600 * 1000
const FALLBACK_ZONE = 'Europe/Kyiv'

/** Lots that are due, the order of long lists, and codes that nobody can use any more. */
export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'buyers.expire_lots',
      payload: z.object({}),
      // Midnight comes at different hours to shops in different zones.
      cron: '5 * * * *',
      async handle() {
        const zones = new Map<string, string>()
        const written = await expireLots(io, async (organization_id) => {
          const known = zones.get(organization_id)
          if (known !== undefined) return known
          const zone = (await selectTimezone(io.db, organization_id)) ?? FALLBACK_ZONE
          zones.set(organization_id, zone)
          return zone
        })
        if (written > 0) io.log.info({ written }, 'lots expired')
      },
    }),
    job({
      name: 'buyers.keep_order',
      payload: z.object({}),
      cron: '* * * * *',
      handle: () => keepOrder(io),
    }),
    job({
      name: 'buyers.order_anew',
      payload: z.object({}),
      cron: '35 2 * * *',
      handle: () => orderAnew(io),
    }),
    job({
      name: 'buyers.forget_codes',
      payload: z.object({}),
      cron: '25 3 * * *',
      async handle() {
        const before = new Date(io.clock.now().getTime() - CODES_KEPT_MS)
        await deleteCodes(io.db, before)
        await deleteLinkCodes(io.db, before)
      },
    }),
  ]
}
