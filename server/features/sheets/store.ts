/**
 * Every SQL of imports.
 *
 * Invariants: one open import of a kind for each shop, by a unique index; a slice of rows is applied in the
 * transaction that marks it applied and counts it, under the lock of its import, so that nothing
 * is applied twice, however often the job runs and wherever it was broken off.
 */
import { sql } from 'kysely'
import type { ImportStatus } from '#contract/sheet-import.ts'
import type { Db, Tx } from '#server/io/db.ts'
import type { CheckedRow, FileRow, ImportKey, ImportRow } from './sheet-kind.ts'

const columns = sql.raw(
  [
    'organization_id, id, kind, status, file_name, format, headers, sample, mapping, option',
    'pos_id',
    'rows_total, rows_done, created, updated, unchanged, failed, figures, room, created_by, errors',
    'problem, created_at, finished_at',
  ]
    .join(', ')
    .split(', ')
    .map((name) => `i.${name}`)
    .join(', '),
)

/** False: another import of this kind is open in the shop. */
export async function insertImport(
  tx: Tx,
  row: Pick<
    ImportRow,
    'organization_id' | 'id' | 'kind' | 'file_name' | 'created_by' | 'created_at'
  > & {
    content: Buffer
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into sheet_import
      (organization_id, id, kind, status, file_name, content, created_by, created_at, updated_at)
    values (${row.organization_id}, ${row.id}, ${row.kind}, 'reading', ${row.file_name}, ${row.content},
      ${row.created_by}, ${row.created_at}, ${row.created_at})
    on conflict (organization_id, kind) where status not in ('done', 'failed') do nothing
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function findOwnImport(
  db: Db,
  kind: string,
  owner_id: string,
  id: string,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from organization o
      join sheet_import i on i.organization_id = o.id and i.id = ${id} and i.kind = ${kind}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

export async function findLatestImport(
  db: Db,
  kind: string,
  organization_id: string,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from sheet_import i
     where i.organization_id = ${organization_id} and i.kind = ${kind}
     order by i.id desc limit 1`.execute(db)
  return rows[0]
}

export async function findImport(db: Db, key: ImportKey): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from sheet_import i
     where i.organization_id = ${key.organization_id} and i.id = ${key.id}`.execute(db)
  return rows[0]
}

/** Holds an import while a step of it is done or begun. */
export async function lockImport(tx: Tx, key: ImportKey): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from sheet_import i
     where i.organization_id = ${key.organization_id} and i.id = ${key.id} for update`.execute(tx)
  return rows[0]
}

export async function readContent(db: Db, key: ImportKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('sheet_import')
    .select('content')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return row?.content ?? null
}

type Changes = Partial<Omit<ImportRow, keyof ImportKey | 'kind' | 'created_at' | 'created_by'>> & {
  content?: null
  applied_at?: Date
}

/** Changes an import; with `from`, only while it is in that state. */
export async function updateImport(
  db: Db,
  key: ImportKey,
  changes: Changes,
  now: Date,
  from?: ImportStatus,
): Promise<void> {
  const { format, sample, mapping, figures, errors, ...plain } = changes
  await db
    .updateTable('sheet_import')
    .set({
      ...plain,
      ...(format !== undefined && { format: JSON.stringify(format) }),
      ...(sample !== undefined && { sample: JSON.stringify(sample) }),
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
      ...(figures !== undefined && { figures: JSON.stringify(figures) }),
      ...(errors !== undefined && { errors: JSON.stringify(errors) }),
      updated_at: now,
    })
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .$if(from !== undefined, (query) => query.where('status', '=', from ?? ''))
    .execute()
}

export async function deleteImport(tx: Tx, key: ImportKey): Promise<void> {
  await tx
    .deleteFrom('sheet_import')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

/** Imports that nobody went on with, and the past of those that ended. */
export async function deleteForgotten(db: Db, open_before: Date, ended_before: Date) {
  await sql`
    delete from sheet_import
     where (status in ('reading', 'mapping', 'checking', 'checked') and updated_at < ${open_before})
        or (status in ('done', 'failed') and updated_at < ${ended_before})`.execute(db)
}

/** Keeps a slice of a file; read again after a break, it is the same one. */
export async function saveSlice(
  db: Db,
  { organization_id, id }: ImportKey,
  number: number,
  rows: FileRow[],
): Promise<void> {
  const cells = JSON.stringify(rows)
  await db
    .insertInto('sheet_import_slice')
    .values({ organization_id, import_id: id, number, cells })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'import_id', 'number']).doUpdateSet({ cells }),
    )
    .execute()
}

export async function listSlices(db: Db, { organization_id, id }: ImportKey): Promise<number[]> {
  const rows = await db
    .selectFrom('sheet_import_slice')
    .select('number')
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('applied_at', 'is', null)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

export async function readSlice(
  db: Db,
  { organization_id, id }: ImportKey,
  number: number,
): Promise<{ cells: FileRow[]; changes: CheckedRow[] | null; applied: boolean } | undefined> {
  const { rows } = await sql<{ cells: FileRow[]; changes: CheckedRow[] | null; applied: boolean }>`
    select cells, changes, applied_at is not null as applied from sheet_import_slice
     where organization_id = ${organization_id} and import_id = ${id} and number = ${number}`.execute(
    db,
  )
  return rows[0]
}

export async function saveChecked(
  db: Db,
  { organization_id, id }: ImportKey,
  number: number,
  changes: CheckedRow[],
): Promise<void> {
  await db
    .updateTable('sheet_import_slice')
    .set({ changes: JSON.stringify(changes) })
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .execute()
}

export async function markApplied(
  tx: Tx,
  { organization_id, id }: ImportKey,
  number: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sheet_import_slice')
    .set({ applied_at: now })
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .execute()
}

export async function deleteSlices(tx: Tx, { organization_id, id }: ImportKey): Promise<void> {
  await tx
    .deleteFrom('sheet_import_slice')
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .execute()
}
