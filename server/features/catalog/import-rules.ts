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
import {
  readCells,
  readMoney,
  readText,
  refused,
  type Read,
  type RowError,
} from '#server/features/sheets/cell-rules.ts'

/** Field of a product → number of its column, from 0. */
export type Mapping = Partial<Record<ImportField, number>>

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
  const { said, errors } = readCells(row, cells, mapping, (field, text) => readers[field](text))
  if (errors.length > 0) return { errors }
  const changes = said as RowChanges
  const { name, barcode, sku } = changes
  if (name === undefined && barcode === undefined && sku === undefined) {
    return { errors: [{ row, field: 'name', code: 'required', value: '' }] }
  }
  return { changes }
}
