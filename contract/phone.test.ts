import { describe, expect, it } from 'vitest'
import { maskPhone, normalizePhone, printPhone } from './phone.ts'

describe('a typed phone', () => {
  it('is the same phone however a Ukrainian types it', () => {
    for (const typed of [
      '0671234567',
      '671234567',
      '80671234567',
      '380671234567',
      '+380671234567',
      '+38 (067) 123-45-67',
      '067 123 45 67',
      '067.123.45.67',
      '067\u00a0123\u201145\u201367',
    ]) {
      expect(normalizePhone(typed), typed).toBe('+380671234567')
    }
  })

  it('of another country needs its plus', () => {
    expect(normalizePhone('+48 600 100 200')).toBe('+48600100200')
    expect(normalizePhone('+1 202 555 0123')).toBe('+12025550123')
    expect(normalizePhone('48600100200')).toBeUndefined()
  })

  it('is refused when it cannot be a phone', () => {
    for (const typed of [
      '',
      '+',
      '12345',
      '067123456',
      '06712345678',
      '+38067123456',
      '+3806712345678',
      '3806712345678',
      '90671234567',
      '+0671234567890',
      '067123456x',
      '+4812345678901234',
      '067/1234567',
    ]) {
      expect(normalizePhone(typed), typed).toBeUndefined()
    }
  })
})

describe('a printed phone', () => {
  it('is grouped as Ukrainians read it', () => {
    expect(printPhone('+380671234567')).toBe('+380 67 123-45-67')
  })

  it('of another country is left as it is', () => {
    expect(printPhone('+48600100200')).toBe('+48600100200')
    expect(printPhone('x+380671234567')).toBe('x+380671234567')
    expect(printPhone('+3806712345678')).toBe('+3806712345678')
  })

  it('shows a cashier its last four digits', () => {
    expect(maskPhone('+380671234567')).toBe('•• 45-67')
  })
})
