import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  after,
  decideRefresh,
  decideSocial,
  deviceOf,
  giveBackTry,
  GRACE_MS,
  passwordProblem,
  takeTry,
  type Guard,
} from './rules.ts'

const now = new Date('2026-11-21T08:00:00Z')
const minutes = (count: number) => after(now, count * 60_000)

describe('a password', () => {
  const person = {
    email: 'olena.kovalenko@example.com',
    first_name: 'Олена',
    last_name: 'Коваленко',
  }

  it.each([
    'Двадцять три яблука',
    'correct horse battery',
    'vR7-tram-okno',
    'каштани цвітуть',
    '        vest',
  ])('may be %j', (password) => {
    expect(passwordProblem(password, person)).toBeUndefined()
  })

  it.each(['', 'short', '1234567', 'сім літ'])('is too short: %j', (password) => {
    expect(passwordProblem(password, person)).toBe('password_too_short')
  })

  it.each([
    'password',
    'Password',
    '12345678',
    '123456789',
    'qwertyuiop',
    'Password1!',
    'password2026',
    'aaaaaaaa',
    'abababab',
    'верта2026',
    'Verta2026!',
    'loyalty1',
    'Кешбек123',
    'bonusbonus',
    'vertaloyalty',
    'iloveyou',
    'Йцукен123',
    'Dragon2024!',
    'пароль123',
    '11111111',
  ])('is known to those who guess: %j', (password) => {
    expect(passwordProblem(password, person)).toBe('password_too_common')
  })

  it.each([
    'olena.kovalenko',
    'Olena.Kovalenko1',
    'olena.kovalenko@example.com',
    'ОленаКоваленко7',
  ])('repeats who it is of: %j', (password) => {
    expect(passwordProblem(password, person)).toBe('password_like_email')
  })
})

describe('the guard of misses', () => {
  const misses = (count: number, at = now, before?: Guard) => {
    let guard = before
    for (let n = 0; n < count; n += 1) guard = takeTry(guard, at).guard
    return guard
  }

  it('lets five tries be looked at and locks for 15 minutes', () => {
    expect(takeTry(misses(4), now).wait_seconds).toBeUndefined()
    expect(takeTry(misses(5), now).wait_seconds).toBe(900)
    expect(takeTry(misses(5), minutes(14)).wait_seconds).toBe(60)
    expect(takeTry(misses(5), minutes(15)).wait_seconds).toBeUndefined()
  })

  it('forgets misses that are older than 15 minutes', () => {
    expect(takeTry(takeTry(misses(4), minutes(15)).guard, minutes(15)).wait_seconds).toBeUndefined()
  })

  it('locks for twice as long each time, at most a day', () => {
    let guard = misses(5)
    const waits: number[] = []
    let at = now
    for (let n = 0; n < 9; n += 1) {
      const wait = takeTry(guard, at).wait_seconds ?? 0
      waits.push(wait / 60)
      at = after(at, wait * 1000)
      guard = misses(5, at, guard)
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440])
  })

  it('after a hundred misses in a row waits for a mailed link', () => {
    let guard = misses(5)
    let at = now
    let looked = 5
    for (let n = 0; n < 200; n += 1) {
      at = after(at, 86_400_000)
      const taken = takeTry(guard, at)
      if (taken.wait_seconds === undefined) looked += 1
      guard = taken.guard
    }
    expect(looked).toBe(100)
  })

  it('never looks at more than five tries in any 15 minutes, however they come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 80 }), (gaps) => {
        let guard: Guard | undefined
        let at = now
        const looked: number[] = []
        for (const gap of gaps) {
          at = after(at, gap * 1000)
          const taken = takeTry(guard, at)
          guard = taken.guard
          if (taken.wait_seconds === undefined) looked.push(at.getTime())
        }
        // A window begins with its first try, so any 15 minutes touch at most two windows; within
        // one window five, and the fifth closes it for at least as long.
        for (const first of looked) {
          const within = looked.filter((time) => time >= first && time < first + 15 * 60_000)
          expect(within.length).toBeLessThanOrEqual(9)
        }
      }),
    )
  })

  it('gives a try back that nobody looked at', () => {
    expect(giveBackTry(misses(5) as Guard)).toEqual({ ...misses(4), locks: 0 })
    expect(giveBackTry(misses(1) as Guard)).toMatchObject({ misses: 0, misses_in_row: 0 })
  })
})

describe('a refresh token', () => {
  const session = { ended_at: null, idle_expires_at: minutes(60), expires_at: minutes(600) }
  const decide = (used_at: Date | null, successor_used_at: Date | null | undefined, at = now) =>
    decideRefresh(
      {
        token: { used_at },
        successor: successor_used_at === undefined ? undefined : { used_at: successor_used_at },
        session,
      },
      at,
    )

  it('is exchanged the first time', () => {
    expect(decide(null, undefined)).toBe('rotate')
  })

  it('gets the same pair again within ten seconds while nobody used that', () => {
    expect(decide(now, null, after(now, GRACE_MS))).toBe('repeat')
  })

  it('means theft later, or once its successor was used', () => {
    expect(decide(now, null, after(now, GRACE_MS + 1))).toBe('reuse')
    expect(decide(now, now, after(now, 1))).toBe('reuse')
    expect(decide(now, undefined)).toBe('reuse')
  })

  it('is dead when the family ended, was idle too long or is too old', () => {
    const token = { used_at: null }
    for (const end of [{ ended_at: now }, { idle_expires_at: now }, { expires_at: now }]) {
      const state = { token, successor: undefined, session: { ...session, ...end } }
      expect(decideRefresh(state, now)).toBe('dead')
    }
  })
})

it('joins a social account by e-mail only when both sides proved the address', () => {
  const confirmed = { id: 'u', email_confirmed: true }
  const unconfirmed = { id: 'u', email_confirmed: false }
  expect(decideSocial({ email_verified: true }, undefined)).toBe('create_confirmed')
  expect(decideSocial({ email_verified: false }, undefined)).toBe('create_unconfirmed')
  expect(decideSocial({ email_verified: true }, confirmed)).toBe('link')
  expect(decideSocial({ email_verified: true }, unconfirmed)).toBe('replace')
  expect(decideSocial({ email_verified: false }, confirmed)).toBe('refuse')
  expect(decideSocial({ email_verified: false }, unconfirmed)).toBe('refuse')
})

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox, Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome, Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome, iOS',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
])('calls a device by name: %s', (user_agent, device) => {
  expect(deviceOf(user_agent)).toBe(device)
})
