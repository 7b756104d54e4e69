import { randomFillSync } from 'node:crypto'

/** Chance is asked for by the page: a call for 16 bytes costs as much as one for 4,096. */
const chance = Buffer.alloc(4_096)
let used = chance.length

/** Sixteen random bytes that nobody was given before. */
function takeChance(): Buffer {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  used += 16
  return chance.subarray(used - 16, used)
}

/**
 * A UUIDv7: 48 bits of milliseconds, then 74 random bits, so that ids sort by time and a primary
 * key on them is also the time index (spec/ledger.md). `now` is a moment of `io.clock`.
 */
export function newId(now: Date): string {
  const bytes = takeChance()
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The moment a UUIDv7 was made at, or undefined when it is not one. */
export function momentOfId(id: string): Date | undefined {
  const hex = id.replaceAll('-', '')
  if (!/^[0-9a-f]{12}7/.test(hex)) return undefined
  return new Date(Number.parseInt(hex.slice(0, 12), 16))
}

/** The smallest UUIDv7 of a moment: every id made at it or later is not below. For ranges of keys. */
export function firstIdAt(moment: Date): string {
  const hex = Math.max(0, moment.getTime()).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`
}
