/**
 * Values in the binary form in which PostgreSQL takes them: each after the count of its bytes, the
 * highest byte first. What its type could not hold is thrown here, for PostgreSQL would take the
 * bytes for another value.
 * Source: src/backend/utils/adt of PostgreSQL, the function `…_recv` of each type.
 */

/** An item of a list. A moment is its milliseconds, a day `YYYY-MM-DD`. */
export type Item = string | number | boolean | Buffer | null
/** A value: an item or a list, which becomes an array. */
export type Cell = Item | readonly Item[]

const DAY_MS = 24 * 60 * 60 * 1000
/** Days and moments are counted from the start of 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1)
const WORD = 2 ** 32

/** Up to this length a copy in JavaScript is sooner done than a call out of it. */
const SHORT = 40

/** The value of a hexadecimal digit by its code; of anything else, 16 or more. */
const nibbles = new Uint8Array(128).fill(16)
for (let value = 0; value < 16; value += 1) {
  const digit = value.toString(16)
  nibbles[digit.charCodeAt(0)] = value
  nibbles[digit.toUpperCase().charCodeAt(0)] = value
}

/** Bytes that grow. */
export class WireWriter {
  #bytes: Buffer
  #at = 0

  constructor(size = 1024) {
    this.#bytes = Buffer.allocUnsafe(size)
  }

  /** What was written. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  /** Begins a value whose count of bytes is not known yet; `close` takes the answer. */
  open(): number {
    this.word(0)
    return this.#at
  }

  close(opened: number): void {
    this.#bytes.writeInt32BE(this.#at - opened, opened - 4)
  }

  /** Four bytes of their own. */
  word(value: number): void {
    this.#reserve(4)
    const bytes = this.#bytes
    bytes[this.#at++] = value >>> 24
    bytes[this.#at++] = value >>> 16
    bytes[this.#at++] = value >>> 8
    bytes[this.#at++] = value
  }

  nothing(): void {
    this.word(-1)
  }

  boolean(value: Cell): void {
    if (typeof value !== 'boolean') throw strange('boolean', value)
    this.#reserve(5)
    this.word(1)
    this.#bytes[this.#at++] = value ? 1 : 0
  }

  int2(value: Cell): void {
    const number = integer('int2', value, 2 ** 15)
    this.#reserve(6)
    this.word(2)
    this.#bytes[this.#at++] = number >>> 8
    this.#bytes[this.#at++] = number
  }

  int4(value: Cell): void {
    const number = integer('int4', value, 2 ** 31)
    this.word(4)
    this.word(number)
  }

  int8(value: Cell): void {
    const number = integer('int8', value, Number.MAX_SAFE_INTEGER + 1)
    this.word(8)
    // The halves of a negative number are those of its complement, as the floor gives them.
    this.word(Math.floor(number / WORD))
    this.word(number)
  }

  text(value: Cell): void {
    if (typeof value !== 'string') throw strange('text', value)
    this.#reserve(4 + 3 * value.length)
    const opened = this.#at + 4
    this.#at = opened + (this.#shortText(value, opened) ?? this.#bytes.write(value, opened, 'utf8'))
    this.#bytes.writeInt32BE(this.#at - opened, opened - 4)
  }

  /** Copies a short text of plain letters; undefined when it is not one. */
  #shortText(value: string, at: number): number | undefined {
    if (value.length > SHORT) return undefined
    for (let place = 0; place < value.length; place += 1) {
      const code = value.charCodeAt(place)
      if (code > 127) return undefined
      this.#bytes[at + place] = code
    }
    return value.length
  }

  blob(value: Cell): void {
    if (!Buffer.isBuffer(value)) throw strange('bytea', value)
    this.word(value.length)
    this.#reserve(value.length)
    this.#at += value.copy(this.#bytes, this.#at)
  }

  uuid(value: Cell): void {
    if (typeof value !== 'string' || value.length !== 36) throw strange('uuid', value)
    this.#reserve(20)
    this.word(16)
    let seen = 0
    for (let place = 0; place < 36; place += 2) {
      if (place === 8 || place === 13 || place === 18 || place === 23) {
        if (value.charCodeAt(place) !== 45) throw strange('uuid', value)
        place += 1
      }
      const high = nibbles[value.charCodeAt(place)] ?? 16
      const low = nibbles[value.charCodeAt(place + 1)] ?? 16
      seen |= high | low
      this.#bytes[this.#at++] = (high << 4) | low
    }
    if (seen > 15) throw strange('uuid', value)
  }

  day(value: Cell): void {
    this.word(4)
    this.word(dayNumber(value))
  }

  /** PostgreSQL counts microseconds, which from the year 2285 on are no safe integer any more. */
  moment(value: Cell): void {
    const ms = integer('timestamptz', value, 8.64e15 + 1)
    const microseconds = (ms - EPOCH_MS) * 1000
    if (Number.isSafeInteger(microseconds)) return this.int8(microseconds)
    this.#reserve(12)
    this.word(8)
    this.#bytes.writeBigInt64BE(BigInt(ms - EPOCH_MS) * 1000n, this.#at)
    this.#at += 8
  }

  #reserve(count: number): void {
    if (this.#at + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + count)
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

const strange = (type: string, value: Cell) =>
  new TypeError(
    `not a value of ${type}: ${typeof value === 'object' ? 'a list or bytes' : String(value)}`,
  )

/** An integer that fits below `limit`; as in every such type, the least one may be `-limit` itself. */
function integer(type: string, value: Cell, limit: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value < limit && value >= -limit) {
    return value
  }
  throw strange(type, value)
}

/** The last day and its number: the rows of a statement are nearly always of one day. */
let last_day = { text: '2000-01-01', number: 0 }

function dayNumber(value: Cell): number {
  if (value === last_day.text) return last_day.number
  if (typeof value !== 'string') throw strange('date', value)
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN
  // A thirtieth of February would become a day of March.
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(value))
    throw strange('date', value)
  last_day = { text: value, number: (ms - EPOCH_MS) / DAY_MS }
  return last_day.number
}
