import type { Owner } from '#server/features/identity/require-owner.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnProduct, type ProductRow } from './store.ts'

/** A product whose owner has been proven. */
export type OwnProduct = ProductRow & { organization_id: OrganizationId }

/**
 * Proves that `owner` owns the product.
 * Refuses: `not_found`, alike for a stranger's, a deleted and an absent one.
 */
export async function requireOwnProduct(io: Io, owner: Owner, id: string): Promise<OwnProduct> {
  const product = await findOwnProduct(io.db, owner.user_id, id)
  if (!product) throw new Refusal('not_found')
  return { ...product, organization_id: product.organization_id as OrganizationId }
}
