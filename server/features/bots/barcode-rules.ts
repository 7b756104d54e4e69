/**
 * Bars of linear codes as modules: `1` is a bar, `0` a space, one character wide each.
 * Source: GS1 General Specifications 5.2 (EAN-13), 5.4 (Code 128).
 */

const LEFT = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'
const ODD = LEFT.split(' ')
const EVEN = ODD.map((bits) => invert(bits).split('').toReversed().join(''))
const RIGHT = ODD.map(invert)
const PARITY = 'OOOOOO OOEOEE OOEEOE OOEEEO OEOOEE OEEOOE OEEEOO OEOEOE OEOEEO OEEOEO'.split(' ')

function invert(bits: string): string {
  return bits.replaceAll(/./g, (bit) => (bit === '1' ? '0' : '1'))
}

/** The 95 modules of 13 digits. */
export function ean13(digits: string): string {
  const parity = PARITY[Number(digits[0])] ?? ''
  const left = digits
    .slice(1, 7)
    .split('')
    .map((digit, at) => (parity[at] === 'O' ? ODD : EVEN)[Number(digit)])
  const right = digits
    .slice(7)
    .split('')
    .map((digit) => RIGHT[Number(digit)])
  return `101${left.join('')}01010${right.join('')}101`
}

/** Widths of bar, space, bar, space, bar, space of each value of Code 128; the last is the stop. */
const WIDTHS = `212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212
  112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122
  321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313
  231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131
  311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122
  141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142
  121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113
  114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112`.split(/\s+/)
const START_C = 105
const TO_B = 100
const STOP = 106

/** The modules of an odd number of digits: pairs in set C, the last digit in set B. */
export function code128(digits: string): string {
  const values = [START_C]
  for (let at = 0; at + 1 < digits.length; at += 2) values.push(Number(digits.slice(at, at + 2)))
  if (digits.length % 2 === 1) values.push(TO_B, digits.charCodeAt(digits.length - 1) - 32)
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0)
  return [...values, sum % 103, STOP]
    .flatMap((value) => (WIDTHS[value] ?? '').split(''))
    .map((width, at) => (at % 2 === 0 ? '1' : '0').repeat(Number(width)))
    .join('')
}
