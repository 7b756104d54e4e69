import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#server/testing/property-runs.ts'
import { lastDue, nextDueAt, type Step } from './schedule-rules.ts'

const at = (text: string) => Date.parse(text)
const KYIV = 'Europe/Kyiv'

it('a day is told on the next one, at its hour and not before', () => {
  const before = lastDue(at('2026-11-21T06:59:59Z'), 'day', 9, KYIV)
  expect(before).toMatchObject({ start_date: '2026-11-19', end_date: '2026-11-19' })
  const then = lastDue(at('2026-11-21T07:00:00Z'), 'day', 9, KYIV)
  expect(then).toEqual({
    ...{ start_date: '2026-11-20', end_date: '2026-11-20' },
    at: at('2026-11-21T07:00:00Z'),
  })
})

it('a week is told on Monday, a month on its first day', () => {
  const monday = at('2026-11-23T10:00:00Z')
  expect(lastDue(monday, 'week', 9, KYIV)).toMatchObject({
    start_date: '2026-11-16',
    end_date: '2026-11-22',
  })
  expect(lastDue(monday, 'month', 9, KYIV)).toMatchObject({
    start_date: '2026-10-01',
    end_date: '2026-10-31',
  })
  expect(lastDue(at('2028-03-01T12:00:00Z'), 'month', 9, KYIV).end_date).toBe('2028-02-29')
})

it('an hour that the clocks skip is not lost', () => {
  const skipped = lastDue(at('2026-03-29T01:00:00Z'), 'day', 3, KYIV)
  expect(skipped).toMatchObject({ start_date: '2026-03-28', at: at('2026-03-29T01:00:00Z') })
})

const zones = ['Europe/Kyiv', 'America/New_York', 'Pacific/Chatham', 'Asia/Kathmandu']
const anyAsk = fc.record({
  now: fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2029-01-01T00:00:00Z') }),
  every: fc.constantFrom<Step>('day', 'week', 'month'),
  hour: fc.integer({ min: 0, max: 23 }),
  zone: fc.constantFrom(...zones),
})

it('periods follow each other without a gap and without an overlap, in every zone', () => {
  fc.assert(
    fc.property(anyAsk, ({ now, every, hour, zone }) => {
      const due = lastDue(now, every, hour, zone)
      const next = nextDueAt(now, every, hour, zone)
      expect(due.at).toBeLessThanOrEqual(now)
      expect(next).toBeGreaterThan(now)
      expect(due.start_date <= due.end_date).toBe(true)
      const after = lastDue(next, every, hour, zone)
      expect(after.at).toBe(next)
      const day_after = new Date(at(due.end_date) + 86_400_000).toISOString().slice(0, 10)
      expect(after.start_date).toBe(day_after)
      // Until then nothing else is due.
      expect(lastDue(next - 1, every, hour, zone)).toEqual(due)
    }),
    runs(300),
  )
})
