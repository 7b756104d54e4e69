import { expect, test } from 'vitest'
import { isLeftOut, standardSetting } from './rules.ts'
import { momentToSend } from './schedule-rules.ts'

const any = { weekdays: [], window_from: null, window_to: null }
const at = (
  hours: Partial<Parameters<typeof momentToSend>[0]>,
  now: string,
  zone = 'Europe/Kyiv',
) => new Date(momentToSend({ ...any, ...hours }, zone, Date.parse(now))).toISOString()

test('without days and hours of its own a notification goes now', () => {
  expect(at({}, '2026-11-21T03:17:00+02:00')).toBe('2026-11-21T01:17:00.000Z')
})

test('outside its hours it waits for them, over midnight too', () => {
  const day = { window_from: '11:00', window_to: '13:00' }
  expect(at(day, '2026-11-21T10:00:00+02:00')).toBe('2026-11-21T09:00:00.000Z')
  expect(at(day, '2026-11-21T12:30:00+02:00')).toBe('2026-11-21T10:30:00.000Z')
  expect(at(day, '2026-11-21T13:00:00+02:00')).toBe('2026-11-22T09:00:00.000Z')
  const night = { window_from: '22:00', window_to: '02:00' }
  expect(at(night, '2026-11-21T01:00:00+02:00')).toBe('2026-11-20T23:00:00.000Z')
  expect(at(night, '2026-11-21T02:00:00+02:00')).toBe('2026-11-21T20:00:00.000Z')
})

test('on another day of the week it waits for the next of its own, in its own hours', () => {
  // 21 November 2026 is a Saturday.
  const monday = { weekdays: [1] }
  expect(at(monday, '2026-11-21T12:00:00+02:00')).toBe('2026-11-22T22:00:00.000Z')
  const noon = { ...monday, window_from: '12:00', window_to: '13:00' }
  expect(at(noon, '2026-11-21T12:30:00+02:00')).toBe('2026-11-23T10:00:00.000Z')
  expect(at(noon, '2026-11-23T13:30:00+02:00')).toBe('2026-11-30T10:00:00.000Z')
})

test('an hour that the clock jumps over is found a week later', () => {
  // 29 March 2026 is the Sunday on which three o'clock is four in Kyiv.
  const skipped = { weekdays: [7], window_from: '03:10', window_to: '03:50' }
  expect(at(skipped, '2026-03-29T00:30:00+02:00')).toBe('2026-04-05T00:10:00.000Z')
})

test('the control group is as large as was asked, and the same when asked again', () => {
  const setting = { ...standardSetting('winback_1'), control_percent: 20 }
  const left = (object: string) =>
    Array.from({ length: 5_000 }, (_, index) =>
      isLeftOut(setting, { buyer_id: `01a200da-4f46-7ec3-a19d-${String(index)}`, object }),
    )
  const first = left('2026-11-21')
  expect(first).toEqual(left('2026-11-21'))
  expect(first).not.toEqual(left('2026-11-22'))
  expect(first.filter(Boolean).length / first.length).toBeCloseTo(0.2, 1)
  const nobody = { ...setting, control_percent: 0 }
  expect(isLeftOut(nobody, { buyer_id: 'a', object: 'b' })).toBe(false)
})
