/**
 * Spreadsheets: rows of text out of a CSV or XLSX file that a stranger sent, and files of rows for
 * people. The only place that knows the libraries behind it (docs/decisions/0008-spreadsheets.md).
 *
 * A file is read in a thread of its own: it may be large, and it may be made to do harm. The thread
 * has little memory, is ended when it takes too long, and hands rows over a slice at a time, so
 * tills never wait for it.
 */
import { Worker } from 'node:worker_threads'
import { withoutUnseen } from '#contract/plain-text.ts'
import type { FileProblem, FromReader, SheetFormat } from './spreadsheet-messages.ts'

export type { FileProblem, SheetFormat } from './spreadsheet-messages.ts'

/** A file that is no spreadsheet, or one that is too much. */
export class UnreadableFile extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

const READER_MS = 60_000
const READER_MEMORY_MB = 512

/** A slice of a file: `number` counts from 1 with the row of headings, as spreadsheets show it. */
export type Slice = { number: number; cells: string[] }[]

/**
 * Reads a file: `begin` is told what it turned out to be, then `take` gets its rows, empty ones
 * left out, at most 250 at a time; the next come when it is done with them.
 * Throws `UnreadableFile`.
 */
export async function readSheet(
  bytes: Uint8Array,
  take: { begin(format: SheetFormat): void; rows(slice: Slice): Promise<void> },
): Promise<void> {
  const worker = new Worker(new URL('./spreadsheet-reader.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: READER_MEMORY_MB },
    stdout: true,
    stderr: true,
  })
  const timer = setTimeout(() => void worker.terminate(), READER_MS)
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('error', () => reject(new UnreadableFile('too_large')))
      worker.on('exit', () => reject(new UnreadableFile('too_large')))
      worker.on('message', (message: FromReader) => {
        if (message.kind === 'begin') take.begin(message.format)
        else if (message.kind === 'problem') reject(new UnreadableFile(message.problem))
        else if (message.kind === 'end') resolve()
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker, no window.
        else take.rows(message.rows).then(() => worker.postMessage('next'), reject)
      })
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/**
 * A cell that a spreadsheet would take for a formula is text, and nothing that runs: also behind
 * spaces, and with the wide signs that eastern editions read as the narrow ones.
 */
const asText = (value: string): string =>
  /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(value) ? `'${value}` : value

/** A row of a file for people: a number stays a number, a text is never a formula. */
export type Row = readonly (string | number)[]

/** What stands between cells, and before a fraction. */
export type CsvStyle = 'semicolon' | 'comma' | 'tab'
const separators = { semicolon: ';', comma: ',', tab: '\t' } as const

/** A line as a program of that habit reads it; the Ukrainian Excel's is the semicolon. */
function csvLine(row: Row, style: CsvStyle = 'semicolon'): string {
  const cells = row.map((value) => {
    if (typeof value === 'number') {
      return style === 'comma' ? String(value) : String(value).replace('.', ',')
    }
    const text = asText(value)
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${cells.join(separators[style])}\r\n`
}

const BYTE_ORDER_MARK = '\uFEFF'

/** A CSV as the Ukrainian Excel opens it at a double click: a byte order mark, semicolons. */
export function writeCsv(rows: readonly Row[]): Buffer {
  return Buffer.from(BYTE_ORDER_MARK + rows.map((row) => csvLine(row)).join(''))
}

/** The same, written as its rows come: some thousand rows in memory at most. */
export async function* streamCsv(
  rows: AsyncIterable<readonly Row[]>,
  style: CsvStyle = 'semicolon',
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BYTE_ORDER_MARK)
  for await (const some of rows) {
    yield Buffer.from(some.map((row) => csvLine(row, style)).join(''))
  }
}

/** A text is read as it was written: `_x003D_` is the workbook's own way to write a sign. */
const xlsxCell = (value: string | number): string | number =>
  typeof value === 'string'
    ? withoutUnseen(value).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    : value

/** An XLSX written as its rows come; a table longer than a sheet goes on in the next one. */
export async function* streamXlsx(
  name: string,
  rows: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  async function* each() {
    for await (const some of rows) for (const row of some) yield row.map(xlsxCell)
  }
  // Loaded with the first workbook, because a start is long enough without it.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(each(), { name })
}

/** An XLSX with one sheet. Numbers given as numbers stay numbers. */
export async function writeXlsx(name: string, rows: readonly Row[]): Promise<Buffer> {
  async function* all() {
    yield rows
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of streamXlsx(name, all())) chunks.push(chunk)
  return Buffer.concat(chunks)
}
