import type { Ask } from '#contract/endpoint.ts'
import type { CashRegisterUser, updateCashRegisterUser } from '#contract/pos.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import { shortChanges } from '#server/features/audit/rules.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { given } from './add-cashier.ts'
import * as store from './cashier-store.ts'
import { requireOwnCashier } from './require-own-cashiers.ts'
import { defaultPermissions } from './rules.ts'
import { deleteSessionsOf } from './session-store.ts'
import { showCashiers } from './show-cashiers.ts'
import { findCommonOrganization } from './store.ts'

/**
 * Changes a cashier. Another role brings its own permissions unless some are given; switching off
 * ends every session in the same transaction.
 * Refuses: `not_found`, `name_taken` for a login, `validation_failed`.
 */
export async function updateCashier(
  io: Io,
  owner: Owner,
  { id, pos_ids, login, ...ask }: Ask<typeof updateCashRegisterUser>['body'],
): Promise<CashRegisterUser> {
  const present = await requireOwnCashier(io, owner, id)
  const { organization_id } = present
  const is_integration = present.role === 'integration'
  if (is_integration && (login !== undefined || ask.role !== undefined)) {
    throw new Refusal('validation_failed', {
      fields: [{ path: login === undefined ? 'role' : 'login', code: 'invalid' }],
    })
  }
  if (pos_ids) {
    const common = await findCommonOrganization(io.db, owner.user_id, pos_ids)
    if (common?.id !== organization_id) throw new Refusal('not_found')
  }
  const { permissions: asked, ...changes } = ask
  const role = ask.role ?? present.role
  const base = role === present.role ? present.permissions : {}
  const permissions = { ...defaultPermissions(role), ...base, ...given(asked) }
  await inTransaction(io.db, async (tx) => {
    await store.updateCashier(tx, organization_id, id, { ...given(changes), permissions })
    if (pos_ids) await store.replacePlaces(tx, organization_id, id, pos_ids)
    if (login !== undefined && login !== present.login) {
      await store.deleteLogin(tx, organization_id, id)
      const won = await store.insertLogin(tx, { login, organization_id, cashier_id: id })
      if (!won) throw new Refusal('name_taken', { fields: [{ path: 'login', code: 'taken' }] })
    }
    // An integration has nowhere to sign in again: its token waits, and is not accepted, till then.
    if (ask.enabled === false && !is_integration) await deleteSessionsOf(tx, organization_id, id)
    const on = { kind: 'cashier' as const, id, name: present.name }
    const after = { ...given(changes), ...given(asked), login, pos_ids: pos_ids?.length }
    const changed = shortChanges({ ...present, ...present.permissions, pos_ids: null }, after)
    const act = { organization_id, by: owner, on, changes: changed }
    await noteAct(tx, { ...act, act: 'cashier_changed' }, io.clock.now())
  })
  const [user] = await showCashiers(io, [await requireOwnCashier(io, owner, id)])
  if (!user) throw new Refusal('not_found')
  return user
}
