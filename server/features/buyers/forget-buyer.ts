import { noteAct } from '#server/features/audit/note-act.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit } from '#server/features/ledger/decide-and-commit.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import { forfeit } from '#server/features/ledger/transfer-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { announce } from '#server/features/ledger/events.ts'
import { buyerForgotten } from './events.ts'
import { deleteCodesOf } from './code-store.ts'
import { deleteLinkCodesOf } from './link-code-store.ts'
import { eraseIdentity, insertAudit, selectProfile } from './store.ts'

/**
 * Forgets a buyer: the balance is booked as forfeited, the identity erased, of cards merged into
 * this one too, the ledger kept under ids that name nobody. The HMAC of the phone stays, so that a gift is not given again.
 * `by` null: the buyer's own wish. Safe to repeat: who is forgotten stays so.
 * Refuses: `buyer_not_found`.
 */
export async function forgetBuyer(
  io: Io,
  program: Program,
  by: { user_id: string; address?: string | undefined } | null,
  key: { organization_id: string; buyer_id: string },
): Promise<void> {
  const { organization_id, buyer_id } = key
  const present = await selectProfile(io.db, organization_id, buyer_id)
  if (present?.merged_into != null) {
    return forgetBuyer(io, program, by, { organization_id, buyer_id: present.merged_into })
  }
  // The identity first: from then on nothing is given to the account that is emptied next.
  await inTransaction(io.db, async (tx) => {
    const now = io.clock.now()
    if (!(await eraseIdentity(tx, key, now))) throw new Refusal('buyer_not_found')
    await deleteCodesOf(tx, key)
    await deleteLinkCodesOf(tx, key)
    if (by) {
      await insertAudit(tx, {
        ...{ organization_id, id: newId(now), buyer_id, user_id: by.user_id, created_at: now },
        action: 'forgotten',
      })
      const on = { kind: 'buyer' as const, id: buyer_id }
      await noteAct(tx, { organization_id, by, act: 'buyer_forgotten', on }, now)
    }
    await announce(io, tx, organization_id, [buyerForgotten(key)])
  })
  await decideAndCommit(io, key, {
    async read() {
      const account = await readAccount(io, key)
      if (!account) throw new Refusal('buyer_not_found')
      return account
    },
    decide(account) {
      const now = io.clock.now()
      const draft = beginChange(account, now.getTime())
      const actor = by ? `owner:${by.user_id}` : 'buyer'
      const { balance, debt } = draft.account
      const source = `forget:${account.entries}`
      if (balance > 0 || debt > 0) forfeit(draft, { source, actor })
      const day = dayOf(now.getTime(), program.timezone).text
      return {
        operation: { organization_id, change: endChange(draft), now, day, pos_id: null },
        result: null,
      }
    },
  })
}
