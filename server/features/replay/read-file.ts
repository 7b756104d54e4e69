import { REPLAY_ROWS_MAX } from '#contract/limits.ts'
import { readSheet, UnreadableFile } from '#server/io/spreadsheet.ts'
import { findColumns, readReceipt, type Columns, type FileReceipt } from './file-rules.ts'
import type { RowError } from './file-rules.ts'
import type { ReplayRow } from './store.ts'

/** Errors that are told one by one; the rest are counted. */
const ERRORS_SHOWN = 100

export type ReadFile = { receipts: FileReceipt[]; rows_failed: number; errors: RowError[] }

class Refused extends Error {
  readonly problem: NonNullable<ReplayRow['problem']>
  constructor(problem: NonNullable<ReplayRow['problem']>) {
    super(problem)
    this.problem = problem
  }
}

/** Reads a file of receipts and puts them in the order of time; a problem says why it cannot. */
export async function readFile(
  content: Buffer,
  timezone: string,
): Promise<ReadFile | { problem: NonNullable<ReplayRow['problem']> }> {
  const read: ReadFile = { receipts: [], rows_failed: 0, errors: [] }
  let columns: Columns | null = null
  let rows = 0
  try {
    await readSheet(content, {
      begin: () => {},
      async rows(slice) {
        const body = columns ? slice : slice.slice(1)
        columns ??= findColumns(slice[0]?.cells ?? [])
        if (!columns) throw new Refused('no_columns')
        rows += body.length
        if (rows > REPLAY_ROWS_MAX) throw new Refused('too_many_rows')
        for (const { number, cells } of body) {
          const said = readReceipt(number, cells, columns, timezone)
          if ('receipt' in said) read.receipts.push(said.receipt)
          else {
            read.rows_failed += 1
            if (read.errors.length < ERRORS_SHOWN) read.errors.push(said.error)
          }
        }
      },
    })
  } catch (error) {
    if (error instanceof Refused || error instanceof UnreadableFile) {
      return { problem: error.problem }
    }
    throw error
  }
  read.receipts.sort((a, b) => a.at - b.at)
  return read
}
