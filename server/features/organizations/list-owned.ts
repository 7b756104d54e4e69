import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { listOrganizations, type OrganizationRow } from './store.ts'

const ALL = 1000

/** All organizations of an owner, by name. */
export async function listOwned(io: Io, owner: Owner): Promise<OrganizationRow[]> {
  const { items } = await listOrganizations(io.db, owner.user_id, { page: 1, limit: ALL })
  return items
}
