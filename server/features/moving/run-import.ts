import { BUYER_ROWS_MAX } from '#contract/limits.ts'
import { readBuyerRoom } from '#server/features/buyers/bring-buyers-in.ts'
import { guessColumns } from '#server/features/catalog/import-rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { readSheet, UnreadableFile, type SheetFormat } from '#server/io/spreadsheet.ts'
import { applySlice } from './apply-slice.ts'
import { columnNames } from './column-names-rules.ts'
import { readRow } from './import-rules.ts'
import * as store from './import-store.ts'
import type { CheckedRow, ImportKey, ImportRow } from './import-store.ts'
import { lookRowsUp } from './look-rows-up.ts'
import { Tally } from './tally-rules.ts'

const SAMPLE_ROWS = 5

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
        if (rows_total > BUYER_ROWS_MAX) throw new TooManyRows()
        if (rows.length > 0) await store.saveSlice(io.db, key, (number += 1), rows)
      },
    })
    if (rows_total === 0) throw new UnreadableFile('empty')
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof TooManyRows)) throw error
    const problem = error instanceof TooManyRows ? 'too_many_rows' : error.problem
    return fail(io, key, problem)
  }
  const mapping = guessColumns(headers ?? [], columnNames)
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

/** Finds out what every row would change. Writes nothing of the buyers. */
async function checkRows(io: Io, key: ImportKey, { mapping }: ImportRow): Promise<void> {
  const shop = await loadProgramOf(io, key.organization_id)
  if (!shop) return
  const today = dayOf(io.clock.now().getTime(), shop.program.timezone).text
  const tally = new Tally()
  const seen = new Map<string, number>()
  let rows_done = 0
  for (const number of await store.listSlices(io.db, key)) {
    const cells = (await store.readSlice(io.db, key, number))?.cells ?? []
    const rows: CheckedRow[] = []
    for (const row of cells) {
      const read = readRow(row.number, row.cells, mapping, today)
      if ('errors' in read) tally.refuse(read.errors)
      else if (tally.isFirst(row.number, read.changes.phone, read.changes.phone, seen)) {
        rows.push({ row: row.number, changes: read.changes })
      }
    }
    const good = (await lookRowsUp(io, io.db, key.organization_id, rows, false)).filter((found) =>
      tally.count(found),
    )
    const checked = good.map(({ row, changes }) => ({ row, changes }))
    await store.saveChecked(io.db, key, number, checked)
    rows_done += cells.length
    await store.updateImport(io.db, key, { rows_done }, io.clock.now(), 'checking')
  }
  const room = await readBuyerRoom(io, key.organization_id)
  const done = { ...tally.counts, failed: tally.failed, errors: tally.errors, room } as const
  await store.updateImport(io.db, key, { ...done, status: 'checked' }, io.clock.now(), 'checking')
}

/** Brings the checked rows in, a slice a transaction. */
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
