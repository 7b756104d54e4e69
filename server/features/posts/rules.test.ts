import { describe, expect, test } from 'vitest'
import {
  bestMoment,
  emptyContent,
  faultsOf,
  localOf,
  readMoment,
  statusAt,
  type PostContent,
} from './rules.ts'

const post = (changes: Partial<PostContent>): PostContent => ({
  ...emptyContent,
  ...{ title: 'Меню', text: 'Нове меню' },
  ...changes,
})
const codes = (changes: Partial<PostContent>) =>
  faultsOf('news', post(changes)).map(({ path, code }) => `${path} ${code}`)

describe('what a post may be', () => {
  test('a title and a text are enough', () => expect(codes({})).toEqual([]))
  test('a picture leaves room for a caption only', () => {
    const text = 'а'.repeat(1500)
    expect(codes({ text })).toEqual([])
    expect(codes({ text, image: '/uploads/x.webp' })).toEqual(['text too_long'])
  })
  test('the title counts, marks of bold do not', () => {
    expect(codes({ text: `**${'а'.repeat(4090)}**` })).toEqual([])
    expect(codes({ text: 'а'.repeat(4091) })).toEqual(['text too_long'])
  })
  test('half a button is none', () => {
    expect(codes({ button_text: 'Меню' })).toEqual(['button_url required'])
    expect(codes({ button_leads_to: 'card' })).toEqual(['button_text required'])
  })
})

test('a variable of a mailing that means nothing is named', () => {
  expect(faultsOf('manual_notification', post({ text: '{бланс} і {баланс}' }))).toEqual([
    { path: 'text', code: 'unknown_variable', params: { name: '{бланс}' } },
  ])
  expect(codes({ text: '{бланс}' })).toEqual([])
})

describe('moments', () => {
  test('without an offset they are of the shop’s clock, summer and winter', () => {
    const at = (text: string) => readMoment(text, 'Europe/Kyiv').toISOString()
    expect(at('2026-07-01T18:30')).toBe('2026-07-01T15:30:00.000Z')
    expect(at('2026-12-01T18:30')).toBe('2026-12-01T16:30:00.000Z')
    expect(at('2026-12-01T18:30:00+01:00')).toBe('2026-12-01T17:30:00.000Z')
  })
  test('the hour that is skipped in spring comes an hour later', () => {
    const moment = readMoment('2026-03-29T03:30', 'Europe/Kyiv')
    expect(moment.toISOString()).toBe('2026-03-29T01:30:00.000Z')
    expect(localOf(moment, 'Europe/Kyiv')).toBe('2026-03-29T04:30')
  })
  test('news that wait are out from their moment on', () => {
    const scheduled_at = new Date('2026-11-21T10:00:00Z')
    const waiting = { type: 'news', status: 'scheduled', scheduled_at } as const
    expect(statusAt(waiting, new Date('2026-11-21T09:59:59Z'))).toBe('scheduled')
    expect(statusAt(waiting, scheduled_at)).toBe('sent')
  })
})

test('a mailing comes an hour before its readers buy, and not at night', () => {
  const rules = { quiet_from: '21:00', quiet_to: '09:00', timezone: 'Europe/Kyiv' }
  const best = (weekday: number, hour: number, now: string) =>
    localOf(new Date(bestMoment({ weekday, hour }, rules, Date.parse(now))), 'Europe/Kyiv')
  // 21 November 2026 is a Saturday.
  expect(best(6, 18, '2026-11-21T12:00:00+02:00')).toBe('2026-11-21T17:00')
  expect(best(6, 12, '2026-11-21T12:00:00+02:00')).toBe('2026-11-28T11:00')
  expect(best(1, 8, '2026-11-21T12:00:00+02:00')).toBe('2026-11-23T09:00')
})
