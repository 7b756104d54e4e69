import type { Ask } from '#contract/endpoint.ts'
import type { simulateReceipt } from '#contract/settings.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { readSettings } from './read-settings.ts'
import { layOver } from './lay-over.ts'
import { refuseProblems } from './refuse-problems.ts'
import { ladderProblems, numberLevels, type Program } from './rules.ts'

type Changes = Omit<Ask<typeof simulateReceipt>['body'], 'amount' | 'level'>

/**
 * The program as it would be with these changes saved; saves nothing. For trying settings out.
 * Refuses: `validation_failed`.
 */
export async function draftProgram(
  io: Io,
  organization: Organization,
  { mode, levels, ...changes }: Changes,
): Promise<Program> {
  const { row, general, bonuses } = await readSettings(io.db, organization)
  const ladder = levels ?? bonuses.levels
  refuseProblems(ladderProblems(ladder))
  const known = new Set(bonuses.levels.map(({ number }) => number))
  return {
    ...general,
    ...(mode && { mode }),
    ...layOver(bonuses, changes),
    levels: numberLevels(ladder, known, row.last_level).levels,
    version: row.version,
    timezone: organization.timezone,
    currency: organization.currency,
  }
}
