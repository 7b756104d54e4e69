import * as endpoints from '#contract/product-import.ts'
import { importFields, type ImportField } from '#contract/product-import.ts'
import { requireOwner } from '#server/features/identity/require-owner.ts'
import { requireOrganization } from '#server/features/organizations/require-organization.ts'
import { makeTemplate } from '#server/features/sheets/make-template.ts'
import {
  findLatestImport,
  presentImport,
  requireOwnImport,
} from '#server/features/sheets/own-imports.ts'
import type { ImportRow } from '#server/features/sheets/sheet-kind.ts'
import {
  applyImport,
  checkImport,
  dropImport,
  startImport,
} from '#server/features/sheets/start-import.ts'
import { route, type Route } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { productSheets } from './product-sheets.ts'

export function importRoutes(io: Io): Route[] {
  return [
    route(endpoints.startImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const content = await call.file()
      return present(
        await startImport(io, productSheets, owner, id, query.file_name, content),
        call.language,
      )
    }),

    route(endpoints.getLatestImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const row = await findLatestImport(io, productSheets, id)
      return { import: row ? present(row, call.language) : null }
    }),

    route(endpoints.getImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(
        await requireOwnImport(io, productSheets, owner, params.import_id),
        call.language,
      )
    }),

    route(endpoints.checkImport, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, productSheets, owner, params.import_id)
      return present(await checkImport(io, productSheets, key, body), call.language)
    }),

    route(endpoints.applyImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, productSheets, owner, params.import_id)
      return present(await applyImport(io, productSheets, owner, key), call.language)
    }),

    route(endpoints.dropImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await dropImport(io, await requireOwnImport(io, productSheets, owner, params.import_id))
    }),

    route(endpoints.getImportTemplate, async ({ query }) =>
      makeTemplate('products', importFields, query),
    ),
  ]
}

const present = (row: ImportRow, language: TextLanguage) =>
  presentImport<ImportField>(row, language)
