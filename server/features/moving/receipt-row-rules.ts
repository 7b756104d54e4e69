/**
 * What the rows of a file say of receipts: a row a receipt, or a row a line. Rows of one receipt
 * stand together and carry its number; a line that goes on may leave all but the product empty.
 * Money is what the buyer really paid, tax and the other program's discounts included.
 */
import { hash } from 'node:crypto'
import { priceTimesQuantity, spread, type Minor, type Thousandths } from '#contract/money.ts'
import { normalizePhone } from '#contract/phone.ts'
import { cut, oneLine } from '#contract/plain-text.ts'
import type { ReceiptField } from '#contract/receipt-import.ts'
import { readDecimal, type RowError } from '#server/features/sheets/cell-rules.ts'
import { headingKey } from '#server/features/sheets/column-rules.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { LineInput, Sale } from '#server/features/receipts/rules.ts'
import { readMoment } from '#server/features/replay/file-rules.ts'

export type ReceiptMapping = Partial<Record<ReceiptField, number>>

export type Point = { id: string; name: string; code: string; external_code: string }
/** What a row is read with. */
export type ReadWith = {
  mapping: ReceiptMapping
  timezone: string
  now: number
  points: readonly Point[]
  /** Of rows that name no point of sale; null: they must. */
  pos_id: string | null
}

type Line = {
  product: string | null
  barcode: string | null
  sku: string | null
  category: string | null
  quantity: Thousandths
  price: Minor | null
  line_sum: Minor | null
}

/** What one row says. */
export type SaidRow = {
  row: number
  at: number
  day: string
  number: string | null
  phone: string | null
  card: string | null
  pos_id: string
  sum: Minor | null
  line: Line | null
}

/** A receipt of the file, ready to be looked up. */
export type FileReceipt = {
  row: number
  id: string
  at: number
  day: string
  number: string | null
  phone: string | null
  card: string | null
  pos_id: string
  sale: Sale
}

const TEXT_MAX = 200

/** Says what a row tells, or everything that is wrong with it; `before`: the row above it. */
export function readReceiptRow(
  row: number,
  cells: readonly string[],
  ask: ReadWith,
  before: SaidRow | null,
): { said: SaidRow } | { errors: RowError[] } {
  const errors: RowError[] = []
  const text = (field: ReceiptField) => oneLine(cells[ask.mapping[field] ?? -1] ?? '')
  const wrong = (field: ReceiptField, code: string, value: string) =>
    void errors.push({ row, field, code, value: cut(value, 80) })
  const money = (field: ReceiptField): Minor | null => {
    if (text(field) === '') return null
    const read = readDecimal(text(field).replace(/^-(?=\d)/, '−'))
    if (typeof read === 'number') return read
    wrong(field, /^[-−]/.test(text(field)) ? 'too_small' : read, text(field))
    return null
  }
  const line = lineIn(text, money, wrong)
  const goesOn = before?.line != null && line !== null && text('date') === '' && text('sum') === ''
  const at = goesOn ? before.at : momentIn(text, ask, wrong)
  const phone = goesOn ? before.phone : phoneIn(text, wrong)
  const pos_id = goesOn ? before.pos_id : pointIn(text, ask, wrong)
  const sum = money('sum')
  if (sum === null && line === null && text('sum') === '') wrong('sum', 'required', '')
  const number = goesOn ? before.number : cut(text('number'), 40) || null
  const card = goesOn ? before.card : cut(text('card'), 40) || null
  if (errors.length > 0 || at === null || pos_id === null) return { errors }
  const day = dayOf(at, ask.timezone).text
  return {
    said: { row, at, day, number, phone, card, pos_id, sum: goesOn ? before.sum : sum, line },
  }
}

type Text = (field: ReceiptField) => string
type Wrong = (field: ReceiptField, code: string, value: string) => void

function momentIn(text: Text, { timezone, now }: ReadWith, wrong: Wrong): number | null {
  const written = `${text('date')} ${text('time')}`.trim()
  if (written === '') wrong('date', 'required', '')
  else {
    const at = readMoment(written, timezone)
    if (at !== null && at <= now) return at
    wrong('date', at === null ? 'not_a_date' : 'invalid', written)
  }
  return null
}

function phoneIn(text: Text, wrong: Wrong): string | null {
  const written = text('phone').replace(/[.,]0+$/, '')
  if (written === '') return null
  const phone = normalizePhone(written)
  if (phone === undefined) wrong('phone', 'not_a_phone', written)
  return phone ?? null
}

function pointIn(text: Text, { points, pos_id }: ReadWith, wrong: Wrong): string | null {
  const written = text('pos')
  if (written === '') {
    if (pos_id === null) wrong('pos', 'required', '')
    return pos_id
  }
  const key = headingKey(written)
  const found = points.filter(({ name, code, external_code }) =>
    [name, code, external_code].some((one) => one !== '' && headingKey(one) === key),
  )
  if (found.length === 1) return found[0]?.id ?? null
  // A file of the only shop may call it as it likes.
  if (points.length === 1 && pos_id !== null) return pos_id
  wrong('pos', 'not_an_option', written)
  return null
}

