/**
 * A file of buyers on its way in from another program, as every import goes (`sheet-import.ts`). A
 * balance and a turnover are brought in once for a buyer, so that the same file sent again changes
 * nothing.
 * Source: design/screens.md §5.12; decision 0040.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IMPORT_BYTES_MAX } from './limits.ts'
import { importParams, importQuery, importShape, mappingOf, templateQuery } from './sheet-import.ts'
import { id, money } from './wire.ts'

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

const mapping = mappingOf(buyerFields)

export const buyerImport = z.object({
  ...importShape(buyerFields),
  gifts: z.boolean().describe('New buyers get what a newcomer gets.'),
  balances: z.int().describe('Buyers who get an opening balance.'),
  balance_sum: money,
  balances_kept: z.int().describe('Rows whose buyer has had an opening balance before.'),
  room: z.int().nullable().describe('New buyers that the licenses allow; null: any number.'),
})
export type BuyerImport = z.output<typeof buyerImport>

export const startBuyerImport = endpoint({
  method: 'POST',
  path: '/api/v1/buyers/imports',
  summary: 'Send a CSV or XLSX file of at most 100,000 rows as the one file of a form',
  access: 'owner',
  query: importQuery,
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
  query: templateQuery,
  download: true,
})
