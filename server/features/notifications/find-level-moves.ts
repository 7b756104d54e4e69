import type { EventCode } from '#contract/notification-events.ts'
import { findBuyer } from '#server/features/buyers/find-buyer.ts'
import { dayOf, dayText, endOfYear } from '#server/features/ledger/calendar-rules.ts'
import { levelOf } from '#server/features/ledger/level-rules.ts'
import type { Io } from '#server/io/io.ts'
import type { PlannedDay } from './plan-day.ts'
import { allSettings } from './rules.ts'
import { selectLevelEnds, type Found } from './scan-store.ts'
import { listSettings } from './setting-store.ts'
import { putLevel } from './store.ts'

/** Levels that end in some days, and those that have fallen since yesterday. */
export async function findLevelMoves(io: Io, day: PlannedDay): Promise<Map<EventCode, Found[]>> {
  const found = new Map<EventCode, Found[]>()
  const { organization_id, program } = day
  if (program.level_downgrade === 'never' || program.levels.length < 2) return found
  const settings = allSettings(await listSettings(io.db, organization_id))
  const base = program.levels[0]?.number
  for (const { code, on, when } of settings) {
    if (!on) continue
    if (code === 'level_expiring') {
      const days = when ?? 0
      const date = dayText(day.today + days)
      const ends = await selectLevelEnds(io.db, organization_id, day.span(days))
      const held = await Promise.all(
        ends.map(async (buyer_id) => ({ buyer_id, level: await levelNow(io, day, buyer_id) })),
      )
      found.set(
        code,
        held.flatMap(({ buyer_id, level }) =>
          level === null || level === base ? [] : [{ buyer_id, object: date, facts: { date } }],
        ),
      )
    }
    if (code === 'level_down') found.set(code, await fallen(io, day))
  }
  return found
}

async function levelNow(io: Io, day: PlannedDay, buyer_id: string): Promise<number | null> {
  const { organization_id, program } = day
  const buyer = await findBuyer(io, organization_id, { id: buyer_id }, program)
  return buyer?.account.level ?? null
}

/** Whose level ended since yesterday and is a lower one now. */
async function fallen(io: Io, day: PlannedDay): Promise<Found[]> {
  const { organization_id, program, now } = day
  const found: Found[] = []
  const ended = { from: firstEnd(day), to: now }
  for (const buyer_id of await selectLevelEnds(io.db, organization_id, ended)) {
    const buyer = await findBuyer(io, organization_id, { id: buyer_id }, program)
    if (!buyer || buyer.account.level === null) continue
    const rankOf = (number: number) => program.levels.findIndex((one) => one.number === number)
    const level = levelOf(buyer.account, program, now.getTime())
    if (rankOf(level) >= rankOf(buyer.account.level)) continue
    const until = dayText(dayOf(buyer.account.level_until ?? 0, program.timezone).number)
    found.push({ buyer_id, object: `${level} ${until}`, facts: {} })
    // What falls today is no rise tomorrow only because it was known as higher.
    await putLevel(io.db, { organization_id, buyer_id }, level, now)
  }
  return found
}

/**
 * From which end of a level on it may have fallen today: since yesterday, and where levels are held
 * by calendar years, on the first day of one, those that the last year's purchases still held too.
 */
function firstEnd({ program, today, span }: PlannedDay): Date {
  const [year, ...date] = dayText(today).split('-')
  if (program.level_base !== 'calendar_year' || date.join() !== '01,01') return span(-1).from
  return new Date(endOfYear(Number(year) - 2, program.timezone) - 1)
}
