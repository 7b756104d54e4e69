import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal } from './cell-rules.ts'

describe('a number', () => {
  test('is read as people of three languages write it', () => {
    const written: [string, number][] = [
      ['45', 45_00],
      ['45,5', 45_50],
      ['45.50 ₴', 45_50],
      ['1 234,56', 1234_56],
      ['1\u00a0234,56 грн', 1234_56],
      ['1,234.56', 1234_56],
      ['1.234,56', 1234_56],
      ["1'234.5", 1234_50],
      ['1.234.567', 1_234_567_00],
      ['60 %', 60_00],
      ['45.3000', 45_30],
    ]
    for (const [text, value] of written) expect([text, readDecimal(text)]).toEqual([text, value])
  })

  test('is refused where it could be another', () => {
    for (const text of ['1,234', '1.234', '45.000']) {
      expect([text, readDecimal(text)]).toEqual([text, 'ambiguous_number'])
    }
    for (const text of ['сорок', '-5', '1.2.3', '12,34.56,7', '', '1e5']) {
      expect([text, readDecimal(text)]).toEqual([text, 'not_a_number'])
    }
    expect(readDecimal('45.1234')).toBe('too_fine')
  })

  test('printed in any of the ways is read back', () => {
    const locales = fc.constantFrom('uk-UA', 'ru-RU', 'en-US', 'de-DE')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), locales, (value, locale) => {
        const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 })
        expect(readDecimal(format.format(value / 100))).toBe(value)
      }),
    )
  })
})
