import { IMPORT_ROWS_MAX } from '#contract/limits.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { readSheet, UnreadableFile, type SheetFormat } from '#server/io/spreadsheet.ts'
import { guessMapping, readRow, type RowError } from './import-rules.ts'
import * as store from './import-store.ts'
import type { CheckedRow, ImportKey, ImportRow } from './import-store.ts'
import { changesOf, KnownProducts, keysOf, nameKey, refuseChanges } from './merge-rules.ts'
import { newProduct, withChanges } from './save-product.ts'
import { saveProducts, type ProductRow } from './store.ts'

/** Errors that are told one by one; the rest are counted. */
const ERRORS_SHOWN = 500
const SAMPLE_ROWS = 5
const TRIES = 5

/**
 * Goes on with an import from where it stands. May run twice, and may have been broken off
 * anywhere: reading and checking begin again, applying goes on with the slices that are left.
 */
export async function runImport(io: Io, key: ImportKey): Promise<void> {
  const present = await store.findImport(io.db, key)
  switch (present?.status) {
    case 'reading':
      return readFile(io, key)
    case 'checking':
      return checkRows(io, key, present)
    case 'applying':
      return applyRows(io, key)
    default:
      return undefined
  }
}

/** Reads the file into slices of rows, and guesses what its columns are. */
async function readFile(io: Io, key: ImportKey): Promise<void> {
  const content = await store.readContent(io.db, key)
  if (!content) return
  let format: SheetFormat | null = null
  let headers: string[] | undefined
  const sample: string[][] = []
  let rows_total = 0
  let number = 0
  try {
    await readSheet(content, {
      begin: (told) => (format = told),
      async rows(slice) {
        const rows = headers ? slice : slice.slice(1)
        headers ??= slice[0]?.cells ?? []
        sample.push(...rows.slice(0, SAMPLE_ROWS - sample.length).map(({ cells }) => cells))
        rows_total += rows.length
        if (rows_total > IMPORT_ROWS_MAX) throw new TooManyRows()
        if (rows.length > 0) await store.saveSlice(io.db, key, (number += 1), rows)
      },
    })
    if (rows_total === 0) throw new UnreadableFile('empty')
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof TooManyRows)) throw error
    const problem = error instanceof TooManyRows ? 'too_many_rows' : error.problem
    return fail(io, key, problem)
  }
  const mapping = guessMapping(headers ?? [])
  const read = { status: 'mapping', format, headers, sample, mapping, rows_total } as const
  await store.updateImport(io.db, key, { ...read, content: null }, io.clock.now(), 'reading')
}

class TooManyRows extends Error {}

async function fail(io: Io, key: ImportKey, problem: NonNullable<ImportRow['problem']>) {
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    await store.deleteSlices(tx, key)
    const failed = { status: 'failed', problem, content: null, finished_at: now } as const
    await store.updateImport(tx, key, failed, now, 'reading')
  })
}

/** Collects what is counted and what is told of rows. */
class Tally {
  created = 0
  updated = 0
  unchanged = 0
  failed = 0
  errors: RowError[] = []

  refuse(errors: RowError[]): void {
    this.failed += 1
    this.errors.push(...errors.slice(0, Math.max(0, ERRORS_SHOWN - this.errors.length)))
  }

  get counts() {
    const { created, updated, unchanged, failed } = this
    return { created, updated, unchanged, failed }
  }
}

/** Finds out what every row would change. Writes nothing of the catalogue. */
async function checkRows(io: Io, key: ImportKey, { mapping }: ImportRow): Promise<void> {
  const tally = new Tally()
  const seen = new Map<string, number>()
  let rows_done = 0
  for (const number of await store.listSlices(io.db, key)) {
    const slice = await store.readSlice(io.db, key, number)
    const read = (slice?.cells ?? []).map((row) => readRow(row.number, row.cells, mapping))
    const rows: CheckedRow[] = []
    for (const [at, outcome] of read.entries()) {
      const row = slice?.cells[at]?.number ?? 0
      if ('errors' in outcome) tally.refuse(outcome.errors)
      else if (!isRepeated(row, outcome.changes, seen, tally)) {
        rows.push({ row, changes: outcome.changes })
      }
    }
    const known = new KnownProducts(await findKnown(io, key, rows))
    const good = rows.filter((row) => countRow(row, known, tally))
    await store.saveChecked(io.db, key, number, good)
    rows_done += slice?.cells.length ?? 0
    await store.updateImport(io.db, key, { rows_done }, io.clock.now(), 'checking')
  }
  const done = { ...tally.counts, errors: tally.errors, status: 'checked' } as const
  await store.updateImport(io.db, key, done, io.clock.now(), 'checking')
}

