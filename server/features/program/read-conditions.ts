import type { Conditions } from '#contract/conditions.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { readPublicProfile } from '#server/features/organizations/read-public-profile.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { conditionsOf } from './conditions-rules.ts'
import { loadProgramVersion } from './load-program.ts'
import { findProgram, findValidFrom } from './store.ts'

/**
 * The rules of a shop for its buyers, of now or of an earlier version.
 * Refuses: `not_found` for an organization or a version that is not there.
 */
export async function readConditions(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
  version?: number,
): Promise<Conditions> {
  const profile = await readPublicProfile(io, organization_id)
  const { version: current_version } = await findProgram(io.db, organization_id)
  const shown = version ?? current_version
  const valid_from = await findValidFrom(io.db, organization_id, shown)
  if (!valid_from) throw new Refusal('not_found')
  const program = await loadProgramVersion(io, profile, shown)
  const edition = { version: shown, valid_from: valid_from.toISOString(), current_version }
  const today = dayOf(io.clock.now().getTime(), profile.timezone).text
  return conditionsOf(profile, program, edition, today)
}
