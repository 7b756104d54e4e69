import type { Answer, Ask } from '#contract/endpoint.ts'
import type { createCashRegisterUser } from '#contract/pos.ts'
import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import { requireFeature } from '#server/features/licensing/require-feature.ts'
import { requireWithinLimit } from '#server/features/licensing/require-within-limit.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { addCashier } from './add-cashier.ts'
import { countCashiers } from './cashier-store.ts'
import { makeSecret } from './make-secret.ts'
import { requireOwnCashier } from './require-own-cashiers.ts'
import { showCashiers } from './show-cashiers.ts'
import { findCommonOrganization } from './store.ts'

/**
 * Adds a cashier to one or several points of sale of one organization; answers the PIN (or an
 * integration's token), which is kept nowhere.
 * Refuses: `not_found`, `name_taken`, `tariff_limit`, `validation_failed`.
 */
export async function createCashier(
  io: Io,
  owner: Owner,
  { pos_id, pos_ids, ...ask }: Ask<typeof createCashRegisterUser>['body'],
): Promise<Answer<typeof createCashRegisterUser>> {
  const places = pos_ids ?? (pos_id === undefined ? [] : [pos_id])
  if (places.length === 0 || (pos_ids !== undefined && pos_id !== undefined)) {
    throw new Refusal('validation_failed', { fields: [{ path: 'pos_ids', code: 'required' }] })
  }
  if (ask.role === 'integration' && ask.login !== undefined) {
    throw new Refusal('validation_failed', { fields: [{ path: 'login', code: 'invalid' }] })
  }
  const organization = await findCommonOrganization(io.db, owner.user_id, places)
  if (!organization) throw new Refusal('not_found')
  // Made before the transaction: a PIN takes its time to hash.
  const secret = await makeSecret(ask.role)
  const now = io.clock.now()
  const id = await inTransaction(io.db, async (tx) => {
    const count = () => countCashiers(tx, organization.id)
    const limit = { organization_id: organization.id, kind: 'cashiers' as const, count }
    await requireWithinLimit(tx, limit, now)
    if (ask.role === 'integration') await requireFeature(tx, organization.id, 'api', now)
    const added = await addCashier(tx, organization, { ...ask, pos_ids: places }, secret, now)
    const on = { kind: 'cashier' as const, id: added, name: ask.name }
    const facts = { role: ask.role }
    const act = { organization_id: organization.id, by: owner, on, facts }
    await noteAct(tx, { ...act, act: 'cashier_added' }, now)
    return added
  })
  return showWithSecret(io, owner, id, secret)
}

/** The answer that shows a secret, once. */
export async function showWithSecret(
  io: Io,
  owner: Owner,
  id: string,
  secret: Awaited<ReturnType<typeof makeSecret>>,
): Promise<Answer<typeof createCashRegisterUser>> {
  const [user] = await showCashiers(io, [await requireOwnCashier(io, owner, id)])
  if (!user) throw new Refusal('not_found')
  return secret.token === null ? { user, pin: secret.pin } : { user, token: secret.token.text }
}
