import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { insertAudit, selectProfile } from './store.ts'

const REVEALS_PER_HOUR = 120

/**
 * The whole phone of a buyer. Who looked is written down before it is answered.
 * Refuses: `buyer_not_found`, `rate_limited`.
 */
export async function revealPhone(
  io: Io,
  by: { user_id: string },
  key: { organization_id: string; buyer_id: string },
): Promise<string> {
  await takeRate(io, `reveal ${by.user_id}`, REVEALS_PER_HOUR, 3600)
  const profile = await selectProfile(io.db, key.organization_id, key.buyer_id)
  if (!profile || profile.phone === null) throw new Refusal('buyer_not_found')
  const created_at = io.clock.now()
  const audit = { ...key, id: newId(created_at), user_id: by.user_id, action: 'phone_revealed' }
  await insertAudit(io.db, { ...audit, created_at })
  return profile.phone
}
