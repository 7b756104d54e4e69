import * as endpoints from '#contract/receipt-import.ts'
import { type ReceiptField, type ReceiptImport } from '#contract/receipt-import.ts'
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
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { listPoints } from './past-receipt-store.ts'
import { receiptSheets } from './receipt-sheets.ts'

/** One receipt of a sum and one of two lines are shown with these. */
const templateFields = ['date', 'number', 'phone', 'pos', 'sum', 'product', 'quantity', 'price']

export function receiptImportRoutes(io: Io): Route[] {
  return [
    route(endpoints.startReceiptImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const content = await call.file()
      return present(
        await startImport(io, receiptSheets, owner, id, query.file_name, content),
        call.language,
      )
    }),

    route(endpoints.getLatestReceiptImport, async ({ query }, call) => {
      const owner = await requireOwner(io, call)
      const { id } = await requireOrganization(io, owner, query.organization_id)
      const row = await findLatestImport(io, receiptSheets, id)
      return { import: row ? present(row, call.language) : null }
    }),

    route(endpoints.getReceiptImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      return present(
        await requireOwnImport(io, receiptSheets, owner, params.import_id),
        call.language,
      )
    }),

    route(endpoints.checkReceiptImport, async ({ params, body }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, receiptSheets, owner, params.import_id)
      requireSum(body.mapping)
      await requirePoint(io, key.organization_id, body.pos_id)
      return present(await checkImport(io, receiptSheets, key, body), call.language)
    }),

    route(endpoints.applyReceiptImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      const key = await requireOwnImport(io, receiptSheets, owner, params.import_id)
      return present(await applyImport(io, receiptSheets, owner, key), call.language)
    }),

    route(endpoints.dropReceiptImport, async ({ params }, call) => {
      const owner = await requireOwner(io, call)
      await dropImport(io, await requireOwnImport(io, receiptSheets, owner, params.import_id))
    }),

    route(endpoints.getReceiptImportTemplate, async ({ query }) =>
      makeTemplate('moving', templateFields, query, { prefix: 'receipt_', count: 3 }),
    ),
  ]
}

/** Refuses: `validation_failed` when nothing of a sum is told. */
function requireSum({ sum, line_sum, price }: Partial<Record<ReceiptField, number>>): void {
  if ((sum ?? line_sum ?? price) !== undefined) return
  throw new Refusal('validation_failed', { fields: [{ path: 'mapping.sum', code: 'required' }] })
}

/** Refuses: `validation_failed` for a point of sale that the shop has not. */
async function requirePoint(io: Io, organization_id: string, pos_id: string | undefined) {
  const points = pos_id === undefined ? [] : await listPoints(io.db, organization_id)
  if (pos_id === undefined || points.some(({ id }) => id === pos_id)) return
  throw new Refusal('validation_failed', { fields: [{ path: 'pos_id', code: 'not_an_option' }] })
}

function present(row: ImportRow, language: TextLanguage): ReceiptImport {
  const { members = 0, paid = 0 } = row.figures
  return { ...presentImport<ReceiptField>(row, language), pos_id: row.pos_id, members, paid }
}
