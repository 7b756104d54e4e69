import type { FileAnswer } from '#contract/endpoint.ts'
import { importFields } from '#contract/product-import.ts'
import { writeCsv, writeXlsx } from '#server/io/spreadsheet.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'

/** A file to fill in: the headings we recognise, and two products for example. */
export async function makeTemplate(
  format: 'csv' | 'xlsx',
  language: TextLanguage,
): Promise<FileAnswer> {
  const say = textIn(language)
  const headings = importFields.map((field) => say(`products:${field}`))
  const examples = ['example_1', 'example_2'].map((key) => say(`products:${key}`).split('|'))
  const file_name = `${say('products:file')}.${format}`
  if (format === 'csv') {
    const media_type = 'text/csv; charset=utf-8'
    return { file_name, media_type, bytes: writeCsv([headings, ...examples]) }
  }
  const rows = examples.map((cells) => cells.map(asNumber))
  return {
    file_name,
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeXlsx(say('products:file'), [headings, ...rows]),
  }
}

/** Prices are numbers in a spreadsheet; a barcode stays text, or it loses its zeros. */
const asNumber = (cell: string): string | number =>
  /^\d{1,6}([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
