import type { Owner } from '#server/features/identity/require-owner.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnPos, type PosRow } from './store.ts'

/** A point of sale whose owner has been proven. */
export type OwnPos = PosRow & { organization_id: OrganizationId }

/**
 * Proves that `owner` owns the point of sale.
 * Refuses: `not_found`, alike for a stranger's, a deleted and an absent one.
 */
export async function requireOwnPos(io: Io, owner: Owner, pos_id: string): Promise<OwnPos> {
  const pos = await findOwnPos(io.db, owner.user_id, pos_id)
  if (!pos) throw new Refusal('not_found')
  return { ...pos, organization_id: pos.organization_id as OrganizationId }
}
