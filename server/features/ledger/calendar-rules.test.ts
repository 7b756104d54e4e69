import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modelDay } from '#server/testing/reference-arithmetic.ts'
import {
  dayNumber,
  dayOf,
  dayText,
  endOfDayAfter,
  endOfMonthAfter,
  endOfYear,
  startOfDay,
} from './calendar-rules.ts'

const KYIV = 'Europe/Kyiv'
const at = (text: string) => Date.parse(text)
const print = (moment: number) => new Date(moment).toISOString()

describe('a local day', () => {
  it('begins at local midnight, not at midnight of UTC', () => {
    expect(dayOf(at('2026-11-20T21:59:59.999Z'), KYIV).text).toBe('2026-11-20')
    expect(dayOf(at('2026-11-20T22:00:00Z'), KYIV)).toEqual({
      number: 20_778,
      year: 2026,
      month: 11,
      text: '2026-11-21',
    })
  })

  it('ends with its year', () => {
    expect(dayOf(at('2026-12-31T21:59:59Z'), KYIV).year).toBe(2026)
    expect(dayOf(at('2026-12-31T22:00:00Z'), KYIV)).toMatchObject({ year: 2027, month: 1 })
  })

  it('is 23 hours long in March and 25 in October', () => {
    const hours = (day: string) => {
      const { number } = dayOf(at(`${day}T12:00:00Z`), KYIV)
      return (startOfDay(number + 1, KYIV) - startOfDay(number, KYIV)) / 3_600_000
    }
    expect(hours('2026-03-28')).toBe(24)
    expect(hours('2026-03-29')).toBe(23)
    expect(hours('2026-10-25')).toBe(25)
    expect(hours('2026-10-26')).toBe(24)
  })

  it('is asked of any zone, one after the other', () => {
    const moment = at('2026-11-20T18:20:00Z')
    expect(dayOf(moment, 'Asia/Kathmandu').text).toBe('2026-11-21')
    expect(dayOf(moment, 'America/New_York').text).toBe('2026-11-20')
    expect(print(startOfDay(20_778, 'Asia/Kathmandu'))).toBe('2026-11-20T18:15:00.000Z')
    expect(print(startOfDay(20_778, 'America/New_York'))).toBe('2026-11-21T05:00:00.000Z')
  })

  it('begins where its moments say it does', () => {
    const zone = fc.constantFrom(KYIV, 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe')
    const moment = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
    fc.assert(
      fc.property(zone, moment, (timezone, now) => {
        const day = dayOf(now, timezone)
        expect(day.text).toBe(modelDay(now, timezone))
        const start = startOfDay(day.number, timezone)
        expect(start).toBeLessThanOrEqual(now)
        expect(startOfDay(day.number + 1, timezone)).toBeGreaterThan(now)
        expect(dayOf(start, timezone)).toEqual(day)
        expect(dayOf(start - 1, timezone).number).toBe(day.number - 1)
      }),
    )
  })

  it('is right however many were asked before', () => {
    const start = at('2026-01-01T00:07:00Z')
    for (let quarter = 0; quarter < 20_500; quarter += 1) {
      dayOf(start + quarter * 900_000, 'Europe/Warsaw')
    }
    expect(dayOf(start, 'Europe/Warsaw').text).toBe('2026-01-01')
  })
})

describe('the end of a term', () => {
  it('of days includes the last day whole, over a change of clocks too', () => {
    expect(print(endOfDayAfter(at('2026-10-24T10:00:00Z'), 0, KYIV))).toBe(
      '2026-10-24T21:00:00.000Z',
    )
    expect(print(endOfDayAfter(at('2026-10-24T10:00:00Z'), 1, KYIV))).toBe(
      '2026-10-25T22:00:00.000Z',
    )
    expect(print(endOfDayAfter(at('2028-02-28T10:00:00Z'), 1, KYIV))).toBe(
      '2028-02-29T22:00:00.000Z',
    )
  })

  it('of months is the end of a month', () => {
    expect(print(endOfMonthAfter(at('2026-11-20T10:00:00Z'), 0, KYIV))).toBe(
      '2026-11-30T22:00:00.000Z',
    )
    expect(print(endOfMonthAfter(at('2026-11-30T22:00:00Z'), 0, KYIV))).toBe(
      '2026-12-31T22:00:00.000Z',
    )
    expect(print(endOfMonthAfter(at('2026-08-31T10:00:00Z'), 6, KYIV))).toBe(
      '2027-02-28T22:00:00.000Z',
    )
    expect(print(endOfMonthAfter(at('2026-12-31T10:00:00Z'), 2, KYIV))).toBe(
      '2027-02-28T22:00:00.000Z',
    )
  })

  it('of a year is its last local midnight', () => {
    expect(print(endOfYear(2026, KYIV))).toBe('2026-12-31T22:00:00.000Z')
    expect(print(endOfYear(2026, 'America/New_York'))).toBe('2027-01-01T05:00:00.000Z')
  })
})

describe('a day as text and as a number', () => {
  it('are the same day, before and after 1970', () => {
    for (const text of ['1969-12-31', '1970-01-01', '2026-11-21', '2028-02-29']) {
      expect(dayText(dayNumber(text))).toBe(text)
    }
    expect(dayNumber('1970-01-02')).toBe(1)
  })
})
