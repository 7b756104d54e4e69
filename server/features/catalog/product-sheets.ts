import { IMPORT_ROWS_MAX } from '#contract/limits.ts'
import type {
  CheckedRow,
  ImportKey,
  ImportRow,
  SheetKind,
} from '#server/features/sheets/sheet-kind.ts'
import type { Tally } from '#server/features/sheets/tally-rules.ts'
import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { columnNames } from './column-names-rules.ts'
import { readRow, type RowChanges } from './import-rules.ts'
import * as store from './known-store.ts'
import { changesOf, KnownProducts, keysOf, nameKey, refuseChanges } from './merge-rules.ts'
import { productPrograms } from './program-columns-rules.ts'
import { newProduct, withChanges } from './save-product.ts'
import { saveProducts, type ProductRow } from './store.ts'

/** Files of products: price lists. */
export const productSheets: SheetKind<RowChanges> = {
  name: 'products',
  job: 'catalog.import',
  rows_max: IMPORT_ROWS_MAX,
  columns: columnNames,
  programs: productPrograms,
  needed: ['name', 'barcode', 'sku'],
  figures: [],
  check: beginCheck,
  apply: applyRows,
  // A product made at this moment got one of the codes: what is known is read again.
  isMeanwhile: store.isTaken,
}

type Checked = CheckedRow<RowChanges>

/** Finds out what every row would change. */
async function beginCheck(io: Io, present: ImportRow) {
  const seen = new Map<string, number>()
  const check: Awaited<ReturnType<SheetKind<RowChanges>['check']>> = async (cells, tally) => {
    const rows: Checked[] = []
    for (const { number: row, cells: said } of cells) {
      const read = readRow(row, said, present.mapping)
      if ('errors' in read) tally.refuse(...read.errors)
      else if (isFirst(row, read.changes, seen, tally)) rows.push({ row, changes: read.changes })
    }
    const known = new KnownProducts(await findKnown(io, present, rows))
    return rows.filter((row) => countRow(row, known, tally))
  }
  return check
}

function isFirst(row: number, changes: RowChanges, seen: Map<string, number>, tally: Tally) {
  const value = changes.barcode ?? changes.sku ?? changes.name ?? ''
  return tally.isFirst(seen, keysOf(changes), { row, field: null, code: 'repeated_row', value })
}

/** Counts what a row would do; false: it cannot. */
function countRow(
  { row, changes }: Checked,
  known: KnownProducts<ProductRow>,
  tally: Tally,
): boolean {
  const product = known.find(changes)
  if (typeof product === 'string') {
    const value = changes.barcode ?? changes.name ?? ''
    tally.refuse({ row, field: null, code: product, value })
    return false
  }
  const error = refuseChanges(row, changes, product)
  if (error) {
    tally.refuse(error)
    return false
  }
  if (!product) tally.created += 1
  else if (Object.keys(changesOf(changes, product)).length > 0) tally.updated += 1
  else tally.unchanged += 1
  return true
}

function findKnown(
  io: Io,
  { organization_id }: ImportKey,
  rows: Checked[],
  db: Parameters<typeof store.findKnown>[0] = io.db,
): Promise<ProductRow[]> {
  const given = (field: 'barcode' | 'sku') =>
    rows.flatMap(({ changes }) => (changes[field] === undefined ? [] : [changes[field]]))
  const names = rows.flatMap(({ changes: { barcode, sku, name } }) =>
    barcode === undefined && sku === undefined && name !== undefined ? [nameKey(name)] : [],
  )
  const by = { barcodes: given('barcode'), skus: given('sku'), names }
  return store.findKnown(db, organization_id, by, db !== io.db)
}

/** Brings rows of a file into the catalogue. */
async function applyRows(
  io: Io,
  tx: Tx,
  present: ImportRow,
  rows: Checked[],
  tally: Tally,
): Promise<void> {
  const now = io.clock.now()
  const known = new KnownProducts(await findKnown(io, present, rows, tx))
  // Two rows may name one product, by its barcode and by its article.
  const changed = new Map<string, ProductRow>()
  for (const row of rows) {
    if (!countRow(row, known, tally)) continue
    const found = known.find(row.changes)
    const product = typeof found === 'object' ? found : undefined
    const present_row = product && (changed.get(product.id) ?? product)
    const base = present_row ?? newProduct(present.organization_id, row.changes.name ?? '', now)
    const changes = changesOf(row.changes, base)
    if (product && Object.keys(changes).length === 0) continue
    changed.set(base.id, withChanges(base, changes, now))
  }
  await saveProducts(tx, [...changed.values()])
}
