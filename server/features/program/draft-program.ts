import type { z } from 'zod'
import type { bonusChanges, generalChanges } from '#contract/settings.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { readSettings } from './read-settings.ts'
import { layOver } from './lay-over.ts'
import { refuseProblems } from './refuse-problems.ts'
import {
  generalProblems,
  ladderProblems,
  numberLevels,
  type BonusSettings,
  type GeneralSettings,
  type Program,
} from './rules.ts'

type General = z.output<typeof generalChanges>
type Bonuses = z.output<typeof bonusChanges>

/**
 * The program as it would be with these changes saved; saves nothing. For trying settings out.
 * Refuses: `validation_failed`.
 */
export async function draftProgram(
  io: Io,
  organization: Organization,
  { mode, ...bonuses }: Bonuses & { mode?: General['mode'] },
): Promise<Program> {
  const general = mode === undefined ? {} : { mode }
  return (await draftPrograms(io, organization, { general, bonuses })).changed
}

/** The program of today beside the one with these changes. Refuses: `validation_failed`. */
export async function draftPrograms(
  io: Io,
  organization: Organization,
  changes: { general: General; bonuses: Bonuses },
): Promise<{ today: Program; changed: Program }> {
  const { row, general, bonuses } = await readSettings(io.db, organization)
  const { levels: asked, ...rest } = changes.bonuses
  const ladder = asked ?? bonuses.levels
  const laid = layOver<GeneralSettings>(general, changes.general)
  refuseProblems([...generalProblems(laid), ...ladderProblems(ladder)])
  const known = new Set(bonuses.levels.map(({ number }) => number))
  const { version } = row
  const { timezone, currency } = organization
  return {
    today: { ...general, ...bonuses, version, timezone, currency },
    changed: {
      ...laid,
      ...layOver<BonusSettings>(bonuses, rest),
      levels: numberLevels(ladder, known, row.last_level).levels,
      ...{ version, timezone, currency },
    },
  }
}
