/**
 * A CSV or XLSX file of an owner on its way in, whatever its rows are about: sent, read, mapped,
 * checked, applied. Every step but sending runs as a job; the page asks how far it is. One file of a
 * kind at a time for each shop, and nothing changes before the owner has seen what would.
 */
import { z } from 'zod'
import { id, line, moment } from './wire.ts'

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

/** Which column is which field; columns are counted from 0. */
export const mappingOf = <const F extends readonly string[]>(fields: F) =>
  z.partialRecord(z.enum(fields), z.int().min(0).max(59))

/** What every import answers of itself, for rows with these fields. */
export const importShape = <const F extends readonly string[]>(fields: F) => ({
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
  mapping: mappingOf(fields),
  rows_total: z.int(),
  rows_done: z.int().describe('Of the step that runs now.'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  failed: z.int(),
  errors: z
    .array(
      z.object({
        row: z.int().describe('As the spreadsheet counts: the headings are row 1.'),
        field: z.enum(fields).nullable(),
        code: z.string(),
        message: z.string(),
        value: z.string(),
      }),
    )
    .describe('The first of them.'),
  problem: z
    .enum(['not_a_sheet', 'locked', 'broken', 'empty', 'too_large', 'too_many_rows'])
    .nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
})

type Shape = z.output<z.ZodObject<ReturnType<typeof importShape<readonly string[]>>>>
/** An import whose rows have these fields. */
export type SheetImport<Field extends string = string> = Omit<Shape, 'mapping' | 'errors'> & {
  mapping: Partial<Record<Field, number>>
  errors: (Omit<Shape['errors'][number], 'field'> & { field: Field | null })[]
}

export const importParams = z.strictObject({ import_id: id })

/** What a file is sent with. */
export const importQuery = z.strictObject({
  organization_id: id,
  file_name: line(1, 200),
})

/** Which example of a file is wanted. */
export const templateQuery = z.strictObject({
  format: z.enum(['csv', 'xlsx']),
  language: z.enum(['uk', 'ru', 'en']).default('uk'),
})
