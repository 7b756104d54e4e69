import { describe, expect, it } from 'vitest'
import {
  readCode,
  stepOfCode,
  uriOf,
  writeRecoveryCode,
  writeSecret,
} from './second-factor-rules.ts'

// The key of RFC 6238, appendix B; of its eight digits apps show the last six.
const KEY = writeSecret(Buffer.from('12345678901234567890'))
const at = (seconds: number) => new Date(seconds * 1000)

describe('a code of the app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds is %s, as RFC 6238 says', (seconds, code) => {
    expect(stepOfCode(KEY, code, at(seconds), 0)).toBe(Math.floor(seconds / 30))
  })

  it('is taken half a minute early or late, and no further', () => {
    const taken = [-61, -30, 0, 30, 61].map(
      (late) => stepOfCode(KEY, '005924', at(1_234_567_890 + late), 0) !== undefined,
    )
    expect(taken).toEqual([false, true, true, true, false])
  })

  it('is not taken at its own step again, nor before one that was taken', () => {
    const step = 1_234_567_890 / 30
    expect(stepOfCode(KEY, '005924', at(1_234_567_890), step - 1)).toBe(step)
    expect(stepOfCode(KEY, '005924', at(1_234_567_890), step)).toBeUndefined()
    expect(stepOfCode(KEY, '005924', at(1_234_567_890), step + 1)).toBeUndefined()
  })

  it('of another key, or that is no code at all, is none', () => {
    const other = writeSecret(Buffer.from('09876543210987654321'))
    expect(stepOfCode(other, '005924', at(1_234_567_890), 0)).toBeUndefined()
    for (const code of ['', '005925', '0059240', 'abcdef', '٠٠٥٩٢٤'])
      expect(stepOfCode(KEY, code, at(1_234_567_890), 0), code).toBeUndefined()
  })
})

it('an app is told the key, whose it is and nothing else', () => {
  const uri = new URL(uriOf(KEY, 'Olena&x=1@verta.test'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Verta:Olena&x=1@verta.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Verta',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

describe('a recovery code', () => {
  it('is four groups of signs that nobody takes for others', () => {
    expect(writeRecoveryCode(Buffer.alloc(10))).toBe('0000-0000-0000-0000')
    expect(writeRecoveryCode(Buffer.alloc(10, 255))).toBe('zzzz-zzzz-zzzz-zzzz')
    expect(writeRecoveryCode(Buffer.from('0123456789abcdef0123', 'hex'))).toBe(
      '04hm-asw9-nf6y-y093',
    )
  })

  it('is read however it was typed', () => {
    for (const typed of ['04hm-asw9-nf6y-y093', ' 04HM ASW9 NF6Y YO93', '04hmasw9nf6yyo93'])
      expect(readCode(typed)).toEqual({ kind: 'recovery', code: '04hmasw9nf6yy093' })
    expect(readCode('123 456')).toEqual({ kind: 'app', code: '123456' })
    for (const typed of ['', '12345', '1234567', '04hm-asw9-nf6y-y09', 'u4hm-asw9-nf6y-y093'])
      expect(readCode(typed), typed).toBeUndefined()
  })
})
