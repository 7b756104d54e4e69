import { noteAct } from '#server/features/audit/note-act.ts'
import { dayNumber, dayOf, startOfDay } from '#server/features/ledger/calendar-rules.ts'
import { beginChange, endChange } from '#server/features/ledger/change-rules.ts'
import { decideAndCommit } from '#server/features/ledger/decide-and-commit.ts'
import { readAccount } from '#server/features/ledger/read-account.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { presentLevel, type BuyerWhole } from './present-buyer.ts'
import { insertAudit, selectProfile } from './store.ts'

export type Pin = {
  /** Number of a row of the present ladder; null takes the pin off. */
  level: number | null
  /** The last local day it holds, `YYYY-MM-DD`; null: until it is taken off. */
  until: string | null
}

/**
 * Sets a buyer's level by an owner's hand, whatever the turnover says, from the next receipt on.
 * Who did it is written down. Refuses: `buyer_not_found`, `validation_failed`.
 */
export async function pinLevel(
  io: Io,
  organization: Organization,
  owner: { user_id: string; address?: string | undefined },
  buyer_id: string,
  pin: Pin,
): Promise<BuyerWhole['level']> {
  const program = await loadProgram(io, organization)
  const now = io.clock.now()
  const today = dayOf(now.getTime(), program.timezone)
  if (pin.level !== null && !program.levels.some(({ number }) => number === pin.level)) {
    throw new Refusal('validation_failed', { fields: [{ path: 'level', code: 'not_an_option' }] })
  }
  if (pin.until !== null && pin.until < today.text) {
    throw new Refusal('validation_failed', { fields: [{ path: 'until', code: 'too_small' }] })
  }
  const key = { organization_id: organization.id, buyer_id }
  const profile = await selectProfile(io.db, organization.id, buyer_id)
  if (!profile || profile.status === 'forgotten') throw new Refusal('buyer_not_found')
  const pinned_until =
    pin.level === null || pin.until === null
      ? null
      : startOfDay(dayNumber(pin.until) + 1, program.timezone)
  const settled = await decideAndCommit(io, key, {
    async read() {
      const account = await readAccount(io, key)
      if (!account) throw new Refusal('buyer_not_found')
      return account
    },
    decide(account) {
      const draft = beginChange(account, now.getTime())
      Object.assign(draft.account, { pinned_level: pin.level, pinned_until })
      const change = endChange(draft)
      const operation = {
        ...{ organization_id: organization.id, change, now, day: today.text, pos_id: null },
      }
      return { operation, result: presentLevel(change.account, program, now) }
    },
  })
  if (settled.status !== 'committed') throw new Error(`pinLevel: ${settled.status} cannot be`)
  const action = `level: ${pin.level ?? 'free'} ${pin.until ?? ''}`.trim()
  await inTransaction(io.db, async (tx) => {
    await insertAudit(tx, {
      ...{ ...key, id: newId(now), user_id: owner.user_id, action, created_at: now },
    })
    const act = { organization_id: organization.id, by: owner, facts: { fields: action } }
    const on = { kind: 'buyer' as const, id: buyer_id }
    await noteAct(tx, { ...act, act: 'buyer_changed', on }, now)
  })
  return settled.result
}
