/**
 * A file of buyers on its way in from another program: sent, read, mapped, checked, applied.
 *
 * Every step but sending runs as a job; the page asks how far it is. One file at a time for each
 * shop. Nothing changes before the owner has seen what would. A balance and a turnover are brought
 * in once for a buyer, so that the same file sent again changes nothing.
 * Source: design/screens.md §5.12; decision 0040.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IMPORT_BYTES_MAX } from './limits.ts'
import { importStatus } from './product-import.ts'
import { id, moment, money } from './wire.ts'

export const buyerFields = [
  'phone',
  'name',
  'first_name',
  'last_name',
  'birthday',
  'city',
  'balance',
  'balance_until',
  'turnover',
  'tags',
  'note',
] as const
export type BuyerField = (typeof buyerFields)[number]
const buyerField = z.enum(buyerFields)

const mapping = z.partialRecord(buyerField, z.int().min(0).max(59))

const rowError = z.object({
  row: z.int().describe('As the spreadsheet counts: the headings are row 1.'),
  field: buyerField.nullable(),
  code: z.string(),
  message: z.string(),
  value: z.string(),
})

export const buyerImport = z.object({
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
  gifts: z.boolean().describe('New buyers get what a newcomer gets.'),
  rows_total: z.int(),
  rows_done: z.int().describe('Of the step that runs now.'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  balances: z.int().describe('Buyers who get an opening balance.'),
  balance_sum: money,
  balances_kept: z.int().describe('Rows whose buyer has had an opening balance before.'),
  room: z.int().nullable().describe('New buyers that the licenses allow; null: any number.'),
  errors: z.array(rowError).describe('The first of them.'),
  problem: z
    .enum(['not_a_sheet', 'locked', 'broken', 'empty', 'too_large', 'too_many_rows'])
    .nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
})
export type BuyerImport = z.output<typeof buyerImport>

const importParams = z.strictObject({ import_id: id })

export const startBuyerImport = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/imports',
  summary: 'Send a CSV or XLSX file of at most 100,000 rows as the one file of a form',
  access: 'owner',
  query: z.strictObject({
    organization_id: id,
    file_name: z.string().trim().min(1).max(200),
  }),
  upload: true,
  upload_bytes_max: IMPORT_BYTES_MAX,
  response: buyerImport,
  status: 201,
  refusals: ['unsupported_media', 'too_large', 'in_use', 'rate_limited'],
})

export const getLatestBuyerImport = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/imports',
  summary: 'The import of buyers that is under way, or the last one',
  access: 'owner',
  query: z.strictObject({ organization_id: id }),
  response: z.object({ import: buyerImport.nullable() }),
})

export const getBuyerImport = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/imports/{import_id}',
  summary: 'How far an import of buyers is',
  access: 'owner',
  params: importParams,
  response: buyerImport,
})

export const checkBuyerImport = endpoint({
  method: 'PATCH',
  path: '/api/v1/buyers/imports/{import_id}',
  summary: 'Say which column is which field, and find out what the file would change',
  access: 'owner',
  params: importParams,
  body: z.strictObject({
    mapping,
    /** Give new buyers what joining and a first purchase give; by default they get nothing. */
    gifts: z.boolean().default(false),
  }),
  response: buyerImport,
  refusals: ['in_use'],
})

export const applyBuyerImport = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/imports/{import_id}/apply',
  summary: 'Bring a checked file of buyers in; asked again, it answers how far it is',
  access: 'owner',
  params: importParams,
  body: z.strictObject({
    /** The owner may pass this data on. It makes no consent to advertising. */
    lawful: z.literal(true),
  }),
  response: buyerImport,
  refusals: ['in_use'],
})

export const dropBuyerImport = endpoint({
  method: 'DELETE',
  path: '/api/v1/buyers/imports/{import_id}',
  summary: 'Forget an import of buyers that is not being applied; the buyers stay as they are',
  access: 'owner',
  params: importParams,
  refusals: ['in_use'],
})

export const getBuyerImportTemplate = endpoint({
  method: 'GET',
  path: '/api/v1/buyers/import-template',
  summary: 'A file with the headings and two rows for example; the same for everybody',
  access: 'anyone',
  query: z.strictObject({
    format: z.enum(['csv', 'xlsx']),
    language: z.enum(['uk', 'ru', 'en']).default('uk'),
  }),
  download: true,
})
