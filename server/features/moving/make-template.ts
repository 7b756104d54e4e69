import type { FileAnswer } from '#contract/endpoint.ts'
import { buyerFields } from '#contract/buyer-import.ts'
import { writeCsv, writeXlsx } from '#server/io/spreadsheet.ts'
import { textIn, type TextLanguage } from '#server/io/text.ts'

/** A file to fill in: the headings we recognise, and two buyers for example. */
export async function makeTemplate(
  format: 'csv' | 'xlsx',
  language: TextLanguage,
): Promise<FileAnswer> {
  const say = textIn(language)
  const headings = buyerFields.map((field) => say(`moving:${field}`))
  const examples = ['example_1', 'example_2'].map((key) => say(`moving:${key}`).split('|'))
  const file_name = `${say('moving:file')}.${format}`
  if (format === 'csv') {
    const media_type = 'text/csv; charset=utf-8'
    return { file_name, media_type, bytes: writeCsv([headings, ...examples]) }
  }
  const rows = examples.map((cells) => cells.map(asNumber))
  return {
    file_name,
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeXlsx(say('moving:file'), [headings, ...rows]),
  }
}

/** Sums are numbers in a spreadsheet; a phone stays text, or it loses its zeros. */
const asNumber = (cell: string): string | number =>
  /^\d{1,6}([.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell
