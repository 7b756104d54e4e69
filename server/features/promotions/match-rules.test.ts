import { describe, expect, it } from 'vitest'
import { dayOf, minuteOf } from '#server/features/ledger/calendar-rules.ts'
import { productPromotion } from '#server/testing/promotions.ts'
import { inOrder, isInSet, periodOf, workingDay, type Schedule } from './match-rules.ts'

const KYIV = 'Europe/Kyiv'
/** Kyiv is three hours ahead in summer, two in winter. */
const summer = (text: string) => Date.parse(`${text}+03:00`)
const winter = (text: string) => Date.parse(`${text}+02:00`)

const schedule = (parts: Partial<Schedule>): Schedule => ({
  date_from: null,
  date_to: null,
  weekdays: [],
  time_from: null,
  time_to: null,
  ...parts,
})
const works = (parts: Partial<Schedule>, at: number, zone = KYIV) => {
  const day = workingDay(schedule(parts), at, zone)
  return day === null ? null : dayOf(day * 86_400_000, 'UTC').text
}

describe('a promotion with dates', () => {
  const may = { date_from: '2026-05-01', date_to: '2026-05-31' }
  it('works from the first moment of its first day to the last of its last, at the shop', () => {
    expect(works(may, summer('2026-04-30T23:59:59.999'))).toBeNull()
    expect(works(may, summer('2026-05-01T00:00'))).toBe('2026-05-01')
    expect(works(may, summer('2026-05-31T23:59:59.999'))).toBe('2026-05-31')
    expect(works(may, summer('2026-06-01T00:00'))).toBeNull()
  })
  it('has no end when none is set, and no beginning', () => {
    expect(works({ date_from: '2026-05-01' }, summer('2031-01-01T12:00'))).not.toBeNull()
    expect(works({ date_to: '2026-05-01' }, summer('2021-01-01T12:00'))).not.toBeNull()
    expect(works({}, 0)).toBe('1970-01-01')
  })
})

describe('happy hours', () => {
  const evening = { time_from: '17:30', time_to: '19:00' }
  it('begin with their first minute and end before their last', () => {
    expect(works(evening, summer('2026-05-10T17:29:59.999'))).toBeNull()
    expect(works(evening, summer('2026-05-10T17:30'))).toBe('2026-05-10')
    expect(works(evening, summer('2026-05-10T18:59:59.999'))).toBe('2026-05-10')
    expect(works(evening, summer('2026-05-10T19:00'))).toBeNull()
  })

  const night = { time_from: '22:00', time_to: '02:00' }
  it('that pass midnight belong to the day they began on', () => {
    expect(works(night, summer('2026-05-08T21:59'))).toBeNull()
    expect(works(night, summer('2026-05-08T22:00'))).toBe('2026-05-08')
    expect(works(night, summer('2026-05-09T00:00'))).toBe('2026-05-08')
    expect(works(night, summer('2026-05-09T01:59'))).toBe('2026-05-08')
    expect(works(night, summer('2026-05-09T02:00'))).toBeNull()
  })
  it('of Fridays go on after midnight on Saturday, and not on the night before', () => {
    const friday = { ...night, weekdays: [5] }
    expect(works(friday, summer('2026-05-08T01:00'))).toBeNull()
    expect(works(friday, summer('2026-05-08T23:00'))).toBe('2026-05-08')
    expect(works(friday, summer('2026-05-09T01:00'))).toBe('2026-05-08')
    expect(works(friday, summer('2026-05-09T23:00'))).toBeNull()
  })
  it('on the last day of a promotion last till their end, after midnight', () => {
    const last = { ...night, date_from: '2026-05-08', date_to: '2026-05-08' }
    expect(works(last, summer('2026-05-08T01:00'))).toBeNull()
    expect(works(last, summer('2026-05-09T01:30'))).toBe('2026-05-08')
    expect(works(last, summer('2026-05-09T22:30'))).toBeNull()
  })
  it('of equal ends are the whole day', () => {
    const all = { time_from: '09:00', time_to: '09:00' }
    expect(works(all, summer('2026-05-09T03:00'))).toBe('2026-05-09')
  })

  it('told by halves are the whole day', () => {
    expect(works({ time_from: '09:00' }, summer('2026-05-09T03:00'))).toBe('2026-05-09')
    expect(works({ time_to: '09:00' }, summer('2026-05-09T23:00'))).toBe('2026-05-09')
  })

  it('go by the clock on the wall on the nights it changes', () => {
    const hour = { time_from: '03:00', time_to: '04:00' }
    // 29 March: 02:59:59 is followed by 04:00; the hour never comes.
    expect(works(hour, winter('2026-03-29T02:59:59'))).toBeNull()
    expect(works(hour, winter('2026-03-29T03:00'))).toBeNull()
    // 25 October: from 03:00 to 04:00 twice.
    expect(works(hour, summer('2026-10-25T03:30'))).toBe('2026-10-25')
    expect(works(hour, winter('2026-10-25T03:30'))).toBe('2026-10-25')
    expect(works(hour, winter('2026-10-25T04:00'))).toBeNull()
  })
  it('are told apart to the minute where the zone is at three quarters of an hour', () => {
    expect(minuteOf(Date.UTC(2026, 4, 10, 0, 14, 59), 'Asia/Kathmandu')).toBe(5 * 60 + 59)
    expect(minuteOf(Date.UTC(2026, 4, 10, 0, 15), 'Asia/Kathmandu')).toBe(6 * 60)
  })
})

