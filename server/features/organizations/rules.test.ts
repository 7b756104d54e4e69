import { expect, test } from 'vitest'
import { isCurrency, isTimezone, localDay, localMonthStart, nameCurrencies } from './rules.ts'

test('a zone of the IANA database is known, old and new name alike', () => {
  for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'America/New_York', 'UTC', 'Etc/GMT+2']) {
    expect(isTimezone(zone), zone).toBe(true)
  }
})

test('an offset, a place nobody lists and an empty text are no zones', () => {
  for (const zone of ['+02:00', '-0300', 'Europe/Atlantis', '', ' ', 'Europe/Kyiv;--', '../etc']) {
    expect(isTimezone(zone), zone).toBe(false)
  }
})

test('the local day changes at midnight of the zone, on the nights of summer time too', () => {
  expect(localDay(new Date('2026-03-28T21:59:59Z'), 'Europe/Kyiv')).toBe('2026-03-28')
  expect(localDay(new Date('2026-03-28T22:00:00Z'), 'Europe/Kyiv')).toBe('2026-03-29')
  // After the change to summer time midnight is at 21:00 UTC.
  expect(localDay(new Date('2026-03-29T21:00:00Z'), 'Europe/Kyiv')).toBe('2026-03-30')
  expect(localDay(new Date('2026-10-24T21:00:00Z'), 'Europe/Kyiv')).toBe('2026-10-25')
  expect(localDay(new Date('2026-10-25T21:59:59Z'), 'Europe/Kyiv')).toBe('2026-10-25')
})

test('a month begins on its first local day', () => {
  expect(localMonthStart(new Date('2026-10-31T22:30:00Z'), 'Europe/Kyiv')).toBe('2026-11-01')
  expect(localMonthStart(new Date('2026-10-31T22:30:00Z'), 'UTC')).toBe('2026-10-01')
})

test('the hryvnia comes first, with its name, sign and kopecks', () => {
  expect(nameCurrencies('uk')[0]).toMatchObject({ code: 'UAH', symbol: '₴', minor_digits: 2 })
  expect(nameCurrencies('en').find(({ code }) => code === 'JPY')).toMatchObject({
    name: 'Japanese Yen',
    minor_digits: 0,
  })
})

test('only currencies in use are taken', () => {
  expect(isCurrency('UAH')).toBe(true)
  expect(isCurrency('XAU')).toBe(false)
  expect(isCurrency('SUR')).toBe(false)
})
