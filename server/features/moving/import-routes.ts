import * as endpoints from '#contract/buyer-import.ts'
import { buyerFields, type BuyerField, type BuyerImport } from '#contract/buyer-import.ts'
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
import { buyerSheets } from './buyer-sheets.ts'

export function importRoutes(io: Io): Route[] {
  return [
    route(endpoints.startBuyerImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const content = await call.file()
      return present(
        await startImport(io, buyerSheets, owner, id, query.file_name, content),
        call.language,
      )
    }),

    route(endpoints.getLatestBuyerImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const row = await findLatestImport(io, buyerSheets, id)
      return { import: row ? present(row, call.language) : null }
    }),

    route(endpoints.getBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(
        await requireOwnImport(io, buyerSheets, owner, params.import_id),
        call.language,
      )
    }),

    route(endpoints.checkBuyerImport, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, buyerSheets, owner, params.import_id)
      const asked = { mapping: body.mapping, option: body.gifts }
      return present(await checkImport(io, buyerSheets, key, asked), call.language)
    }),

    route(endpoints.applyBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, buyerSheets, owner, params.import_id)
      return present(await applyImport(io, buyerSheets, owner, key), call.language)
    }),

    route(endpoints.dropBuyerImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await dropImport(io, await requireOwnImport(io, buyerSheets, owner, params.import_id))
    }),

    route(endpoints.getBuyerImportTemplate, async ({ query }) =>
      makeTemplate('moving', buyerFields, query),
    ),
  ]
}

function present(row: ImportRow, language: TextLanguage): BuyerImport {
  const { balances = 0, balance_sum = 0, balances_kept = 0 } = row.figures
  return {
    ...presentImport<BuyerField>(row, language),
    ...{ gifts: row.option, room: row.room, balances, balance_sum, balances_kept },
  }
}
