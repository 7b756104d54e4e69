import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnCashiers, type CashierRow } from './cashier-store.ts'

/**
 * Proves that all of `ids` are cashiers of the owner's organizations.
 * Refuses: `not_found` when any of them is a stranger's, deleted or absent.
 */
export async function requireOwnCashiers(
  io: Io,
  owner: Owner,
  ids: readonly string[],
): Promise<CashierRow[]> {
  const found = await findOwnCashiers(io.db, owner.user_id, ids)
  if (found.length !== new Set(ids).size) throw new Refusal('not_found')
  return found
}

/** The same for one. */
export async function requireOwnCashier(io: Io, owner: Owner, id: string): Promise<CashierRow> {
  const [cashier] = await requireOwnCashiers(io, owner, [id])
  if (!cashier) throw new Refusal('not_found')
  return cashier
}
