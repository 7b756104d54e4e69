import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { birthdayAround, birthdayDue, birthdayIn, birthdaysAround } from './birthday-rules.ts'

const KYIV = 'Europe/Kyiv'
const day = (text: string) => Date.parse(`${text}T00:00Z`) / 86_400_000
const text = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)
const window = { days_before: 3, days_after: 7 }
const long_ago = day('2020-01-01')
const due = (birthday: string, today: string, entered = long_ago) => {
  const found = birthdayDue(birthday, entered, day(today), window)
  return found && { year: found.year, day: text(found.day) }
}

describe('a birthday', () => {
  it('is due from three days before it to seven days after, once, in its own year', () => {
    expect(due('1990-05-14', '2026-05-10')).toBeNull()
    expect(due('1990-05-14', '2026-05-11')).toEqual({ year: 2026, day: '2026-05-14' })
    expect(due('1990-05-14', '2026-05-21')).toEqual({ year: 2026, day: '2026-05-14' })
    expect(due('1990-05-14', '2026-05-22')).toBeNull()
  })

  it('of 1 January is a gift of the new year, though it comes in December', () => {
    expect(due('1990-01-01', '2025-12-29')).toEqual({ year: 2026, day: '2026-01-01' })
    expect(due('1990-12-31', '2026-01-02')).toEqual({ year: 2025, day: '2025-12-31' })
  })

  it('of 29 February is on the 28th in other years', () => {
    expect(due('1992-02-29', '2028-02-26')).toEqual({ year: 2028, day: '2028-02-29' })
    expect(due('1992-02-29', '2026-02-25')).toEqual({ year: 2026, day: '2026-02-28' })
    expect(text(birthdayIn('1992-02-29', 2100))).toBe('2100-02-28')
  })

  it('entered less than 30 days ahead counts from the next year', () => {
    expect(due('1990-05-14', '2026-05-12', day('2026-04-15'))).toBeNull()
    expect(due('1990-05-14', '2026-05-12', day('2026-04-14'))).not.toBeNull()
    expect(due('1990-05-14', '2027-05-12', day('2026-05-14'))).not.toBeNull()
  })

  it('follows the local day where the clock is put forward at midnight', () => {
    // Beirut skips 00:00–01:00 on 29 March 2026: the local day begins an hour later.
    const before = Date.parse('2026-03-28T21:59:00Z')
    const local = (moment: number) => text(dayOf(moment, 'Asia/Beirut').number)
    expect([local(before), local(before + 60_000)]).toEqual(['2026-03-28', '2026-03-29'])
    const kyiv = dayOf(Date.parse('2026-03-28T22:00:00Z'), KYIV).number
    expect(text(kyiv)).toBe('2026-03-29')
    expect(birthdayAround('1990-04-01', kyiv, window)).not.toBeNull()
  })

  it('is found by the day of the year exactly when today lies in its window', () => {
    const date = fc.date({
      min: new Date('1930-01-01'),
      max: new Date('2015-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: day('2024-01-01'), max: day('2033-12-31') }),
        fc.record({
          days_before: fc.integer({ min: 0, max: 30 }),
          days_after: fc.integer({ min: 0, max: 30 }),
        }),
        (born, today, around) => {
          const birthday = born.toISOString().slice(0, 10)
          const month_day = Number(birthday.slice(5, 7)) * 100 + Number(birthday.slice(8))
          const found = birthdaysAround(today, around).filter((one) => one.month_day === month_day)
          const expected = birthdayAround(birthday, today, around)
          expect(found.map(({ year }) => year)).toEqual(expected ? [expected.year] : [])
        },
      ),
    )
  })
})

describe('the days whose windows a day lies in', () => {
  it('go from the last days after to the first days before, each with its year', () => {
    const around = birthdaysAround(day('2026-01-02'), { days_before: 1, days_after: 2 })
    expect(around).toEqual([
      { month_day: 1231, year: 2025 },
      { month_day: 101, year: 2026 },
      { month_day: 102, year: 2026 },
      { month_day: 103, year: 2026 },
    ])
  })

  it('hold 29 February after the 28th, in years that do not have it', () => {
    const of = (today: string) =>
      birthdaysAround(day(today), { days_before: 0, days_after: 0 }).map((one) => one.month_day)
    expect(of('2026-02-28')).toEqual([228, 229])
    expect(of('2028-02-28')).toEqual([228])
    expect(of('2028-02-29')).toEqual([229])
    expect(of('2026-03-28')).toEqual([328])
    expect(of('2000-02-28')).toEqual([228])
    expect(of('1900-02-28')).toEqual([228, 229])
  })

  it('leave the 29th of other months, and the 28th of February, where they are', () => {
    expect(text(birthdayIn('1990-03-29', 2026))).toBe('2026-03-29')
    expect(text(birthdayIn('1990-02-27', 2026))).toBe('2026-02-27')
    expect(text(birthdayIn('1992-02-29', 2000))).toBe('2000-02-29')
  })
})
