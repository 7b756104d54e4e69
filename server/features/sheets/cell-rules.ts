/** What a cell of a file says, and what is wrong with a row: the same for every kind of rows. */
import { cut, oneLine } from '#contract/plain-text.ts'

/** What is wrong with a row. `value` is what stands there. */
export type RowError = {
  row: number
  field: string | null
  code: string
  value: string
  params?: Record<string, string | number>
}

/** What a cell says, or why it cannot be read. */
export type Read<T> = { value: T } | { code: string }
export const refused = (code: string) => ({ code })

/** Text of one line with so many letters. */
export const readText =
  (min: number, max: number) =>
  (text: string): Read<string> => {
    const line = oneLine(text)
    if (line.length < min) return refused('too_short')
    return line.length > max ? refused('too_long') : { value: line }
  }

/** Money in minor units. */
export function readMoney(text: string): Read<number> {
  const value = readDecimal(text)
  return typeof value === 'string' ? refused(value) : { value }
}

/** Reads the cells of a row that are told what they are; an empty one says nothing. */
export function readCells<Field extends string>(
  row: number,
  cells: readonly string[],
  mapping: Partial<Record<Field, number>>,
  read: (field: Field, text: string) => Read<unknown>,
): { said: Partial<Record<Field, unknown>>; errors: RowError[] } {
  const errors: RowError[] = []
  const said: Partial<Record<Field, unknown>> = {}
  const columns = Object.entries(mapping) as [Field, number][]
  for (const [field, column] of columns.toSorted(([, a], [, b]) => a - b)) {
    const text = (cells[column] ?? '').trim()
    if (text === '') continue
    const found = read(field, text)
    if ('value' in found) said[field] = found.value
    else errors.push({ row, field, code: found.code, value: cut(text, 80) })
  }
  return { said, errors }
}

type NumberProblem = 'not_a_number' | 'too_fine' | 'ambiguous_number'

/**
 * A number as people write it, in hundredths: `1 234,50`, `1,234.50`, `45 ₴`, `60 %`. A code where
 * it is none, is finer than hundredths, or could be thousands as well as a fraction (`1,234`).
 */
export function readDecimal(text: string): number | NumberProblem {
  const bare = text.replaceAll(/[\s\u00a0\u202f'’]|₴|грн\.?|uah|%/giu, '')
  if (!/^\d[\d.,]*$/.test(bare)) return 'not_a_number'
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const sign = bare[last]
  const both = bare.includes(',') && bare.includes('.')
  const once = last >= 0 && bare.indexOf(sign ?? '') === last
  if (last >= 0 && !both && !once) {
    // Several of one sign are thousands, if they are in their places.
    return /^\d{1,3}([.,]\d{3})+$/.test(bare)
      ? hundredths(bare.replaceAll(/[.,]/g, ''))
      : 'not_a_number'
  }
  if (both && !once) return 'not_a_number'
  const whole = last < 0 ? bare : bare.slice(0, last)
  const fraction = last < 0 ? '' : bare.slice(last + 1)
  if (both && !/^\d{1,3}([.,]\d{3})+$/.test(whole)) return 'not_a_number'
  if (fraction.length === 3 && whole.length <= 3 && !both) return 'ambiguous_number'
  if (fraction.replace(/0+$/, '').length > 2) return 'too_fine'
  return hundredths(whole.replaceAll(/[.,]/g, ''), fraction)
}

function hundredths(whole: string, fraction = ''): number | 'not_a_number' {
  const value = Number(whole + fraction.slice(0, 2).padEnd(2, '0'))
  return value <= 10_000_000_000_000 ? value : 'not_a_number'
}
