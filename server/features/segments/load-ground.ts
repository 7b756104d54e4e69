import type { ProgramOwner } from '#server/features/program/load-program.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { computeBorders, selectBorders, type BorderRow } from './border-store.ts'
import { todayOf, type Ground } from './filter-rules.ts'
import { takeTime } from './purchase-store.ts'
import { bordersNow, type Borders } from './rfm-rules.ts'

/** Borders that are older are counted anew by the next question, were the nightly job late. */
const BORDERS_KEPT_MS = 36 * 3600 * 1000
const COUNT_SECONDS = 10

/** The shop as it is now, for the answer to a filter. */
export async function loadGround(
  io: Pick<Io, 'db' | 'clock'>,
  organization: ProgramOwner,
  wants_borders: boolean,
): Promise<Ground> {
  const now = io.clock.now()
  const { id: organization_id, timezone } = organization
  return {
    organization_id,
    timezone,
    now,
    today: todayOf(now, timezone),
    program: await loadProgram(io, organization),
    borders: wants_borders ? await loadBorders(io, organization_id, timezone) : null,
    by_order: false,
  }
}

/** Counts the borders of a shop anew. */
export async function refreshBorders(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    await takeTime(tx, COUNT_SECONDS)
    await computeBorders(tx, organization_id, io.clock.now())
  })
}

async function loadBorders(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
  timezone: string,
): Promise<Borders> {
  const now = io.clock.now().getTime()
  let row = await selectBorders(io.db, organization_id)
  const usable = row !== undefined && now - row.computed_at.getTime() < freshFor(row)
  if (!usable) {
    await refreshBorders(io, organization_id)
    row = await selectBorders(io.db, organization_id)
  }
  if (row === undefined) throw new Error('the borders were just counted')
  const recency = row.recency.map((moment) => moment.getTime())
  return bordersNow({ ...row, recency }, now, timezone)
}

/** A small shop is counted in no time, so it need not wait for the night. */
const freshFor = ({ buyers }: BorderRow): number => (buyers < 20_000 ? 0 : BORDERS_KEPT_MS)
