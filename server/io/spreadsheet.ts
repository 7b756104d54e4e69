/**
 * Spreadsheets: rows of text out of a CSV or XLSX file that a stranger sent, and files of rows for
 * people. The only place that knows the libraries behind it (docs/decisions/0008-spreadsheets.md).
 *
 * A file is read in a thread of its own: it may be large, and it may be made to do harm. The thread
 * has little memory, is ended when it takes too long, and hands rows over a slice at a time, so
 * tills never wait for it.
 */
import { Worker } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
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

/** A cell that a spreadsheet would take for a formula is text, and nothing that runs. */
const asText = (value: string): string => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

/** A CSV as the Ukrainian Excel opens it at a double click: a byte order mark, semicolons. */
export function writeCsv(rows: readonly (readonly string[])[]): Buffer {
  const quoted = (value: string) =>
    /[";\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
  const lines = rows.map((row) => row.map((value) => quoted(asText(value))).join(';'))
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`)
}

/** An XLSX with one sheet. Numbers given as numbers stay numbers. */
export async function writeXlsx(
  name: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const stream = writeXlsxStream(
    rows.map((row) => [...row]),
    { name },
  )
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
