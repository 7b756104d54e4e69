/**
 * What a row of a file says of a product: which column is which field, what a cell means, and what
 * is wrong with it.
 *
 * An empty cell changes nothing of a known product and leaves the default of a new one. Numbers are
 * read as people of three languages write them; what could be read two ways is refused.
 */
import { BARCODE_PATTERN, hasRightCheckDigit } from '#contract/barcode.ts'
import type { ImportField } from '#contract/product-import.ts'
import type { ProductUnit } from '#contract/products.ts'
import { columnNames } from './column-names-rules.ts'

/** Field of a product → number of its column, from 0. */
export type Mapping = Partial<Record<ImportField, number>>

/** What is wrong with a row. `value` is what stands there. */
export type RowError = {
  row: number
  field: ImportField | null
  code: string
  value: string
  params?: Record<string, string | number>
}

/** What a row says; what it does not say is left out. */
export type RowChanges = {
  name?: string
  barcode?: string
  sku?: string
  category?: string
  unit?: ProductUnit
  price?: number
  cost?: number
  min_price?: number
  min_price_percent?: number
  description?: string
  link?: string
  active?: boolean
  exclude_discount?: boolean
  exclude_accrual?: boolean
  exclude_spend?: boolean
  accrual_percent?: number
}

/** A heading as it is compared: lower case, words only; a percent sign is a word. */
export function headingKey(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[ʼ’'`"«»]/g, '')
    .replaceAll('%', ' % ')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()
}

/** How well a heading names a field: 3 by its very name, 2 by its beginning, 1 by a part, 0 not. */
function fit(key: string, names: readonly string[]): number {
  let best = 0
  for (const name of names) {
    if (key === name) return 3
    if (key.startsWith(`${name} `)) best = Math.max(best, 2)
    else if (` ${key} `.includes(` ${name} `)) best = Math.max(best, 1)
  }
  return best
}

/** Which column is probably which field: the best fit first, each column and each field once. */
export function guessColumns<Field extends string>(
  headings: readonly string[],
  names_of: Record<Field, readonly string[]>,
): Partial<Record<Field, number>> {
  const keys = headings.map(headingKey)
  const fits = (Object.entries(names_of) as [Field, readonly string[]][]).flatMap(
    ([field, names]) => keys.map((key, column) => ({ field, column, score: fit(key, names) })),
  )
  const mapping: Partial<Record<Field, number>> = {}
  const taken = new Set<number>()
  for (const { field, column, score } of fits.toSorted((a, b) => b.score - a.score)) {
    if (score === 0 || mapping[field] !== undefined || taken.has(column)) continue
    mapping[field] = column
    taken.add(column)
  }
  return mapping
}

export const guessMapping = (headings: readonly string[]): Mapping =>
  guessColumns(headings, columnNames)

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

const yes = new Set([
  'так',
  'да',
  'yes',
  'y',
  'true',
  '1',
  '+',
  'є',
  'есть',
  'істина',
  'истина',
  'oui',
  'sí',
  'si',
  'ja',
  '是',
  '✓',
])
const no = new Set([
  'ні',
  'нет',
  'no',
  'n',
  'false',
  '0',
  '-',
  '—',
  'немає',
  'хибність',
  'ложь',
  'non',
  'nein',
  '否',
])

/** Yes or no; undefined: neither. */
export function readFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}

const units: Record<ProductUnit, string[]> = {
  piece: ['шт', 'штука', 'штук', 'pcs', 'pc', 'piece', 'порція', 'порция', 'уп', 'упаковка'],
  kg: ['кг', 'kg', 'кілограм', 'килограмм', 'вага'],
  litre: ['л', 'l', 'літр', 'литр', 'litre', 'liter'],
  service: ['послуга', 'посл', 'услуга', 'service', 'усл'],
}

/** The unit that a word means; undefined: none we know. */
export function readUnit(text: string): ProductUnit | undefined {
  const word = text.toLowerCase().replace(/\.$/, '')
  return (Object.keys(units) as ProductUnit[]).find((unit) => units[unit].includes(word))
}

type Read<T> = { value: T } | { code: string }
const refused = (code: string) => ({ code })

function readText(min: number, max: number) {
  return (text: string): Read<string> => {
    // Line breaks of a cell are spaces of a name; nothing else that cannot be printed stays.
    const line = text.replaceAll(/[\u0000-\u001f\u007f\s]+/gu, ' ').trim()
    if (line.length < min) return refused('too_short')
    return line.length > max ? refused('too_long') : { value: line }
  }
}

function readMoney(text: string): Read<number> {
  const value = readDecimal(text)
  return typeof value === 'string' ? refused(value) : { value }
}

function readPercent(text: string): Read<number> {
  const read = readMoney(text)
  return 'value' in read && read.value > 100_00 ? refused('too_big') : read
}

function readBarcode(text: string): Read<string> {
  if (!BARCODE_PATTERN.test(text)) return refused('invalid')
  return hasRightCheckDigit(text) ? { value: text } : refused('wrong_check_digit')
}

function readLink(text: string): Read<string> {
  const good = /^https:\/\/[^\s/]+\.[^\s/]+/i.test(text) && text.length <= 500
  return good ? { value: text } : refused('not_a_url')
}

const orRefused =
  <T>(read: (text: string) => T | undefined, code: string) =>
  (text: string) => {
    const value = read(text)
    return value === undefined ? refused(code) : { value }
  }
const flag = orRefused(readFlag, 'not_yes_or_no')

const readers: { [F in ImportField]: (text: string) => Read<Required<RowChanges>[F]> } = {
  name: readText(2, 120),
  barcode: readBarcode,
  sku: readText(1, 40),
  category: readText(1, 80),
  unit: orRefused(readUnit, 'not_an_option'),
  price: readMoney,
  cost: readMoney,
  min_price: readMoney,
  min_price_percent: readPercent,
  description: readText(0, 500),
  link: readLink,
  active: flag,
  exclude_discount: flag,
  exclude_accrual: flag,
  exclude_spend: flag,
  accrual_percent: readPercent,
}

/** What a row says, or everything that is wrong with it. */
export function readRow(
  row: number,
  cells: readonly string[],
  mapping: Mapping,
): { changes: RowChanges } | { errors: RowError[] } {
  const errors: RowError[] = []
  const changes: Record<string, unknown> = {}
  const columns = Object.entries(mapping) as [ImportField, number][]
  for (const [field, column] of columns.toSorted(([, a], [, b]) => a - b)) {
    const text = cells[column] ?? ''
    if (text === '') continue
    const read = readers[field](text)
    if ('value' in read) changes[field] = read.value
    else errors.push({ row, field, code: read.code, value: text.slice(0, 80) })
  }
  if (errors.length > 0) return { errors }
  const said = changes as RowChanges
  if (said.name === undefined && said.barcode === undefined && said.sku === undefined) {
    return { errors: [{ row, field: 'name', code: 'required', value: '' }] }
  }
  return { changes: said }
}
