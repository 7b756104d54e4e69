import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { rollingFrom } from '#server/features/ledger/level-rules.ts'
import type { Io } from '#server/io/io.ts'
import { loadProgram, type ProgramOwner } from './load-program.ts'
import { countByLevel } from './store.ts'

/** How many buyers stand on each row of the ladder now, in its order. */
export async function countLevels(
  io: Io,
  organization: ProgramOwner,
): Promise<{ number: number; name: string; buyers: number }[]> {
  const program = await loadProgram(io, organization)
  const now = io.clock.now()
  const moment = now.getTime()
  const counts = await countByLevel(io.db, organization.id, {
    numbers: program.levels.map(({ number }) => number),
    starts: program.levels.map(({ min_turnover }) => min_turnover),
    base: program.level_base,
    year: dayOf(moment, program.timezone).year,
    since: rollingFrom(program, moment),
    keeps: program.level_downgrade === 'never',
    has_period: program.level_base !== 'lifetime',
    now,
  })
  const known = new Map(counts.map(({ number, buyers }) => [number, buyers]))
  return program.levels.map(({ number, name }) => ({
    number,
    name,
    buyers: known.get(number) ?? 0,
  }))
}
