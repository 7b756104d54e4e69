/**
 * A file of receipts of the past on its way in, as every import goes (`sheet-import.ts`). They give
 * history, turnover and the last visit on their own days, and no bonuses: balances come with the
 * buyers. A receipt that is there already stays as it is, so that the same file changes nothing.
 * Source: decision 0056.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IMPORT_BYTES_MAX } from './limits.ts'
import { importParams, importQuery, importShape, mappingOf, templateQuery } from './sheet-import.ts'
import { id, money } from './wire.ts'

export const receiptFields = [
  'date',
  'time',
  'number',
  'phone',
  'card',
  'pos',
  'sum',
  'product',
  'barcode',
  'sku',
  'category',
  'quantity',
  'price',
  'line_sum',
] as const
export type ReceiptField = (typeof receiptFields)[number]

export const receiptImport = z.object({
  ...importShape(receiptFields),
  pos_id: id.nullable().describe('Where a row without a point of sale was sold.'),
  members: z.int().describe('Of the new receipts, those with a buyer.'),
  paid: money.describe('Money of the new receipts.'),
})
export type ReceiptImport = z.output<typeof receiptImport>

export const startReceiptImport = endpoint({
  method: 'POST',
  path: '/api/v1/receipts/imports',
  summary: 'Send a CSV or XLSX file of at most 100,000 rows as the one file of a form',
  access: 'owner',
  query: importQuery,
  upload: true,
  upload_bytes_max: IMPORT_BYTES_MAX,
  response: receiptImport,
  status: 201,
  refusals: ['unsupported_media', 'too_large', 'in_use', 'rate_limited'],
})

export const getLatestReceiptImport = endpoint({
  method: 'GET',
  path: '/api/v1/receipts/imports',
  summary: 'The import of receipts that is under way, or the last one',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({ import: receiptImport.nullable() }),
})

export const getReceiptImport = endpoint({
  method: 'GET',
  path: '/api/v1/receipts/imports/{import_id}',
  summary: 'How far an import of receipts is',
  access: 'owner',
  params: importParams,
  response: receiptImport,
})

export const checkReceiptImport = endpoint({
  method: 'PATCH',
  path: '/api/v1/receipts/imports/{import_id}',
  summary: 'Say which column is which field, and find out what the file would add',
  access: 'owner',
  params: importParams,
  body: z.strictObject({
    mapping: mappingOf(receiptFields),
    /** Where rows that name no point of sale were sold; absent: the shop's only one. */
    pos_id: id.optional(),
  }),
  response: receiptImport,
  refusals: ['in_use'],
})

export const applyReceiptImport = endpoint({
  method: 'POST',
  path: '/api/v1/receipts/imports/{import_id}/apply',
  summary: 'Bring a checked file of receipts in; asked again, it answers how far it is',
  access: 'owner',
  params: importParams,
  response: receiptImport,
  refusals: ['in_use'],
})

export const dropReceiptImport = endpoint({
  method: 'DELETE',
  path: '/api/v1/receipts/imports/{import_id}',
  summary: 'Forget an import of receipts that is not being applied; the receipts stay',
  access: 'owner',
  params: importParams,
  refusals: ['in_use'],
})

export const getReceiptImportTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/receipts/import-template',
  summary: 'A file with the headings and three rows for example; the same for everybody',
  access: 'anyone',
  query: templateQuery,
  download: true,
})
