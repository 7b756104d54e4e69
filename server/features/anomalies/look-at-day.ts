import {
  dayNumber,
  dayOf,
  minuteOf,
  startOfDay,
  weekdayOf,
} from '#server/features/ledger/calendar-rules.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import * as facts from './facts-store.ts'
import { findAnomalies, isOpen, type DayFacts } from './rules.ts'
import { claimDay, insertAnomalies } from './store.ts'

/** The job that mails what was found. */
export const DIGEST = 'anomalies.digest'

/**
 * Looks at a day of a shop that is over, once: what is found is kept, and the owner's digest leaves
 * with it. A second look at the same day finds it done. Answers how many things were found.
 */
export async function lookAtDay(
  io: Io,
  { organization_id, day, timezone }: { organization_id: string; day: string; timezone: string },
): Promise<number> {
  const number = dayNumber(day)
  const span: facts.Span = {
    ...{ organization_id, day },
    from: new Date(startOfDay(number, timezone)),
    to: new Date(startOfDay(number + 1, timezone)),
  }
  const anomalies = findAnomalies(await readFacts(io, span, timezone))
  const created_at = io.clock.now()
  return inTransaction(io.db, async (tx) => {
    const found = anomalies.length
    if (!(await claimDay(tx, { organization_id, day, found, created_at }))) return 0
    await insertAnomalies(tx, { organization_id, day, created_at }, anomalies)
    if (found > 0) await io.jobs.send(DIGEST, { organization_id, day }, { tx })
    return found
  })
}

async function readFacts(io: Io, span: facts.Span, timezone: string): Promise<DayFacts> {
  const receipts = await facts.listReceipts(io.db, span)
  return {
    receipts: receipts.map(({ occurred_at, schedule, ...row }) => {
      const at = occurred_at.getTime()
      const weekday = weekdayOf(dayOf(at, timezone).number)
      return { ...row, at, open: isOpen(schedule, weekday, minuteOf(at, timezone)) }
    }),
    cancellations: await facts.listCancellations(io.db, span),
    hands: await facts.listHands(io.db, span),
    cards: await facts.listCards(io.db, span),
    usual: await facts.sumUsual(io.db, span),
  }
}
