import type { SheetImport } from '#contract/sheet-import.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'
import type { ImportRow, SheetKind } from './sheet-kind.ts'
import * as store from './store.ts'

/** Refuses: `not_found`, alike for a stranger's, one of another kind and an absent one. */
export async function requireOwnImport(
  io: Io,
  { name }: SheetKind,
  owner: Owner,
  id: string,
): Promise<ImportRow> {
  const found = await store.findOwnImport(io.db, name, owner.user_id, id)
  if (!found) throw new Refusal('not_found')
  return found
}

/** The import of this kind that is under way, or the last one. */
export const findLatestImport = (
  { db }: Io,
  { name }: SheetKind,
  organization_id: string,
): Promise<ImportRow | undefined> => store.findLatestImport(db, name, organization_id)

/** What every import answers of itself; the fields are those of its kind. */
export function presentImport<Field extends string>(
  row: ImportRow,
  language: TextLanguage,
): SheetImport<Field> {
  const say = textIn(language)
  const { id, status, file_name, format, headers, sample, rows_total, rows_done, problem } = row
  const { created, updated, unchanged, failed } = row
  return {
    ...{ id, status, file_name, format, headers, sample, rows_total, rows_done, problem },
    ...{ created, updated, unchanged, failed },
    mapping: row.mapping,
    errors: row.errors.map(({ params, field, ...error }) => ({
      ...error,
      // The kind names its own fields.
      field: field as Field | null,
      message: say(`refusals:${error.code}`, params),
    })),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}
