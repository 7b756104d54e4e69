/**
 * A file of products on its way into the catalogue: sent, read, mapped, checked, applied.
 *
 * Every step but sending runs as a job; the page asks how far it is. One file at a time for each
 * shop. Nothing of the catalogue changes before the owner has seen what would.
 * Source: design/screens.md §5.5.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IMPORT_BYTES_MAX } from './limits.ts'
import { id, moment } from './wire.ts'

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
const importField = z.enum(importFields)

export const importStatus = z.enum([
  'reading',
  'mapping',
  'checking',
  'checked',
  'applying',
  'done',
  'failed',
])
export type ImportStatus = z.output<typeof importStatus>

const mapping = z.partialRecord(importField, z.int().min(0).max(59))

const rowError = z.object({
  row: z.int().describe('As the spreadsheet counts: the headings are row 1.'),
  field: importField.nullable(),
  code: z.string(),
  message: z.string(),
  value: z.string(),
})

export const productImport = z.object({
  id,
  status: importStatus,
  file_name: z.string(),
  format: z
    .object({
      kind: z.enum(['csv', 'xlsx']),
      encoding: z.string().optional(),
      delimiter: z.string().optional(),
    })
    .nullable(),
  headers: z.array(z.string()),
  sample: z.array(z.array(z.string())).describe('The first rows under the headings.'),
  mapping,
  rows_total: z.int(),
  rows_done: z.int().describe('Of the step that runs now.'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  errors: z.array(rowError).describe('The first of them.'),
  problem: z
    .enum(['not_a_sheet', 'locked', 'broken', 'empty', 'too_large', 'too_many_rows'])
    .nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
})
export type ProductImport = z.output<typeof productImport>

const importParams = z.strictObject({ import_id: id })

export const startImport = endpoint({
  method: 'POST',
  path: '/api/v1/products/imports',
  summary: 'Send a CSV or XLSX file of at most 50,000 rows as the one file of a form',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    file_name: z.string().trim().min(1).max(200),
  }),
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
  query: z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    language: z.enum(['uk', 'ru', 'en']).default('uk'),
  }),
  download: true,
})
