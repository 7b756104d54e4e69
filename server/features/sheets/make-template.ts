import type { FileAnswer } from '#contract/endpoint.ts'
import { writeCsv, writeXlsx } from '#server/io/spreadsheet.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'

/**
 * A file to fill in: the headings we recognise, and two rows for example. The texts are an area of
 * the server's: a heading for each field, `file` and the examples; with `prefix` before each.
 */
export async function makeTemplate(
  area: string,
  fields: readonly string[],
  { format, language }: { format: 'csv' | 'xlsx'; language: TextLanguage },
  { prefix = '', count = 2 }: { prefix?: string; count?: number } = {},
): Promise<FileAnswer> {
  const say = textIn(language)
  const word = (key: string) => say(`${area}:${prefix}${key}`)
  const headings = fields.map(word)
  const examples = Array.from({ length: count }, (_, at) => word(`example_${at + 1}`).split('|'))
  const file_name = `${word('file')}.${format}`
  if (format === 'csv') {
    const media_type = 'text/csv; charset=utf-8'
    return { file_name, media_type, bytes: writeCsv([headings, ...examples]) }
  }
  const rows = examples.map((cells) => cells.map(asNumber))
  return {
    file_name,
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeXlsx(word('file'), [headings, ...rows]),
  }
}

/** Sums are numbers in a spreadsheet; a phone and a barcode stay text, or they lose their zeros. */
const asNumber = (cell: string): string | number =>
  /^\d{1,6}([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
