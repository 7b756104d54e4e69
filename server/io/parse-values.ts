/**
 * Reading values that PostgreSQL tells as text. The driver reads any answer as text, so what is long
 * in that form is read here by its usual look, several times sooner; all else is left to the
 * driver's own parser.
 */
import pg from 'pg'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const INT4_ARRAY = 1007
const INT8_ARRAY = 1016
const TEXT_ARRAY = 1009
const UUID_ARRAY = 2951

type Parse = (text: string) => unknown
const driversOwn = (oid: number): Parse => pg.types.getTypeParser(oid, 'text') as Parse

/** Amounts are within 2^53 by the domains of the schema; anything beyond is a fault, not a figure. */
function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`bigint out of the safe range: ${text}`)
  return value
}

// The parser of int4[] reads the braces and makes numbers, which is all that is wanted of int8[] too.
const parseAnyIntegers = driversOwn(INT4_ARRAY) as (text: string) => unknown[]

/** `{1,2,3}`; a null, a sign, a second dimension or what is too large are for the other parser. */
function parseIntegers(text: string): unknown {
  const end = text.length - 1
  if (end === 1) return []
  const numbers: number[] = []
  let number = 0
  for (let at = 1; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit >= 0 && digit <= 9 && number < ROOM) number = number * 10 + digit
    else if (digit === COMMA) {
      numbers.push(number)
      number = 0
    } else return parseAnyIntegers(text).map(safe)
  }
  numbers.push(number)
  return numbers
}

/** A number below it has room for one more digit. */
const ROOM = (Number.MAX_SAFE_INTEGER - 9) / 10

/** Items of more dimensions are lists themselves, of which we have none. */
function safe(item: unknown): unknown {
  if (typeof item !== 'number' || Number.isSafeInteger(item)) return item
  throw new Error(`bigint out of the safe range: ${item}`)
}

/** What a comma is as a digit. */
const COMMA = 44 - 48

const parseAnyTexts = driversOwn(TEXT_ARRAY)
const isPlain = /^\{[^{}"\\]+\}$/

/** `{word,word}`. */
function parseTexts(text: string): unknown {
  if (text === '{}') return []
  if (!isPlain.test(text)) return parseAnyTexts(text)
  const words = text.slice(1, -1).split(',')
  return words.includes('NULL') ? words.map((word) => (word === 'NULL' ? null : word)) : words
}

const parseAnyMoment = driversOwn(TIMESTAMPTZ)

/** `2026-03-01 10:00:00.123+00`, as a connection that keeps UTC tells it. */
function parseMoment(text: string): unknown {
  if (text.charCodeAt(10) !== 32 || !text.endsWith('+00')) return parseAnyMoment(text)
  const moment = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return Number.isNaN(moment.getTime()) ? parseAnyMoment(text) : moment
}

const parsers = new Map<number, Parse>([
  [INT8, parseInt8],
  [INT4_ARRAY, parseIntegers],
  [INT8_ARRAY, parseIntegers],
  [TEXT_ARRAY, parseTexts],
  [UUID_ARRAY, parseTexts],
  [TIMESTAMPTZ, parseMoment],
  // A day has no zone: it stays the text `YYYY-MM-DD`.
  [DATE, (text) => text],
])

/** The parsers of our connections, by the number of a type. */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text'),
}

/** PostgreSQL counts from the start of 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
/** Two that no moment has: the infinities. */
const ENDS = new Set([2n ** 63n - 1n, -(2n ** 63n)])

/**
 * The moments of `array_send` of a `timestamptz[]`, in milliseconds: as text each costs PostgreSQL a
 * quarter of a microsecond and us a whole one. Throws for an infinity.
 * Source: `array_send` and `timestamptz_send` in src/backend/utils/adt of PostgreSQL.
 */
export function readSentMoments(sent: Buffer): (number | null)[] {
  const dimensions = sent.readInt32BE(0)
  if (dimensions === 0) return []
  if (dimensions !== 1) throw new Error('the moments lie in more than one dimension')
  const count = sent.readInt32BE(12)
  const moments: (number | null)[] = []
  for (let at = 20; moments.length < count; at += 4) {
    const isNull = sent.readInt32BE(at) === -1
    moments.push(isNull ? null : readMoment(sent, at + 4))
    if (!isNull) at += 8
  }
  return moments
}

function readMoment(sent: Buffer, at: number): number {
  const microseconds = sent.readInt32BE(at) * 2 ** 32 + sent.readUInt32BE(at + 4)
  if (Number.isSafeInteger(microseconds)) return EPOCH_MS + Math.floor(microseconds / 1000)
  const exact = sent.readBigInt64BE(at)
  if (ENDS.has(exact)) throw new Error('a moment without an end has no milliseconds')
  return EPOCH_MS + Number(exact / 1000n)
}
