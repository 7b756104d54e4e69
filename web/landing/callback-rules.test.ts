import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskPhone } from './callback-rules.ts'

test('the mask keeps a plus and up to thirteen digits', () => {
  expect(maskPhone('+380 (67) 123-45-67')).toBe('+380671234567')
  expect(maskPhone('380671234567')).toBe('+380671234567')
  expect(maskPhone('+38067123456789012')).toBe('+3806712345678')
  expect(maskPhone('+')).toBe('+')
  expect(maskPhone('+380+380671234567')).toBe('+380671234567')
  expect(maskPhone('+3800671234567')).toBe('+380671234567')
  expect(maskPhone('слово')).toBe('')
})

test('whatever is typed, the mask lets nothing else through and changes nothing twice', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const masked = maskPhone(typed)
      expect(masked).toMatch(/^(\+\d{0,13})?$/)
      expect(maskPhone(masked)).toBe(masked)
    }),
  )
})
