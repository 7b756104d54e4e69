import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, manyLines, oneLine, withoutUnseen } from './plain-text.ts'
import { line, paragraph } from './wire.ts'

/** What languages and emoji are written with, and what only looks odd. */
const honest = ['Zoë 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'שלום \u200f(1)', 'a\u00adb\ufeff', '2\u20282', 'e\u0301']

test('marks that turn a line around, halves of letters and what is no text are left out', () => {
  expect(withoutUnseen('\u202e\u202a\u202ba\u2066\u2067\u2068\u2069\u202c\u202d')).toBe('a')
  expect(withoutUnseen('a\ud83d \udc4db\ud83d\udc4d')).toBe('a b👍')
  expect(withoutUnseen('\ufffea\uffff\ufdd0\u{1fffe}\ufff9\u0085\u009b')).toBe('a')
  for (const text of honest) expect(withoutUnseen(text)).toBe(text)
})

test('nothing else is left out, and of these signs none is overlooked', () => {
  const unseen = /[\u0080-\u009f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|\p{Cs}|\p{NChar}/gu
  const signs = Array.from({ length: 0x10000 }, (_, unit) => `a${String.fromCharCode(unit)}b`)
  expect(signs.map(withoutUnseen)).toEqual(signs.map((text) => text.replaceAll(unseen, '')))
  const texts = fc.string({ unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud83d')) })
  fc.assert(
    fc.property(texts, (text) => {
      expect(withoutUnseen(text)).toBe(text.replaceAll(unseen, ''))
    }),
    { numRuns: 2_000 },
  )
})

test('a text that is cut never ends within a letter', () => {
  expect([cut('ab👍', 3), cut('ab👍', 4), cut('ab', 9)]).toEqual(['ab', 'ab👍', 'ab'])
})

test('controls of strangers are spaces, line breaks too where there is one line', () => {
  expect(oneLine(' a\u0000\u001b[1m\r\n\tb \u202e')).toBe('a [1m b')
  expect(manyLines(' a\u0000\r\nb\tc\u0007 ')).toBe('a  \nb\tc')
})

test('a field leaves out what nobody sees, and refuses other controls', () => {
  expect(line(1, 3).parse(' \u202eab\u2066 ')).toBe('ab')
  expect(paragraph(4).parse('a\n\u202eb\uffff')).toBe('a\nb')
  expect(line(1, 3).safeParse('\u202e').success).toBe(false)
  for (const field of [line(0, 9), paragraph(9)]) {
    expect(field.safeParse('a\u0000b').success).toBe(false)
    expect(field.safeParse('a\u001bb').success).toBe(false)
  }
})
