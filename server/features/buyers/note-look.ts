import { noteAct } from '#server/features/audit/note-act.ts'
import { inTransaction } from '#server/io/db.ts'
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
  by: { user_id: string; address?: string | undefined },
  key: { organization_id: string; buyer_id: string },
  action: 'phone_revealed' | 'data_exported',
): Promise<void> {
  await takeRate(io, `reveal ${by.user_id}`, LOOKS_PER_HOUR, 3600)
  const created_at = io.clock.now()
  const { organization_id, buyer_id } = key
  const act = action === 'phone_revealed' ? action : 'buyer_exported'
  await inTransaction(io.db, async (tx) => {
    await insertAudit(tx, {
      ...{ organization_id, buyer_id, id: newId(created_at), user_id: by.user_id, action },
      created_at,
    })
    const on = { kind: 'buyer' as const, id: buyer_id }
    await noteAct(tx, { organization_id, by, act, on }, created_at)
  })
}

const FILES_PER_HOUR = 30
/** Writes down that an owner takes a file of so many buyers. Refuses: `rate_limited`. */
export async function noteTaken(
  io: Io,
  by: { user_id: string; address?: string | undefined },
  organization_id: string,
  buyers: number,
): Promise<void> {
  await takeRate(io, `take buyers ${by.user_id}`, FILES_PER_HOUR, 3600)
  const created_at = io.clock.now()
  const act = 'buyers_exported' as const
  await noteAct(io.db, { organization_id, by, act, facts: { buyers } }, created_at)
}
