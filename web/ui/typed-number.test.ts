import { expect, test } from 'vitest'
import { printNumber, readNumber } from './typed-number.ts'

test.each([
  ['12.50', 12.5],
  ['12,5', 12.5],
  ['1 234,50 ₴', 1234.5],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1.234.567', 1_234_567],
  ['12 345', 12_345],
  ['12,', 12],
  [',5', 0.5],
  ['', ''],
  [',', ''],
])('%s is read whatever signs it has', (text, number) => {
  expect(readNumber(text, 2)).toBe(number)
})

test('what is no number of so many decimals is not taken', () => {
  for (const text of ['двадцять', '12.345', '-5', '1e3', '1234567890123456']) {
    expect(readNumber(text, 2)).toBeUndefined()
  }
  expect(readNumber('12,5', 0)).toBeUndefined()
  expect(readNumber(',', 0)).toBeUndefined()
  expect(readNumber('12 000', 0)).toBe(12_000)
})

test('a number is shown grouped, with its own decimals', () => {
  expect(printNumber(1234.5, 2, 'uk-UA')).toBe('1\u00a0234,5')
  expect(printNumber(1234.5, 2, 'en')).toBe('1,234.5')
  expect(printNumber('', 2, 'uk-UA')).toBe('')
})
