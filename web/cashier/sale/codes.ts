/**
 * Tells what a cashier typed or scanned: a phone, a code of the buyer, or something else.
 * Codes: 13 digits with the prefix 27 (card) or 28 (one-time), 8 digits spoken, letters and digits.
 * Source: spec/engine.md "Identify, confirm"; design/screens.md §6.2.
 */
import { readFlyerQr } from '#contract/flyer-code.ts'
import { normalizePhone } from '#contract/phone.ts'

/** Who the receipt is for, as the POS API is asked. */
export type Ask = ({ phone: string } | { promocode: string }) & { flyer?: string }

export type Recognised =
  | { kind: 'empty' }
  /** Nothing that can be looked up, yet or at all. */
  | { kind: 'unfinished' }
  /** `sure`: complete beyond doubt, so it is looked up without Enter. */
  | { kind: 'buyer'; ask: Ask; sure: boolean }
  /** Letters and digits: a flyer's code, which names a gift and not a buyer. */
  | { kind: 'flyer'; code: string }

/** Whether 13 digits carry the right EAN-13 check digit. */
export function isEan13(digits: string): boolean {
  if (!/^\d{13}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < 12; index += 1) {
    sum += Number(digits[index]) * (index % 2 === 0 ? 1 : 3)
  }
  return (10 - (sum % 10)) % 10 === Number(digits[12])
}

/** A card or a one-time code of a buyer: prefix 27 or 28 and a right check digit. */
export const isBuyerCode = (digits: string): boolean => /^2[78]/.test(digits) && isEan13(digits)

/** The permanent code of a card: it proves nothing, so nothing is spent by it. */
export const isCardCode = (code: string): boolean => code.startsWith('27') && isBuyerCode(code)

/** What stands in the one field of step 1. */
export function recognise(text: string): Recognised {
  const compact = text.replace(/[\s()\-.\u00a0\u2011\u2013]/g, '')
  if (compact === '' || compact === '+') return { kind: 'empty' }
  const flyer = readFlyerQr(text)
  if (flyer !== undefined) return { kind: 'flyer', code: flyer }
  if (!/^\+?\d+$/.test(compact)) {
    return /^[\p{L}\d]{4,40}$/u.test(compact)
      ? { kind: 'flyer', code: compact.toUpperCase() }
      : { kind: 'unfinished' }
  }
  if (isBuyerCode(compact)) return { kind: 'buyer', ask: { promocode: compact }, sure: true }
  // A one-time code never begins like a phone, so the two cannot be taken for each other.
  if (/^(?!0|380)\d{8}$/.test(compact)) {
    return { kind: 'buyer', ask: { promocode: compact }, sure: false }
  }
  const phone = normalizePhone(compact)
  if (phone === undefined) return { kind: 'unfinished' }
  return { kind: 'buyer', ask: { phone }, sure: isWholeUkrainian(compact) }
}

/** Nothing can follow: 0 and nine digits, or 380 and nine digits. */
const isWholeUkrainian = (compact: string) => /^(?:0\d{9}|\+?380\d{9})$/.test(compact)

export type Scanned =
  | { kind: 'buyer'; ask: Ask }
  | { kind: 'flyer'; code: string }
  | { kind: 'product'; barcode: string }
  | { kind: 'unknown' }

/** What a scanner or the camera read while the till is at work. */
export function recogniseScan(text: string, with_products: boolean): Scanned {
  const code = text.trim()
  if (isBuyerCode(code)) return { kind: 'buyer', ask: { promocode: code } }
  const flyer = readFlyerQr(code)
  if (flyer !== undefined) return { kind: 'flyer', code: flyer }
  if (with_products && /^[\w\-./]{4,40}$/.test(code)) return { kind: 'product', barcode: code }
  const seen = recognise(code)
  if (seen.kind === 'flyer') return seen
  return { kind: 'unknown' }
}
