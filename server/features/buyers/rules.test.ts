import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardCodeOf, checkDigit, isOneTimeCode, qrOfCode, readCode, readSearch } from './rules.ts'

describe('codes', () => {
  test('the check digit is that of EAN-13', () => {
    expect(checkDigit('400638133393')).toBe('1')
    expect(checkDigit('590123412345')).toBe('7')
  })

  test('a card code is read back, and with one digit wrong it is no code', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{10}$/),
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const code = cardCodeOf(digits)
          expect(code).toMatch(/^27\d{11}$/)
          expect(readCode(code)).toEqual({ kind: 'card', code })
          const wrong = code.split('')
          wrong[at] = String((Number(wrong[at]) + by) % 10)
          expect(readCode(wrong.join(''))).toBeNull()
        },
      ),
    )
  })

  test('a one-time code is the same spoken and scanned', () => {
    expect(qrOfCode('51234567')).toMatch(/^280051234567\d$/)
    expect(readCode(qrOfCode('51234567'))).toEqual({ kind: 'one_time', code: '51234567' })
    expect(readCode('5123 4567')).toEqual({ kind: 'one_time', code: '51234567' })
  })

  test('a one-time code is never taken for a phone', () => {
    expect(isOneTimeCode('06712345')).toBe(false)
    expect(isOneTimeCode('38067123')).toBe(false)
    expect(readCode('0671234567')).toBeNull()
  })

  test('a barcode of a product is no code of a buyer', () => {
    expect(readCode('4006381333931')).toBeNull()
    expect(readCode('2812345678905')).toBeNull()
  })
})

describe('a search', () => {
  test.each([
    ['4567', { suffix: '7654' }],
    ['067 123', { prefix: '+38067123', suffix: '321760' }],
    ['+380 67', { prefix: '+38067', suffix: '76083' }],
    ['Олена', { name: 'олена' }],
  ])('for %s looks where it should', (q, where) => {
    expect(readSearch(q)).toEqual(where)
  })
})
