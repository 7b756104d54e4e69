import type { Io } from '#server/io/io.ts'
import { loadProgram, type ProgramOwner } from './load-program.ts'
import type { Program } from './rules.ts'
import { findZone } from './store.ts'

/**
 * The program in force of an organization known by its id alone: for jobs, whose caller nobody has
 * to prove anything to. Undefined when the organization is gone.
 */
export async function loadProgramOf(
  io: Pick<Io, 'db'>,
  organization_id: string,
): Promise<{ organization: ProgramOwner; program: Program } | undefined> {
  const organization = await findZone(io.db, organization_id)
  return organization && { organization, program: await loadProgram(io, organization) }
}
