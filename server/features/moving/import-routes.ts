import * as endpoints from '#contract/buyer-import.ts'
import type { BuyerImport } from '#contract/buyer-import.ts'
import { requireOwner, type Owner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'
import * as store from './import-store.ts'
import type { ImportRow } from './import-store.ts'
import { makeTemplate } from './make-template.ts'
import { applyImport, checkImport, dropImport, startImport } from './start-import.ts'

export function importRoutes(io: Io): Route[] {
  return [
    route(endpoints.startBuyerImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const content = await call.file()
      return present(await startImport(io, owner, id, query.file_name, content), call.language)
    }),

    route(endpoints.getLatestBuyerImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const row = await store.findLatestImport(io.db, id)
      return { import: row ? present(row, call.language) : null }
    }),

    route(endpoints.getBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(await requireOwnImport(io, owner, params.import_id), call.language)
    }),

    route(endpoints.checkBuyerImport, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, owner, params.import_id)
      return present(await checkImport(io, key, body), call.language)
    }),

    route(endpoints.applyBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, owner, params.import_id)
      return present(await applyImport(io, owner, key), call.language)
    }),

    route(endpoints.dropBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await dropImport(io, await requireOwnImport(io, owner, params.import_id))
    }),

    route(endpoints.getBuyerImportTemplate, async ({ query: { format, language } }) =>
      makeTemplate(format, language),
    ),
  ]
}

/** Refuses: `not_found`, alike for a stranger's and an absent one. */
async function requireOwnImport(io: Io, owner: Owner, id: string): Promise<ImportRow> {
  const found = await store.findOwnImport(io.db, owner.user_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}

function present(row: ImportRow, language: TextLanguage): BuyerImport {
  const { organization_id: _, created_by: _by, created_at, finished_at, errors, ...rest } = row
  const say = textIn(language)
  return {
    ...rest,
    errors: errors.map(({ params, ...error }) => ({
      ...error,
      message: say(`refusals:${error.code}`, params),
    })),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }
}
