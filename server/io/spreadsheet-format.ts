/** Tells what a file is by its bytes, never by its name. */
import { manyLines } from '#contract/plain-text.ts'
import type { SheetFormat } from './spreadsheet-messages.ts'

type Csv = Extract<SheetFormat, { kind: 'csv' }>

/** The first bytes of a ZIP, which an XLSX is, and of the old Office container: .xls, or locked. */
export const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])
export const isOldOffice = (bytes: Uint8Array): boolean =>
  startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])

const startsWith = (bytes: Uint8Array, signs: number[]) =>
  signs.every((sign, at) => bytes[at] === sign)

/**
 * The text of a CSV. UTF-8 that is none is windows-1251: what Excel of this country writes.
 * Undefined for bytes that are no text.
 */
export function decodeCsv(
  bytes: Uint8Array,
): { text: string; encoding: Csv['encoding'] } | undefined {
  if (startsWith(bytes, [0xff, 0xfe])) {
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16le' }
  }
  if (bytes.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1251').decode(bytes), encoding: 'windows-1251' }
  }
}

const delimiters = [';', '\t', ','] as const

/** What stands between the cells: the sign that the first line has most of, outside of quotes. */
export function guessDelimiter(text: string): Csv['delimiter'] {
  const told = /^sep=([;,\t])/.exec(text)?.[1] as Csv['delimiter'] | undefined
  if (told !== undefined) return told
  const line = /^[^\r\n]*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = delimiters.map((sign) => line.split(sign).length)
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ';'
}

/** A cell as a person would read it. Figures lose what binary fractions add to them. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return manyLines(value)
  if (typeof value === 'number') return printNumber(value)
  if (value instanceof Date) {
    // A day has no time; a moment of a spreadsheet has no zone.
    return value.toISOString().replace('T', ' ').slice(0, 19).replace(' 00:00:00', '')
  }
  return typeof value === 'boolean' ? String(value) : ''
}

function printNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  // A barcode that a spreadsheet took for a number stays digits.
  return text.includes('e') ? BigInt(Math.round(value)).toString() : text
}
