/**
 * What a row of a file says of a buyer: which column is which field, what a cell means, and what is
 * wrong with it. An empty cell changes nothing. Phones are the only name of a buyer.
 */
import type { BuyerField } from '#contract/buyer-import.ts'
import { normalizePhone } from '#contract/phone.ts'
import { cut, manyLines, oneLine } from '#contract/plain-text.ts'
import {
  readCells,
  readMoney,
  readText,
  refused,
  type Read,
  type RowError,
} from '#server/features/sheets/cell-rules.ts'

/** Field of a buyer → number of its column, from 0. */
export type Mapping = Partial<Record<BuyerField, number>>

/** What a row says; what it does not say is left out. Amounts are minor units. */
export type RowChanges = {
  phone: string
  first_name?: string
  last_name?: string
  birthday?: string
  city?: string
  balance?: number
  /** The last day of the balance, in the shop's zone. */
  balance_until?: string
  turnover?: number
  tags?: string[]
  note?: string
}

export const TAGS_MAX = 20
const TAG_MAX = 40

/** Spreadsheets make numbers of phones: `380671234567.0`, `3.80671E+11` is lost and refused. */
function readPhone(text: string): Read<string> {
  const phone = normalizePhone(text.replace(/[.,]0+$/, ''))
  return phone === undefined ? refused('not_a_phone') : { value: phone }
}

/** A day as people write it: `21.11.1990`, `1990-11-21`, `21/11/1990`. Null: none. */
export function readDay(text: string): string | null {
  const written = text.trim().replace(/[T ]\d{1,2}:\d{2}.*$/, '')
  const byYear = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(written)
  const byDay = byYear ? null : /^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/.exec(written)
  const found = byYear ?? byDay
  if (!found) return null
  const [first, month, third] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const [year, day] = byYear ? [first, third] : [third, first]
  const moment = new Date(Date.UTC(year, month - 1, day))
  // A 31st of June would be a 1st of July.
  const real = month >= 1 && month <= 12 && moment.getUTCDate() === day
  return real ? moment.toISOString().slice(0, 10) : null
}

function readBirthday(text: string, today: string): Read<string> {
  const day = readDay(text)
  if (day === null) return refused('not_a_date')
  return day < '1900-01-01' || day > today ? refused('invalid') : { value: day }
}

function readLastDay(text: string, today: string): Read<string> {
  const day = readDay(text)
  if (day === null) return refused('not_a_date')
  return day < today || day > '2100-01-01' ? refused('invalid') : { value: day }
}

function readTags(text: string): Read<string[]> {
  const tags = [...new Set(text.split(/[,;|]/).map((tag) => oneLine(tag)))].filter(
    (tag) => tag !== '',
  )
  if (tags.length > TAGS_MAX) return refused('too_many')
  return tags.some((tag) => tag.length > TAG_MAX) ? refused('too_long') : { value: tags }
}

const readers: Record<BuyerField, (text: string, today: string) => Read<unknown>> = {
  phone: readPhone,
  name: readText(0, 160),
  first_name: readText(0, 80),
  last_name: readText(0, 80),
  birthday: readBirthday,
  city: readText(0, 80),
  balance: readMoney,
  balance_until: readLastDay,
  turnover: readMoney,
  tags: readTags,
  note: (text) => {
    const note = manyLines(text)
    return note.length > 1000 ? refused('too_long') : { value: note }
  },
}

/** What a row says, or everything that is wrong with it. `today` is the shop's day. */
export function readRow(
  row: number,
  cells: readonly string[],
  mapping: Mapping,
  today: string,
): { changes: RowChanges } | { errors: RowError[] } {
  const { said, errors } = readCells(row, cells, mapping, (field, text) =>
    readers[field](text, today),
  )
  if (said.phone === undefined && !errors.some(({ field }) => field === 'phone')) {
    errors.push({ row, field: 'phone', code: 'required', value: '' })
  }
  if (errors.length > 0) return { errors }
  const { name, ...rest } = said as RowChanges & { name?: string }
  // Nothing is no balance: a lot of nothing cannot be.
  if (rest.balance === 0) delete rest.balance
  if (rest.turnover === 0) delete rest.turnover
  return { changes: { ...namesOf(name), ...rest } }
}

/** A whole name in one cell: the first word, and the rest, as the till reads it. */
function namesOf(name: string | undefined): Pick<RowChanges, 'first_name' | 'last_name'> {
  if (name === undefined || name === '') return {}
  const [first_name = '', ...rest] = name.split(' ')
  return {
    first_name: cut(first_name, 80),
    ...(rest.length > 0 && { last_name: cut(rest.join(' '), 80) }),
  }
}

/** What is known of a buyer whom a row may be about. */
export type KnownBuyer = {
  id: string
  first_name: string | null
  last_name: string | null
  birthday: string | null
  city: string | null
  tags: string[]
  note: string | null
  /** A balance, or a turnover, was brought in before. */
  had_balance: boolean
  had_turnover: boolean
}

export type ProfileChange = Partial<
  Pick<RowChanges, 'first_name' | 'last_name' | 'birthday' | 'city' | 'tags' | 'note'>
>

/** What a row changes of a profile; tags are added to those there are. */
export function profileChange(changes: RowChanges, known: KnownBuyer): ProfileChange {
  const change: ProfileChange = {}
  for (const field of ['first_name', 'last_name', 'birthday', 'city', 'note'] as const) {
    const value = changes[field]
    if (value !== undefined && value !== '' && value !== known[field]) change[field] = value
  }
  const more = (changes.tags ?? []).filter((tag) => !known.tags.includes(tag))
  if (more.length > 0) change.tags = [...known.tags, ...more].slice(0, TAGS_MAX)
  if (change.tags?.length === known.tags.length) delete change.tags
  return change
}

/** What of a row still is to be brought into the account. */
export function openingOf(
  changes: RowChanges,
  known: Pick<KnownBuyer, 'had_balance' | 'had_turnover'>,
): { balance: number; turnover: number } {
  return {
    balance: known.had_balance ? 0 : (changes.balance ?? 0),
    turnover: known.had_turnover ? 0 : (changes.turnover ?? 0),
  }
}
