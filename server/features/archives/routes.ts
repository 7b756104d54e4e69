import * as endpoints from '#contract/archives.ts'
import type { Archive } from '#contract/archives.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { dropArchive, startArchive } from './start-archive.ts'
import { findOwnArchive, listArchives, type ArchiveRow } from './store.ts'
import { linkArchive, takeArchive } from './take-archive.ts'

const SHOWN = 10

export function routes(io: Io): Route[] {
  return [
    route(endpoints.startArchive, async ({ body }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, body.organization_id)
      return present(await startArchive(io, owner, id))
    }),

    route(endpoints.listArchives, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      return { items: (await listArchives(io.db, id, SHOWN)).map(present) }
    }),

    route(endpoints.linkArchive, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return linkArchive(io, owner, await requireOwnArchive(io, owner, params.archive_id))
    }),

    route(endpoints.takeArchive, async ({ params }) => takeArchive(io, params.token)),

    route(endpoints.dropArchive, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await dropArchive(io, await requireOwnArchive(io, owner, params.archive_id))
    }),
  ]
}

/** Refuses: `not_found`, alike for a stranger's and an absent one. */
async function requireOwnArchive(io: Io, owner: Owner, id: string): Promise<ArchiveRow> {
  const found = await findOwnArchive(io.db, owner.user_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}

function present(row: ArchiveRow): Archive {
  const { id, status, rows_total, rows_done, bytes, sha256 } = row
  return {
    ...{ id, status, rows_total, rows_done, bytes, sha256 },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
