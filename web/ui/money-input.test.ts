import { expect, it } from 'vitest'
import { pastedNumber } from './money-input.tsx'

it.each([
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['1 234,5 ₴', 1234.5],
  ['7 %', 7],
])('reads a pasted %s as %d', (text, number) => {
  expect(pastedNumber(text)).toBe(number)
})

it('leaves what may mean two things to the input', () => {
  expect(pastedNumber('1,234.50')).toBeUndefined()
  expect(pastedNumber('12.345')).toBeUndefined()
  expect(pastedNumber('двадцять')).toBeUndefined()
})
