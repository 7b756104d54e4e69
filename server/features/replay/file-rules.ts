/**
 * What a row of a file of receipts says: when, who, how much.
 *
 * A buyer is known by the phone, or by whatever stands in the column; a row without one is a sale
 * nobody showed a card at. A day without a time is noon. Numbers are read as in price lists.
 */
import type { Minor } from '#contract/money.ts'
import { normalizePhone } from '#contract/phone.ts'
import { cut } from '#contract/plain-text.ts'
import { readDecimal } from '#server/features/sheets/cell-rules.ts'
import { headingKey } from '#server/features/sheets/column-rules.ts'
import { startOfDay } from '#server/features/ledger/calendar-rules.ts'
import type { Moment } from '#server/features/ledger/rules.ts'

/** Numbers of columns, from 0. */
export type Columns = { date: number; time?: number; buyer?: number; sum: number }
export type RowError = { row: number; code: string; value: string }
export type FileReceipt = { at: Moment; buyer: string | null; total: Minor }

const names: Record<keyof Columns, readonly string[]> = {
  date: [
    ...['дата', 'дата і час', 'дата та час', 'дата чека', 'дата продажу', 'коли'],
    ...['дата и время', 'дата продажи', 'когда'],
    ...['date', 'datetime', 'date time', 'date and time', 'moment', 'created at'],
  ],
  time: ['час', 'час чека', 'время', 'время чека', 'time'],
  buyer: [
    ...['телефон', 'номер телефону', 'покупець', 'клієнт', 'картка', 'номер картки'],
    ...['номер телефона', 'покупатель', 'клиент', 'карта', 'номер карты'],
    ...['phone', 'phone number', 'buyer', 'customer', 'client', 'card', 'card number'],
  ],
  sum: [
    ...['сума', 'сума чека', 'сума грн', 'разом', 'усього', 'всього', 'вартість'],
    ...['сумма', 'сумма чека', 'итого', 'всего', 'стоимость'],
    ...['sum', 'total', 'amount', 'receipt total', 'price'],
  ],
}

/** Which column is which, by its heading; null: no date or no sum among them. */
export function findColumns(headings: readonly string[]): Columns | null {
  const keys = headings.map(headingKey)
  const at = (field: keyof Columns) => {
    const exact = keys.findIndex((key) => names[field].includes(key))
    if (exact !== -1) return exact
    return keys.findIndex((key) => names[field].some((name) => key.startsWith(`${name} `)))
  }
  const [date, time, buyer, sum] = [at('date'), at('time'), at('buyer'), at('sum')]
  if (date === -1 || sum === -1) return null
  return {
    ...{ date, sum },
    ...(time !== -1 && time !== date && { time }),
    ...(buyer !== -1 && { buyer }),
  }
}

const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(Z)?$/
const local =
  /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:[, ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?()$/
const DAY_MS = 24 * 3_600_000
const NOON = 12

/** The moment that a cell tells, on the shop's own clock; null: none. */
export function readMoment(text: string, timezone: string): Moment | null {
  const written = text.trim()
  const byYear = iso.exec(written)
  const byDay = byYear ? null : local.exec(written)
  const found = byYear ?? byDay
  if (!found) return null
  const [first, month, third] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [year, day] = byYear ? [first, third] : [third < 100 ? 2000 + third : third, first]
  const start = Date.UTC(year, month - 1, day)
  // A 31st of June would be a 1st of July.
  if (month < 1 || month > 12 || new Date(start).getUTCDate() !== day) return null
  if (year < 2000 || year > 2100) return null
  const [hour, minute, second] = [
    found[4] === undefined ? NOON : Number(found[4]),
    Number(found[5] ?? 0),
    Number(found[6] ?? 0),
  ]
  if (hour > 23 || minute > 59 || second > 59) return null
  const within = ((hour * 60 + minute) * 60 + second) * 1000
  return found[7] === 'Z' ? start + within : startOfDay(start / DAY_MS, timezone) + within
}

/** What a row says, or what is wrong with it. */
export function readReceipt(
  row: number,
  cells: readonly string[],
  columns: Columns,
  timezone: string,
): { receipt: FileReceipt } | { error: RowError } {
  const cell = (column: number | undefined) =>
    column === undefined ? '' : (cells[column] ?? '').trim()
  const wrong = (code: string, value: string) => ({
    error: { row, code, value: cut(value, 80) },
  })
  const moment = `${cell(columns.date)} ${cell(columns.time)}`.trim()
  if (moment === '') return wrong('required', '')
  const at = readMoment(moment, timezone)
  if (at === null) return wrong('not_a_date', moment)
  const written = cell(columns.sum)
  if (written === '') return wrong('required', '')
  const total = readDecimal(written)
  if (typeof total === 'string') return wrong(total, written)
  if (total <= 0) return wrong('too_small', written)
  const key = cell(columns.buyer)
  return { receipt: { at, buyer: key === '' ? null : (normalizePhone(key) ?? key), total } }
}
