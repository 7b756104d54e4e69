import { z } from 'zod'
import { dayOf, dayText, minuteOf } from '#server/features/ledger/calendar-rules.ts'
import { noticeOwner } from '#server/features/notices/notice-owner.ts'
import type { Io } from '#server/io/io.ts'
import { job, type Job } from '#server/io/jobs.ts'
import { DIGEST, lookAtDay } from './look-at-day.ts'
import { writeDigest } from './messages.ts'
import { countAnomalies, findReader, listAnomalies, listShops } from './store.ts'

const LOOK = 'anomalies.look_at_day'
/** Late receipts of tills that were offline have mostly come by then. */
const FROM_MINUTE = 4 * 60
/** How many things the letter names; the page has all of them. */
const NAMED = 5

const day = z.object({ organization_id: z.uuid(), day: z.iso.date() })

export function jobs(io: Io): Job[] {
  return [
    job({
      name: 'anomalies.look',
      // Four in the morning comes at different hours to shops in different zones.
      cron: '35 * * * *',
      payload: z.object({}),
      handle: () => sendLooks(io),
    }),
    job({
      name: LOOK,
      payload: day.extend({ timezone: z.string() }),
      async handle(look) {
        await lookAtDay(io, look)
      },
    }),
    job({ name: DIGEST, payload: day, handle: (payload) => sendDigest(io, payload) }),
  ]
}

/** One look a day and shop: at yesterday, from four in the morning of the shop's own clock. */
async function sendLooks(io: Io): Promise<void> {
  const now = io.clock.now().getTime()
  const looks = (await listShops(io.db)).flatMap(({ organization_id, timezone, last }) => {
    const yesterday = dayText(dayOf(now, timezone).number - 1)
    const due = minuteOf(now, timezone) >= FROM_MINUTE && (last === null || last < yesterday)
    return due ? [{ organization_id, timezone, day: yesterday }] : []
  })
  await io.jobs.sendAll(LOOK, looks)
}

async function sendDigest(io: Io, ask: z.output<typeof day>): Promise<void> {
  const reader = await findReader(io.db, ask.organization_id)
  if (!reader) return
  const rows = await listAnomalies(io.db, { ...ask, limit: NAMED, offset: 0 })
  const total = await countAnomalies(io.db, ask)
  if (total === 0) return
  const { organization_id, day: object } = ask
  const words = writeDigest(io.config.PUBLIC_URL, reader, { ...ask, rows, total })
  const { by_mail } = reader
  await noticeOwner(io, { organization_id, code: 'suspicious_ops', object, words, by_mail })
}
