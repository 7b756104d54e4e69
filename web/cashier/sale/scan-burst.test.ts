import { describe, expect, test } from 'vitest'
import { decodeKey, type Key, noBurst, takeKey, takeSilence } from './scan-burst.ts'

const down = (code: string, at: number, more: Partial<Key> = {}): Key => ({
  type: 'down',
  code,
  at,
  shift: false,
  alt: false,
  repeat: false,
  ...more,
})

function play(keys: Key[]) {
  let burst = noBurst
  let scan: string | undefined
  let began = 0
  for (const key of keys) {
    const step = takeKey(burst, key)
    burst = step.burst
    scan ??= step.scan
    began += step.began ? 1 : 0
  }
  return { burst, scan, began }
}

const typed = (text: string, gap: number, from = 1000) =>
  text.split('').map((digit, index) => down(`Digit${digit}`, from + index * gap))

describe('a burst of a scanner', () => {
  test('that ends with Enter is one scan, and begins once', () => {
    const keys = [...typed('2712345678902', 8), down('Enter', 1110)]
    expect(play(keys)).toMatchObject({ scan: '2712345678902', began: 1 })
  })
  test('is read by the place of keys, so a Ukrainian layout changes nothing', () => {
    // On this layout KeyQ types «й»; the event still carries its place.
    const keys = ['KeyQ', 'KeyW', 'Digit1', 'Digit2', 'KeyS', 'Minus'].map((code, index) =>
      down(code, 1000 + index * 10),
    )
    expect(play([...keys, down('Tab', 1065)]).scan).toBe('qw12s-')
  })
  test('without an end key is read after 60 ms of silence', () => {
    expect(takeSilence(play(typed('4006381', 12)).burst)).toBe('4006381')
    expect(takeSilence(play(typed('12345', 12)).burst)).toBeUndefined()
  })
  test('may have one slow gap: the median counts', () => {
    const slow = [...typed('123456', 10), ...typed('7890123', 10, 1105), down('Enter', 1180)]
    expect(play(slow).scan).toBe('1234567890123')
  })
  test('of an Alt scanner is decoded from its number pad codes', () => {
    const keys = '271234'.split('').flatMap((digit, index): Key[] => {
      const at = 1000 + index * 20
      return [
        down('AltLeft', at, { alt: true }),
        down('Numpad0', at + 2, { alt: true }),
        ...String(digit.charCodeAt(0))
          .split('')
          .map((code, i) => down(`Numpad${code}`, at + 4 + i * 2, { alt: true })),
        { ...down('AltLeft', at + 12), type: 'up' },
      ]
    })
    expect(play([...keys, down('Enter', 1125)])).toMatchObject({ scan: '271234', began: 1 })
  })
})

describe('a person', () => {
  test('types too slowly to be a scanner', () => {
    const keys = [...typed('0671234567', 55), down('Enter', 1600)]
    expect(play(keys).scan).toBeUndefined()
  })
  test('who holds a key is no scanner', () => {
    const keys = Array.from({ length: 20 }, (_, index) =>
      down('Digit0', 1000 + index * 30, { repeat: index > 0 }),
    )
    expect(play([...keys, down('Enter', 1620)]).scan).toBeUndefined()
  })
  test('who presses Alt+1 starts no burst', () => {
    expect(play([down('AltLeft', 1), down('Digit1', 5, { alt: true })]).burst).toEqual(noBurst)
  })
})

test('keys are decoded on the Latin layout', () => {
  expect(decodeKey('Semicolon', true)).toBe(':')
  expect(decodeKey('KeyA', true)).toBe('A')
  expect(decodeKey('Numpad7', false)).toBe('7')
  expect(decodeKey('F4', false)).toBeUndefined()
})
