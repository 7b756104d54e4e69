import * as endpoints from '#contract/bulk.ts'
import type { Bulk } from '#contract/bulk.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findOwnBulk, type BulkRow } from './bulk-store.ts'
import { exportBulk } from './export-bulk.ts'
import { prepareBulk, startBulk } from './prepare-bulk.ts'

export function bulkRoutes(io: Io): Route[] {
  return [
    route(endpoints.prepareBulk, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const organization = await requireOrganization(io, owner, body.organization_id)
      return present(await prepareBulk(io, owner, organization, body))
    }),

    route(endpoints.getBulk, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(await requireOwnBulk(io, owner, params.bulk_id))
    }),

    route(endpoints.startBulk, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(await startBulk(io, owner, await requireOwnBulk(io, owner, params.bulk_id)))
    }),

    route(endpoints.exportBulk, async ({ params, query }, call) => {
      const owner = await requireOwner(io, call)
      const row = await requireOwnBulk(io, owner, params.bulk_id)
      const { format, language = call.language } = query
      return exportBulk(io, owner, row, { format, language })
    }),
  ]
}

/** Refuses: `not_found`, alike for a stranger's and an absent one. */
async function requireOwnBulk(io: Io, owner: Owner, id: string): Promise<BulkRow> {
  const found = await findOwnBulk(io.db, owner.user_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}

function present(row: BulkRow): Bulk {
  const { id, kind, status, buyers, done, skipped, act } = row
  return {
    ...{ id, kind, status, buyers, done, skipped },
    sum: act.kind === 'accrual' ? act.amount * buyers : 0,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
