import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { noteLook } from './note-look.ts'
import { selectProfile } from './store.ts'

/**
 * The whole phone of a buyer. Who looked is written down before it is answered.
 * Refuses: `buyer_not_found`, `rate_limited`.
 */
export async function revealPhone(
  io: Io,
  by: { user_id: string; address?: string | undefined },
  key: { organization_id: string; buyer_id: string },
): Promise<string> {
  const profile = await selectProfile(io.db, key.organization_id, key.buyer_id)
  if (!profile || profile.phone === null) throw new Refusal('buyer_not_found')
  await noteLook(io, by, key, 'phone_revealed')
  return profile.phone
}
