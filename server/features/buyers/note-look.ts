import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { insertAudit } from './store.ts'

const LOOKS_PER_HOUR = 120

/**
 * Writes down that an owner looks at what a page does not show: a whole phone, everything that is
 * kept of a buyer. Called before it is answered. Refuses: `rate_limited`.
 */
export async function noteLook(
  io: Io,
  by: { user_id: string },
  key: { organization_id: string; buyer_id: string },
  action: 'phone_revealed' | 'data_exported',
): Promise<void> {
  await takeRate(io, `reveal ${by.user_id}`, LOOKS_PER_HOUR, 3600)
  const created_at = io.clock.now()
  await insertAudit(io.db, {
    ...key,
    id: newId(created_at),
    user_id: by.user_id,
    action,
    created_at,
  })
}
