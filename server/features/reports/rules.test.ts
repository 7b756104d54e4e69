import { describe, expect, test } from 'vitest'
import {
  average,
  boundsOf,
  bucketOf,
  bucketsOf,
  lengthOf,
  periodOf,
  previousOf,
  shareOf,
} from './rules.ts'

describe('the days of a report', () => {
  test('the day the clocks change has 23 or 25 hours and is one day', () => {
    const hours = (day: string) => {
      const { from, to } = boundsOf({ start_date: day, end_date: day }, 'Europe/Kyiv')
      return (to - from) / 3_600_000
    }
    expect([hours('2026-03-29'), hours('2026-03-30'), hours('2026-10-25')]).toEqual([23, 24, 25])
    expect(lengthOf({ start_date: '2026-03-28', end_date: '2026-03-30' })).toBe(3)
  })

  test('without dates the last 30 days are reported', () => {
    expect(periodOf({}, '2026-11-21')).toEqual({ start_date: '2026-10-23', end_date: '2026-11-21' })
  })

  test('a period that ends before it begins, or is longer than a year, is named as a problem', () => {
    expect(periodOf({ start_date: '2026-02-02', end_date: '2026-02-01' }, '2026-11-21')).toEqual({
      path: 'end_date',
      code: 'ends_before_start',
    })
    expect(periodOf({ start_date: '2025-01-01', end_date: '2026-01-01' }, '2026-11-21')).toEqual({
      start_date: '2025-01-01',
      end_date: '2026-01-01',
    })
    expect(periodOf({ start_date: '2025-01-01', end_date: '2026-01-02' }, '2026-11-21')).toEqual({
      path: 'start_date',
      code: 'period_too_long',
    })
  })

  test('a whole month is compared with the month before, whatever its length', () => {
    expect(previousOf({ start_date: '2028-03-01', end_date: '2028-03-31' })).toEqual({
      start_date: '2028-02-01',
      end_date: '2028-02-29',
    })
  })

  test('other periods are compared with as many days before', () => {
    expect(previousOf({ start_date: '2026-11-15', end_date: '2026-11-21' })).toEqual({
      start_date: '2026-11-08',
      end_date: '2026-11-14',
    })
  })

  test('weeks begin on Monday', () => {
    expect(bucketOf('2026-11-22', 'week')).toBe('2026-11-16')
    expect(bucketOf('2026-11-16', 'week')).toBe('2026-11-16')
  })

  test('every bucket of the period is listed, also empty ones', () => {
    expect(bucketsOf({ start_date: '2026-01-30', end_date: '2026-03-02' }, 'month')).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ])
    expect(bucketsOf({ start_date: '2026-02-27', end_date: '2026-03-01' }, 'day')).toHaveLength(3)
  })

  test('an average and a share of nothing are nothing', () => {
    expect(average(100, 0)).toBeNull()
    expect(average(1000, 3)).toBe(333)
    expect(shareOf(1, 3)).toBe(3333)
    expect(shareOf(0, 0)).toBeNull()
  })
})
