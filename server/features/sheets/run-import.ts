import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { readSheet, UnreadableFile, type SheetFormat } from '#server/io/spreadsheet.ts'
import { mapColumns } from './column-rules.ts'
import type { ImportKey, ImportRow, SheetKind } from './sheet-kind.ts'
import * as store from './store.ts'
import { Tally } from './tally-rules.ts'

const TRIES = 20
const SAMPLE_ROWS = 5

/**
 * Goes on with an import from where it stands. May run twice, and may have been broken off
 * anywhere: reading and checking begin again, applying goes on with the slices that are left.
 */
export async function runImport(io: Io, kind: SheetKind, key: ImportKey): Promise<void> {
  const present = await store.findImport(io.db, key)
  switch (present?.status) {
    case 'reading':
      return readFile(io, kind, key)
    case 'checking':
      return checkRows(io, kind, present)
    case 'applying':
      return applyRows(io, kind, key)
    default:
      return undefined
  }
}

/** Reads the file into slices of rows, and guesses what its columns are. */
async function readFile(io: Io, kind: SheetKind, key: ImportKey): Promise<void> {
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
        if (rows_total > kind.rows_max) throw new TooManyRows()
        if (rows.length > 0) await store.saveSlice(io.db, key, (number += 1), rows)
      },
    })
    if (rows_total === 0) throw new UnreadableFile('empty')
  } catch (error) {
    if (!(error instanceof UnreadableFile || error instanceof TooManyRows)) throw error
    const problem = error instanceof TooManyRows ? 'too_many_rows' : error.problem
    return fail(io, key, problem)
  }
  const mapping = mapColumns(headers ?? [], kind.columns, kind.programs)
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

/** Finds out what every row would change. Writes nothing but that. */
async function checkRows(io: Io, kind: SheetKind, key: ImportRow): Promise<void> {
  const tally = new Tally()
  const check = await kind.check(io, key)
  const none = { ...key, created: 0, updated: 0, unchanged: 0, failed: 0 }
  let rows_done = 0
  for (const number of await store.listSlices(io.db, key)) {
    const cells = (await store.readSlice(io.db, key, number))?.cells ?? []
    await store.saveChecked(io.db, key, number, await check(cells, tally))
    rows_done += cells.length
    await store.updateImport(io.db, key, { rows_done }, io.clock.now(), 'checking')
  }
  const room = (await kind.room?.(io, key.organization_id)) ?? null
  const done = { ...tally.over(none), room, status: 'checked' } as const
  await store.updateImport(io.db, key, done, io.clock.now(), 'checking')
}

/** Brings the checked rows in, a slice a transaction. */
async function applyRows(io: Io, kind: SheetKind, key: ImportKey): Promise<void> {
  for (const number of await store.listSlices(io.db, key)) await applySlice(io, kind, key, number)
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const present = await store.lockImport(tx, key)
    if (present?.status !== 'applying') return
    await store.deleteSlices(tx, key)
    await store.updateImport(tx, key, { status: 'done', finished_at: now }, now)
  })
}

/** When somebody changes at this moment what the slice is about, it begins again. */
async function applySlice(io: Io, kind: SheetKind, key: ImportKey, number: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inTransaction(io.db, (tx) => applyOnce(io, tx, kind, key, number))
    } catch (error) {
      if (!kind.isMeanwhile(error) || attempt >= TRIES) throw error
    }
  }
}

/** The rows of one slice, the counts, and the mark that it is done. */
async function applyOnce(
  io: Io,
  tx: Tx,
  kind: SheetKind,
  key: ImportKey,
  number: number,
): Promise<void> {
  const present = await store.lockImport(tx, key)
  const slice = await store.readSlice(tx, key, number)
  if (present?.status !== 'applying' || !slice || slice.applied) return
  const tally = new Tally(present.errors)
  await kind.apply(io, tx, present, slice.changes ?? [], tally)
  const now = io.clock.now()
  await store.markApplied(tx, key, number, now)
  const rows_done = present.rows_done + slice.cells.length
  await store.updateImport(tx, key, { ...tally.over(present), rows_done }, now)
}
