/**
 * Barcodes: which ones carry a check digit, and whether it is right.
 *
 * A code of 12, 13 or 14 digits, or of 8 that do not begin with 0, is a GTIN (UPC-A, EAN-13,
 * GTIN-14, EAN-8), and a mistyped one is told at once. Anything else is a shop's own code, which
 * knows no check digit: programs for shops number their goods `00000123`.
 */

/** What a code may look like: no spaces, nothing that a scanner cannot print. */
export const BARCODE_PATTERN = /^[\x21-\x7e]{1,40}$/

const GTIN = /^(?:[1-9]\d{7}|\d{12,14})$/

/** True for a code that ought to carry a check digit. */
export const isGtin = (code: string): boolean => GTIN.test(code)

/** The check digit of the digits before it, weighted 3, 1, 3… from the right. */
export function checkDigit(digits: string): number {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit * 3 : digit
  }
  return (10 - (sum % 10)) % 10
}

/** False for a GTIN whose last digit disagrees with the others. */
export const hasRightCheckDigit = (code: string): boolean =>
  !isGtin(code) || checkDigit(code.slice(0, -1)) === Number(code.at(-1))

/**
 * The other way scanners read the same bars: UPC-A is EAN-13 with a zero before it. Undefined for
 * a code that is read one way only.
 */
export function otherReading(code: string): string | undefined {
  if (/^\d{12}$/.test(code)) return `0${code}`
  return /^0\d{12}$/.test(code) ? code.slice(1) : undefined
}
