/** The thread that reads one file and hands over its rows; see spreadsheet.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { parse } from 'csv-parse'
import { streamXlsxRows } from 'hucre/xlsx'
import { cut } from '#contract/plain-text.ts'
import { decodeCsv, guessDelimiter, isOldOffice, isZip, textOf } from './spreadsheet-format.ts'
import type { FileProblem, FromReader } from './spreadsheet-messages.ts'

const ROWS_AT_ONCE = 250
const COLUMNS_MAX = 60
const CELL_MAX = 2_000
/** Ten times what a file of the largest size unpacks to; a bomb says so in its own directory. */
const UNPACKED_MAX = 512 * 1024 * 1024

const port = parentPort
if (!port) throw new Error('this file is a thread')
const say = (message: FromReader) => port.postMessage(message)
const told = () => new Promise<void>((resolve) => port.once('message', () => resolve()))

type Row = { number: number; cells: unknown[] }

async function* rowsOfCsv(bytes: Uint8Array): AsyncGenerator<Row> {
  const decoded = decodeCsv(bytes)
  if (!decoded) throw new Problem('not_a_sheet')
  const { encoding } = decoded
  const text = decoded.text.replace(/^\uFEFF/, '')
  const delimiter = guessDelimiter(text)
  say({ kind: 'begin', format: { kind: 'csv', encoding, delimiter } })
  const parser = parse({ delimiter, relax_quotes: true, relax_column_count: true })
  parser.end(text.replace(/^sep=.\r?\n/, ''))
  let number = text.startsWith('sep=') ? 1 : 0
  for await (const cells of parser) yield { number: (number += 1), cells: cells as string[] }
}

async function* rowsOfXlsx(bytes: Uint8Array): AsyncGenerator<Row> {
  const parts = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries()
  const unpacked = parts.reduce((sum, part) => sum + part.uncompressedSize, 0)
  if (unpacked > UNPACKED_MAX) throw new Problem('too_large')
  say({ kind: 'begin', format: { kind: 'xlsx' } })
  for await (const { index, values } of streamXlsxRows(bytes)) {
    yield { number: index + 1, cells: values }
  }
}

class Problem extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}

async function read(bytes: Uint8Array): Promise<void> {
  if (isOldOffice(bytes)) throw new Problem('locked')
  let slice: { number: number; cells: string[] }[] = []
  let any = false
  for await (const row of isZip(bytes) ? rowsOfXlsx(bytes) : rowsOfCsv(bytes)) {
    const cells = row.cells.slice(0, COLUMNS_MAX).map((cell) => cut(textOf(cell), CELL_MAX))
    if (cells.every((cell) => cell === '')) continue
    any = true
    slice.push({ number: row.number, cells })
    if (slice.length < ROWS_AT_ONCE) continue
    say({ kind: 'rows', rows: slice })
    slice = []
    await told()
  }
  if (!any) throw new Problem('empty')
  if (slice.length > 0) {
    say({ kind: 'rows', rows: slice })
    await told()
  }
}

try {
  await read(workerData as Uint8Array)
  say({ kind: 'end' })
} catch (error) {
  say({ kind: 'problem', problem: error instanceof Problem ? error.problem : 'broken' })
}
port.close()
