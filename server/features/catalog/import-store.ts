/**
 * Every SQL of imports.
 *
 * Invariants: one open import for each shop, by a unique index; a slice of rows is applied in the
 * transaction that marks it applied and counts it, under the lock of its import, so that nothing
 * is applied twice, however often the job runs and wherever it was broken off.
 */
import { sql } from 'kysely'
import type { ImportStatus } from '#contract/sheet-import.ts'
import { databaseCode, type Db, type Tx } from '#server/io/db.ts'
import type { FileProblem, SheetFormat } from '#server/io/spreadsheet.ts'
import type { Mapping, RowChanges, RowError } from './import-rules.ts'
import { productColumns, type ProductRow } from './store.ts'

export type ImportRow = {
  organization_id: string
  id: string
  status: ImportStatus
  file_name: string
  format: SheetFormat | null
  headers: string[]
  sample: string[][]
  mapping: Mapping
  rows_total: number
  rows_done: number
  created: number
  updated: number
  unchanged: number
  failed: number
  errors: RowError[]
  problem: FileProblem | 'too_many_rows' | null
  created_at: Date
  finished_at: Date | null
}
export type ImportKey = { organization_id: string; id: string }

/** A row of a file as it was read, and what it would change. */
export type FileRow = { number: number; cells: string[] }
export type CheckedRow = { row: number; changes: RowChanges }

const columns = sql.raw(
  [
    'organization_id, id, status, file_name, format, headers, sample, mapping, rows_total',
    'rows_done, created, updated, unchanged, failed, errors, problem, created_at, finished_at',
  ]
    .join(', ')
    .split(', ')
    .map((name) => `i.${name}`)
    .join(', '),
)

/** False: another import of this shop is open. */
export async function insertImport(
  tx: Tx,
  row: ImportKey & { file_name: string; content: Buffer; created_by: string; created_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into product_import
      (organization_id, id, status, file_name, content, created_by, created_at, updated_at)
    values (${row.organization_id}, ${row.id}, 'reading', ${row.file_name}, ${row.content},
      ${row.created_by}, ${row.created_at}, ${row.created_at})
    on conflict (organization_id) where status not in ('done', 'failed') do nothing
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function findOwnImport(
  db: Db,
  owner_id: string,
  id: string,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from organization o
      join product_import i on i.organization_id = o.id and i.id = ${id}
     where o.owner_id = ${owner_id} and o.deleted_at is null`.execute(db)
  return rows[0]
}

export async function findLatestImport(
  db: Db,
  organization_id: string,
): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from product_import i where i.organization_id = ${organization_id}
     order by i.id desc limit 1`.execute(db)
  return rows[0]
}

export async function findImport(db: Db, key: ImportKey): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from product_import i
     where i.organization_id = ${key.organization_id} and i.id = ${key.id}`.execute(db)
  return rows[0]
}

/** Holds an import while a step of it is done or begun. */
export async function lockImport(tx: Tx, key: ImportKey): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select ${columns} from product_import i
     where i.organization_id = ${key.organization_id} and i.id = ${key.id} for update`.execute(tx)
  return rows[0]
}

export async function readContent(db: Db, key: ImportKey): Promise<Buffer | null> {
  const row = await db
    .selectFrom('product_import')
    .select('content')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .executeTakeFirst()
  return row?.content ?? null
}

type Changes = Partial<Omit<ImportRow, 'organization_id' | 'id' | 'created_at'>> & {
  content?: null
}

/** Changes an import; with `from`, only while it is in that state. */
export async function updateImport(
  db: Db,
  key: ImportKey,
  changes: Changes,
  now: Date,
  from?: ImportStatus,
): Promise<void> {
  const { format, sample, mapping, errors, ...plain } = changes
  await db
    .updateTable('product_import')
    .set({
      ...plain,
      ...(format !== undefined && { format: JSON.stringify(format) }),
      ...(sample !== undefined && { sample: JSON.stringify(sample) }),
      ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }),
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
    .deleteFrom('product_import')
    .where('organization_id', '=', key.organization_id)
    .where('id', '=', key.id)
    .execute()
}

/** Imports that nobody went on with, and the past of those that ended. */
export async function deleteForgotten(db: Db, open_before: Date, ended_before: Date) {
  await sql`
    delete from product_import
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
    .insertInto('product_import_slice')
    .values({ organization_id, import_id: id, number, first_row: rows[0]?.number ?? 0, cells })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'import_id', 'number']).doUpdateSet({ cells }),
    )
    .execute()
}

export async function listSlices(db: Db, { organization_id, id }: ImportKey): Promise<number[]> {
  const rows = await db
    .selectFrom('product_import_slice')
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
    select cells, changes, applied_at is not null as applied from product_import_slice
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
    .updateTable('product_import_slice')
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
    .updateTable('product_import_slice')
    .set({ applied_at: now })
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .execute()
}

export async function deleteSlices(tx: Tx, { organization_id, id }: ImportKey): Promise<void> {
  await tx
    .deleteFrom('product_import_slice')
    .where('organization_id', '=', organization_id)
    .where('import_id', '=', id)
    .execute()
}

/** What rows may name products by. */
export type KnownBy = { barcodes: string[]; skus: string[]; names: string[] }

/** The products that these rows may be about; with a transaction they are held, in key order. */
export async function findKnown(
  db: Db | Tx,
  organization_id: string,
  { barcodes, skus, names }: KnownBy,
  hold: boolean,
): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    select ${productColumns} from product
     where organization_id = ${organization_id} and id in (
       select id from product
        where organization_id = ${organization_id} and barcode = any(${barcodes}::text[])
       union all select id from product
        where organization_id = ${organization_id} and sku = any(${skus}::text[])
       union all select id from product
        where organization_id = ${organization_id} and lower(name) = any(${names}::text[]))
     order by id ${hold ? sql`for update` : sql``}`.execute(db)
  return rows
}

/** True for the refusal of a code that another product got in between. */
export const isTaken = (error: unknown): boolean => databaseCode(error) === '23505'