describe('weekdays', () => {
  it('are those of the shop', () => {
    const sunday = { weekdays: [7] }
    expect(works(sunday, summer('2026-05-09T23:59'))).toBeNull()
    expect(works(sunday, summer('2026-05-10T00:00'))).toBe('2026-05-10')
    expect(works({ weekdays: [1, 2, 3, 4, 5, 6] }, summer('2026-05-10T00:00'))).toBeNull()
    expect(works(sunday, summer('2026-05-10T02:00'), 'America/New_York')).toBeNull()
  })
})

describe('the period of a buyer’s limit', () => {
  it('is for ever, a day, a week from Monday or a month', () => {
    const sunday = dayOf(summer('2026-05-10T12:00'), KYIV).number
    expect(periodOf('ever', sunday)).toBe('ever')
    expect(periodOf('day', sunday)).toBe('2026-05-10')
    expect(periodOf('week', sunday)).toBe('week 2026-05-04')
    expect(periodOf('week', sunday + 1)).toBe('week 2026-05-11')
    expect(periodOf('month', sunday)).toBe('2026-05')
  })
})

describe('a product set', () => {
  const set = { all: false as const, barcodes: ['1'], skus: ['2'], categories: ['Їжа'] }
  const product = { barcode: null, sku: null, category_key: null }
  it('holds what any of its lists names, and all is all', () => {
    expect(isInSet(set, product)).toBe(false)
    expect(isInSet(set, { ...product, barcode: '1' })).toBe(true)
    expect(isInSet(set, { ...product, sku: '2' })).toBe(true)
    expect(isInSet(set, { ...product, category_key: 'їжа' })).toBe(true)
    expect(isInSet(set, { barcode: '2', sku: '1', category_key: 'одяг' })).toBe(false)
    expect(isInSet({ all: true }, product)).toBe(true)
  })
})

describe('the order promotions are asked in', () => {
  it('is by priority, then by id, and the given list is not touched', () => {
    const of = (id: string, priority: number) =>
      productPromotion({ kind: 'percent_off', percent: 1 }, { id, priority })
    const given = [of('c', 0), of('a', 0), of('b', 5)]
    expect(inOrder(given).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(inOrder(given)).toBe(inOrder(given))
    expect(given.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })
})
