import { expect, test } from 'vitest'
import { startOfDay } from './day-start.ts'

test('a day begins at its own midnight, on both sides of a clock change', () => {
  expect(startOfDay('2026-11-21', 'Europe/Kyiv')).toBe('2026-11-20T22:00:00.000Z')
  expect(startOfDay('2026-07-01', 'Europe/Kyiv')).toBe('2026-06-30T21:00:00.000Z')
  expect(startOfDay('2026-10-25', 'Europe/Kyiv')).toBe('2026-10-24T21:00:00.000Z')
  expect(startOfDay('2026-10-26', 'Europe/Kyiv')).toBe('2026-10-25T22:00:00.000Z')
})
