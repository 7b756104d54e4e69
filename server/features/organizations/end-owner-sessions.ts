import { noteAct } from '#server/features/audit/note-act.ts'
import { endUserSessions } from '#server/features/identity/end-user-sessions.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { removeSecondFactor } from '#server/features/identity/turn-off-second-factor.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import * as store from './store.ts'

/**
 * Signs the owner of an organization out everywhere; the organization's log of acts tells that the
 * platform did it. `second_factor_lost`: takes the second factor of the account away too. Answers how many sessions were open.
 * Refuses: `not_found`, also when a second factor to take away is not there.
 */
export function endOwnerSessions(
  io: Io,
  call: Call,
  administrator: Owner,
  organization_id: string,
  second_factor_lost: boolean,
): Promise<number> {
  return inTransaction(io.db, async (tx) => {
    const owner_id = await store.findOwnerId(tx, organization_id)
    if (owner_id === undefined) throw new Refusal('not_found')
    const ended = await endUserSessions(io, tx, call, owner_id)
    const { user_id: administrator_id, address } = administrator
    const by = { administrator_id, address }
    const act = { organization_id, by, act: 'owner_sessions_ended' as const }
    await noteAct(tx, { ...act, facts: { sessions: ended } }, io.clock.now())
    if (second_factor_lost) {
      await removeSecondFactor(io, tx, call, owner_id)
      const removed = 'owner_second_factor_removed' as const
      await noteAct(tx, { ...act, act: removed, facts: {} }, io.clock.now())
    }
    return ended
  })
}
