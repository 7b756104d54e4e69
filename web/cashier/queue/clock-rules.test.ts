import { expect, test } from 'vitest'
import { learned, momentBy, seenAgain, unknownClock } from './clock-rules.ts'

const NOON = Date.parse('2026-11-22T12:00:00Z')
const MINUTE = 60_000

test('a clock that was never compared with the server’s tells no moment', () => {
  expect(momentBy(unknownClock(NOON), NOON)).toBeNull()
})

test('a clock two hours behind tells the server’s moments', () => {
  const clock = learned(NOON, NOON - 120 * MINUTE)
  expect(momentBy(clock, NOON - 119 * MINUTE)).toBe(NOON + MINUTE)
})

test('seconds of difference are the way of the answer, not of the clock', () => {
  expect(learned(NOON, NOON - 20_000).away_ms).toBe(0)
  expect(learned(NOON, NOON - 40_000).away_ms).toBe(40_000)
})

test('a clock that went back is not known any more; one that went on is', () => {
  const clock = learned(NOON, NOON)
  expect(seenAgain(clock, NOON + MINUTE)).toEqual({ away_ms: 0, seen_ms: NOON + MINUTE })
  expect(seenAgain(clock, NOON - 30_000).away_ms).toBe(0)
  expect(seenAgain(clock, NOON - 10 * MINUTE).away_ms).toBeNull()
})