function isRepeated(
  row: number,
  changes: CheckedRow['changes'],
  seen: Map<string, number>,
  tally: Tally,
): boolean {
  const keys = keysOf(changes)
  const first = keys.map((name) => seen.get(name)).find((number) => number !== undefined)
  if (first === undefined) {
    for (const name of keys) seen.set(name, row)
    return false
  }
  const value = changes.barcode ?? changes.sku ?? changes.name ?? ''
  tally.refuse([{ row, field: null, code: 'repeated_row', value, params: { row: first } }])
  return true
}

/** Counts what a row would do; false: it cannot. */
function countRow(
  { row, changes }: CheckedRow,
  known: KnownProducts<ProductRow>,
  tally: Tally,
): boolean {
  const product = known.find(changes)
  if (typeof product === 'string') {
    const value = changes.barcode ?? changes.name ?? ''
    tally.refuse([{ row, field: null, code: product, value }])
    return false
  }
  const error = refuseChanges(row, changes, product)
  if (error) {
    tally.refuse([error])
    return false
  }
  if (!product) tally.created += 1
  else if (Object.keys(changesOf(changes, product)).length > 0) tally.updated += 1
  else tally.unchanged += 1
  return true
}

function findKnown(
  io: Io,
  key: ImportKey,
  rows: CheckedRow[],
  db: Parameters<typeof store.findKnown>[0] = io.db,
): Promise<ProductRow[]> {
  const given = (field: 'barcode' | 'sku') =>
    rows.flatMap(({ changes }) => (changes[field] === undefined ? [] : [changes[field]]))
  const names = rows.flatMap(({ changes: { barcode, sku, name } }) =>
    barcode === undefined && sku === undefined && name !== undefined ? [nameKey(name)] : [],
  )
  const by = { barcodes: given('barcode'), skus: given('sku'), names }
  return store.findKnown(db, key.organization_id, by, db !== io.db)
}

/** Brings the checked rows into the catalogue, a slice a transaction. */
async function applyRows(io: Io, key: ImportKey): Promise<void> {
  for (const number of await store.listSlices(io.db, key)) await applySlice(io, key, number)
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const present = await store.lockImport(tx, key)
    if (present?.status !== 'applying') return
    await store.deleteSlices(tx, key)
    await store.updateImport(tx, key, { status: 'done', finished_at: now }, now)
  })
}

async function applySlice(io: Io, key: ImportKey, number: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(io, key, number)
    } catch (error) {
      // A product made at this moment got one of the codes: what is known is read again.
      if (!store.isTaken(error) || attempt >= TRIES) throw error
    }
  }
}

function applyOnce(io: Io, key: ImportKey, number: number): Promise<void> {
  return inTransaction(io.db, async (tx) => {
    const present = await store.lockImport(tx, key)
    const slice = await store.readSlice(tx, key, number)
    if (present?.status !== 'applying' || !slice || slice.applied) return
    const now = io.clock.now()
    const rows = slice.changes ?? []
    const known = new KnownProducts(await findKnown(io, key, rows, tx))
    const tally = new Tally()
    tally.errors = present.errors
    // Two rows may name one product, by its barcode and by its article.
    const changed = new Map<string, ProductRow>()
    for (const row of rows) {
      if (!countRow(row, known, tally)) continue
      const found = known.find(row.changes)
      const product = typeof found === 'object' ? found : undefined
      const present_row = product && (changed.get(product.id) ?? product)
      const base = present_row ?? newProduct(key.organization_id, row.changes.name ?? '', now)
      const changes = changesOf(row.changes, base)
      if (product && Object.keys(changes).length === 0) continue
      changed.set(base.id, withChanges(base, changes, now))
    }
    await saveProducts(tx, [...changed.values()])
    await store.markApplied(tx, key, number, now)
    await store.updateImport(
      tx,
      key,
      {
        created: present.created + tally.created,
        updated: present.updated + tally.updated,
        unchanged: present.unchanged + tally.unchanged,
        failed: present.failed + tally.failed,
        errors: tally.errors,
        rows_done: present.rows_done + slice.cells.length,
      },
      now,
    )
  })
}
