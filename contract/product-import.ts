/**
 * A file of products on its way into the catalogue, as every import goes (`sheet-import.ts`).
 * Source: design/screens.md §5.5.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IMPORT_BYTES_MAX } from './limits.ts'
import { importParams, importQuery, importShape, mappingOf, templateQuery } from './sheet-import.ts'
import { id } from './wire.ts'

export const importFields = [
  'name',
  'barcode',
  'sku',
  'category',
  'unit',
  'price',
  'cost',
  'min_price',
  'min_price_percent',
  'description',
  'link',
  'active',
  'exclude_discount',
  'exclude_accrual',
  'exclude_spend',
  'accrual_percent',
] as const
export type ImportField = (typeof importFields)[number]

const mapping = mappingOf(importFields)

export const productImport = z.object(importShape(importFields))
export type ProductImport = z.output<typeof productImport>

export const startImport = endpoint({
  method: 'POST',
  path: '/api/v1/products/imports',
  summary: 'Send a CSV or XLSX file of at most 50,000 rows as the one file of a form',
  access: 'owner',
  query: importQuery,
  upload: true,
  upload_bytes_max: IMPORT_BYTES_MAX,
  response: productImport,
  status: 201,
  refusals: ['unsupported_media', 'too_large', 'in_use', 'rate_limited'],
})

export const getLatestImport = endpoint({
  method: 'GET',
  path: '/api/v1/products/imports',
  summary: 'The import that is under way, or the last one',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({ import: productImport.nullable() }),
})

export const getImport = endpoint({
  method: 'GET',
  path: '/api/v1/products/imports/{import_id}',
  summary: 'How far an import is',
  access: 'owner',
  params: importParams,
  response: productImport,
})

export const checkImport = endpoint({
  method: 'PATCH',
  path: '/api/v1/products/imports/{import_id}',
  summary: 'Say which column is which field, and find out what the file would change',
  access: 'owner',
  params: importParams,
  body: z.strictObject({ mapping }),
  response: productImport,
  refusals: ['in_use'],
})

export const applyImport = endpoint({
  method: 'POST',
  path: '/api/v1/products/imports/{import_id}/apply',
  summary: 'Bring a checked file into the catalogue; asked again, it answers how far it is',
  access: 'owner',
  params: importParams,
  response: productImport,
  refusals: ['in_use'],
})

export const dropImport = endpoint({
  method: 'DELETE',
  path: '/api/v1/products/imports/{import_id}',
  summary: 'Forget an import that is not being applied; the catalogue stays as it is',
  access: 'owner',
  params: importParams,
  refusals: ['in_use'],
})

export const getImportTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/products/import-template',
  summary: 'A file with the headings and two rows for example; the same for everybody',
  access: 'anyone',
  query: templateQuery,
  download: true,
})
