import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findPublicProfile, type PublicProfile } from './store.ts'

export type { PublicProfile } from './store.ts'

/**
 * What anybody may know of an organization: its name, where it is, how to reach it, its own words
 * about its rules. Refuses: `not_found`, alike for a deleted and an absent one.
 */
export async function readPublicProfile(io: Pick<Io, 'db'>, id: string): Promise<PublicProfile> {
  const found = await findPublicProfile(io.db, id)
  if (!found) throw new Refusal('not_found')
  return found
}