function lineIn(
  text: Text,
  money: (field: ReceiptField) => Minor | null,
  wrong: Wrong,
): Line | null {
  const [product, barcode, sku] = [text('product'), text('barcode'), text('sku')]
  if (product === '' && barcode === '' && sku === '') return null
  const [price, line_sum] = [money('price'), money('line_sum')]
  const quantity = quantityOf(text('quantity'))
  if (quantity === null) wrong('quantity', 'not_a_number', text('quantity'))
  const told = (value: string) => (value === '' ? null : cut(value, TEXT_MAX))
  return {
    ...{ product: told(product), barcode: told(barcode), sku: told(sku) },
    ...{ category: told(text('category')), quantity: quantity ?? 1000, price, line_sum },
  }
}

/** In thousandths; nothing written is one. Null: no quantity above nothing. */
function quantityOf(text: string): Thousandths | null {
  if (text === '') return 1000
  const found = /^(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(text.replaceAll(/[\s\u00a0]/g, ''))
  if (!found) return null
  const value = Math.round(Number(`${found[1]}.${found[2] ?? '0'}`) * 1000)
  return value > 0 ? value : null
}

/** Whether a row is one more line of the receipt above it. */
export const continues = (before: SaidRow, said: SaidRow): boolean =>
  before.line !== null &&
  said.line !== null &&
  before.pos_id === said.pos_id &&
  before.day === said.day &&
  (said.number !== null
    ? before.number === said.number
    : said.sum === before.sum &&
      said.at === before.at &&
      said.phone === before.phone &&
      said.number === before.number)

/** The receipt that these rows make, or what is wrong with them. */
export function receiptOf(
  rows: readonly [SaidRow, ...SaidRow[]],
  alike: (key: string) => number,
): { receipt: FileReceipt } | { error: RowError } {
  const [first] = rows
  const sale = saleOf(rows)
  if ('code' in sale) {
    const value = first.number ?? ''
    return { error: { row: first.row, field: 'sum', code: sale.code, value } }
  }
  const { row, at, day, number, phone, card, pos_id } = first
  // A number names a receipt of a day at a point; without one, all that it says, and which of those
  // that say the same it is.
  const key =
    number === null
      ? JSON.stringify([pos_id, at, phone, card, sale])
      : JSON.stringify([pos_id, day, number])
  const id = pastId(at, number === null ? `${key} ${alike(key)}` : key)
  return { receipt: { row, id, at, day, number, phone, card, pos_id, sale } }
}

/** A UUID of version 7 of that moment; the rest of it is made of what the receipt is. */
function pastId(at: number, key: string): string {
  const time = at.toString(16).padStart(12, '0')
  const rest = hash('sha256', key, 'hex')
  const variant = '89ab'[Number.parseInt(rest[3] ?? '0', 16) % 4] ?? '8'
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`
}

function saleOf(rows: readonly SaidRow[]): Sale | { code: string } {
  const told = rows.find(({ sum }) => sum !== null)?.sum ?? null
  const lines = rows.flatMap(({ line }) => (line ? [lineOf(line)] : []))
  if (lines.length === 0 || lines.some((line) => line === null)) {
    // A product without any price: the sum of the receipt is all there is.
    if (told === null) return { code: 'required' }
    return told > 0 ? { total: told } : { code: 'too_small' }
  }
  return discounted(lines as LineInput[], told)
}

function lineOf({ product, price, line_sum, quantity, ...rest }: Line): LineInput | null {
  if (price === null && line_sum === null) return null
  // A sum that the price does not make is made by the price above it, less a discount.
  const made = price === null ? null : priceTimesQuantity(price, quantity)
  const fits = line_sum === null || (made !== null && made >= line_sum)
  const unit = price !== null && fits ? price : Math.ceil(((line_sum ?? 0) * 1000) / quantity)
  const till_discount = line_sum === null ? 0 : priceTimesQuantity(unit, quantity) - line_sum
  return { ...plainLine(unit, quantity), ...rest, name: product, till_discount }
}

/** Lines that come to more than the receipt had a discount on all of it. */
function discounted(lines: readonly LineInput[], told: Minor | null): Sale | { code: string } {
  const sums = lines.map(
    (line) => priceTimesQuantity(line.price, line.quantity) - line.till_discount,
  )
  const all = sums.reduce((sum, one) => sum + one, 0)
  if (all <= 0) return { code: 'too_small' }
  if (told === null || told === all) return { lines }
  if (told > all) return { code: 'amounts_disagree' }
  const off = spread(all - told, sums)
  return {
    lines: lines.map((line, index) => ({
      ...line,
      till_discount: line.till_discount + (off[index] ?? 0),
    })),
  }
}
