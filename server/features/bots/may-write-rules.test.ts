import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteOf } from '#server/features/ledger/calendar-rules.ts'
import { runs } from '#server/testing/property-runs.ts'
import { endOfQuiet, mayWrite, type Reader, type WritingRules } from './may-write-rules.ts'

const KYIV = 'Europe/Kyiv'
const rules: WritingRules = {
  quiet_from: '21:00',
  quiet_to: '09:00',
  marketing_per_week_max: 2,
  timezone: KYIV,
}
const willing: Reader = {
  buyer_status: 'active',
  buyer_agreed: true,
  chat_agreed: true,
  reachable: true,
  sent_this_week: 0,
}
const at = (text: string) => new Date(text).getTime()
const NOON = at('2026-11-21T12:00:00+02:00')

describe('whether advertising may go now', () => {
  test('who agreed and was not written to much is written to by day', () => {
    expect(mayWrite(willing, rules, NOON)).toEqual({ send: true })
  })

  test.each([
    [{ buyer_status: null }, 'gone'],
    [{ buyer_status: 'forgotten' }, 'gone'],
    [{ buyer_status: 'blocked' }, 'buyer_blocked'],
    [{ reachable: false }, 'no_messenger'],
    [{ buyer_agreed: false }, 'no_consent'],
    [{ chat_agreed: false }, 'no_consent'],
    [{ chat_agreed: null }, 'no_consent'],
    [{ sent_this_week: 2 }, 'weekly_cap'],
  ] as const)('%o is not written to: %s', (about, drop) => {
    expect(mayWrite({ ...willing, ...about }, rules, NOON)).toEqual({ drop })
  })

  test('a shop that allows itself no advertising sends none', () => {
    const none = { ...rules, marketing_per_week_max: 0 }
    expect(mayWrite(willing, none, NOON)).toEqual({ drop: 'weekly_cap' })
  })

  test('at night it waits for the morning of the shop', () => {
    const night = at('2026-11-21T23:30:00+02:00')
    expect(mayWrite(willing, rules, night)).toEqual({
      later: new Date('2026-11-22T09:00:00+02:00'),
    })
    const los_angeles = { ...rules, timezone: 'America/Los_Angeles' }
    expect(mayWrite(willing, los_angeles, NOON)).toEqual({
      later: new Date('2026-11-21T09:00:00-08:00'),
    })
  })

  test('no answer about consent is ever given up for the night', () => {
    const night = at('2026-11-21T23:30:00+02:00')
    expect(mayWrite({ ...willing, buyer_agreed: false }, rules, night)).toEqual({
      drop: 'no_consent',
    })
  })
})

describe('quiet hours', () => {
  const ends = (now: string, quiet_from: string, quiet_to: string, timezone = KYIV) => {
    const end = endOfQuiet({ quiet_from, quiet_to, timezone }, at(now))
    return end === null ? null : new Date(end).toISOString()
  }

  test('equal ends are no quiet at all', () => {
    expect(ends('2026-11-21T03:00:00Z', '09:00', '09:00')).toBeNull()
  })

  test('their first minute is quiet, the last is not', () => {
    expect(ends('2026-11-21T20:59:59+02:00', '21:00', '09:00')).toBeNull()
    expect(ends('2026-11-21T21:00:00+02:00', '21:00', '09:00')).toBe('2026-11-22T07:00:00.000Z')
    expect(ends('2026-11-22T08:59:59+02:00', '21:00', '09:00')).toBe('2026-11-22T07:00:00.000Z')
    expect(ends('2026-11-22T09:00:00+02:00', '21:00', '09:00')).toBeNull()
  })

  test('the night before the clock goes forward is an hour shorter', () => {
    expect(ends('2026-03-28T23:00:00+02:00', '21:00', '09:00')).toBe('2026-03-29T06:00:00.000Z')
  })

  test('an end that the clock jumps over is the jump', () => {
    // Kyiv goes from 02:59 to 04:00 at 01:00 UTC.
    expect(ends('2026-03-29T02:30:00+02:00', '21:00', '03:30')).toBe('2026-03-29T01:00:00.000Z')
  })

  test('the night before the clock goes back is an hour longer', () => {
    expect(ends('2026-10-24T23:00:00+03:00', '21:00', '09:00')).toBe('2026-10-25T07:00:00.000Z')
  })

  test('of an hour that comes twice, both are quiet', () => {
    // 03:00 to 03:59 comes twice; 03:30 of the first is over, then quiet begins anew at 04:00 → 03:00.
    expect(ends('2026-10-25T03:10:00+03:00', '21:00', '04:00')).toBe('2026-10-25T02:00:00.000Z')
    expect(ends('2026-10-25T03:10:00+02:00', '21:00', '04:00')).toBe('2026-10-25T02:00:00.000Z')
  })

  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const zones = fc.constantFrom(
    KYIV,
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'UTC',
  )
  const moments = fc.oneof(
    fc.integer({ min: at('2026-03-28T00:00:00Z'), max: at('2026-03-30T00:00:00Z') }),
    fc.integer({ min: at('2026-10-24T00:00:00Z'), max: at('2026-10-26T00:00:00Z') }),
    fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
  )
  const minutesOf = (text: string) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return hours * 60 + minutes
  }

  test('they end at the first minute whose clock lies outside of them', () => {
    fc.assert(
      fc.property(moments, time, time, zones, (now, quiet_from, quiet_to, timezone) => {
        const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
        const quiet = (moment: number) => {
          const minute = minuteOf(moment, timezone)
          if (from === to) return false
          return from < to ? from <= minute && minute < to : from <= minute || minute < to
        }
        const end = endOfQuiet({ quiet_from, quiet_to, timezone }, now)
        if (!quiet(now)) return end === null
        if (end === null || end <= now || quiet(end)) return false
        for (let moment = now; moment < end; moment += 60_000) if (!quiet(moment)) return false
        return true
      }),
      runs(400),
    )
  })

  test('only who agreed, is reachable and under the cap is ever written to', () => {
    const readers = fc.record<Reader>({
      buyer_status: fc.constantFrom('active', 'blocked', 'forgotten', null),
      buyer_agreed: fc.boolean(),
      chat_agreed: fc.constantFrom(true, false, null),
      reachable: fc.boolean(),
      sent_this_week: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(readers, moments, zones, (reader, now, timezone) => {
        const answer = mayWrite(reader, { ...rules, timezone }, now)
        const may =
          reader.buyer_status === 'active' &&
          reader.buyer_agreed &&
          reader.chat_agreed === true &&
          reader.reachable &&
          reader.sent_this_week < 2
        if (!may) return 'drop' in answer
        return 'later' in answer ? answer.later.getTime() > now : 'send' in answer
      }),
      runs(300),
    )
  })
})
