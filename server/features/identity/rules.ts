/**
 * Kept here: no token lives for ever; what a mailed link may do ends with the address it was
 * mailed to; a known password is never taken.
 */
import { dictionary } from '@zxcvbn-ts/language-common'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const ACCESS_MS = 15 * MINUTE
export const IDLE_MS = 14 * DAY
export const ABSOLUTE_MS = 30 * DAY
/** For how long a rotated refresh token still gets the same successor: its answer may be lost. */
export const GRACE_MS = 10_000
/** For how long a checked password opens the dangerous acts. */
export const VERIFIED_MS = 5 * MINUTE
export const RESET_LINK_MS = 30 * MINUTE
export const CONFIRM_LINK_MS = 2 * DAY
export const SOCIAL_ATTEMPT_MS = 10 * MINUTE
/** For how long a sign-in waits for its second factor. */
export const PENDING_MS = 10 * MINUTE
/** For how long the owner can read what happened to the account's keys. */
export const EVENTS_KEPT_MS = 180 * DAY
/** Locks grow for as long as misses go on; a week without one is forgiven. */
export const GUARD_KEPT_MS = 7 * DAY

const MISSES_MAX = 5
const MISSES_WINDOW_MS = 15 * MINUTE
const LOCK_MS = 15 * MINUTE
const LOCK_MAX_MS = DAY
/** After so many misses in a row only a mailed link opens the account again (NIST 800-63B). */
export const MISSES_IN_ROW_MAX = 100

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms)

export type Guard = {
  misses: number
  window_started_at: Date
  locked_until: Date | null
  locks: number
  misses_in_row: number
}

/**
 * Takes one try of signing in before the password is looked at, so that a hundred tries at once
 * count as a hundred. Answers the guard to keep and, when locked, the seconds to wait.
 * The fifth miss within 15 minutes locks for 15 minutes, each next lock for twice as long; after
 * `row_max` in a row only a mailed link opens.
 */
export function takeTry(
  before: Guard | undefined,
  now: Date,
  row_max = MISSES_IN_ROW_MAX,
): { guard: Guard; wait_seconds?: number } {
  const fresh = {
    misses: 0,
    window_started_at: now,
    locked_until: null,
    locks: 0,
    misses_in_row: 0,
  }
  const guard = before ?? fresh
  if (guard.misses_in_row >= row_max) return { guard, wait_seconds: LOCK_MAX_MS / 1000 }
  if (guard.locked_until !== null && guard.locked_until > now) {
    const left = guard.locked_until.getTime() - now.getTime()
    return { guard, wait_seconds: Math.ceil(left / 1000) }
  }
  const stale =
    guard.window_started_at <= after(now, -MISSES_WINDOW_MS) || guard.locked_until !== null
  const misses = stale ? 1 : guard.misses + 1
  const taken = {
    ...guard,
    misses,
    window_started_at: stale ? now : guard.window_started_at,
    misses_in_row: guard.misses_in_row + 1,
    locked_until: null,
  }
  if (misses < MISSES_MAX) return { guard: taken }
  const lock = Math.min(LOCK_MS * 2 ** guard.locks, LOCK_MAX_MS)
  return { guard: { ...taken, locked_until: after(now, lock), locks: guard.locks + 1 } }
}

/** Gives a try back that was taken but not looked at, because too many hashes were waiting. */
export function giveBackTry(guard: Guard): Guard {
  const locked = guard.locked_until !== null
  return {
    ...guard,
    misses: Math.max(0, guard.misses - 1),
    misses_in_row: Math.max(0, guard.misses_in_row - 1),
    locked_until: null,
    locks: locked ? Math.max(0, guard.locks - 1) : guard.locks,
  }
}

export type RefreshState = {
  token: { used_at: Date | null }
  /** The pair that followed, when this one was used. */
  successor: { used_at: Date | null } | undefined
  session: { ended_at: Date | null; idle_expires_at: Date; expires_at: Date }
}

/**
 * What a refresh token gets: `rotate` the first time; `repeat` the same successor within ten
 * seconds while nobody used that (the answer was lost, or two tabs asked at once); `reuse` means
 * somebody else may hold a copy, so the family dies; `dead` is an ordinary end.
 */
export function decideRefresh(
  state: RefreshState,
  now: Date,
): 'rotate' | 'repeat' | 'reuse' | 'dead' {
  const { token, successor, session } = state
  if (session.ended_at !== null) return 'dead'
  if (session.idle_expires_at <= now || session.expires_at <= now) return 'dead'
  if (token.used_at === null) return 'rotate'
  const inGrace = now.getTime() - token.used_at.getTime() <= GRACE_MS
  return inGrace && successor !== undefined && successor.used_at === null ? 'repeat' : 'reuse'
}

export type SocialUser = { id: string; email_confirmed: boolean } | undefined

/**
 * Whom a social profile signs in when its (provider, subject) is new. `byEmail` is the account
 * that has the profile's e-mail. Linking by e-mail needs both sides to have proved the address;
 * an account that never proved it may be a trap set beforehand, so its keys are dropped.
 */
export function decideSocial(
  profile: { email_verified: boolean },
  byEmail: SocialUser,
): 'create_confirmed' | 'create_unconfirmed' | 'link' | 'replace' | 'refuse' {
  if (byEmail === undefined)
    return profile.email_verified ? 'create_confirmed' : 'create_unconfirmed'
  if (!profile.email_verified) return 'refuse'
  return byEmail.email_confirmed ? 'link' : 'replace'
}

const leaked = new Set(dictionary['passwords-common'].filter((word) => word.length >= 8))
const knownWords = [
  ...[
    'verta',
    'верта',
    'loyalty',
    'cashback',
    'кешбек',
    'кэшбэк',
    'bonus',
    'bonuses',
    'бонус',
    'бонуси',
  ],
  ...[
    'бонусы',
    'password',
    'пароль',
    'parol',
    'qwerty',
    'йцукен',
    'organization',
    'shop',
    'магазин',
  ],
]
const knownStems = new Set([...knownWords, ...dictionary['passwords-common'].slice(0, 1000)])

const simple = (text: string) => text.normalize('NFC').toLowerCase()
const lettersOf = (text: string) => simple(text).replace(/[^\p{L}]/gu, '')

/**
 * Why a chosen password is refused, or undefined when it is fine: it is on the leaked list, is a
 * product word or a common password dressed with digits and signs, one sign many times, or the
 * person's own e-mail or name. There are no rules of composition (OWASP, NIST 800-63B).
 */
export function passwordProblem(
  password: string,
  person: { email: string; first_name?: string | undefined; last_name?: string | undefined },
): 'password_too_short' | 'password_too_common' | 'password_like_email' | undefined {
  const lower = simple(password)
  if (Array.from(lower).length < 8) return 'password_too_short'
  if (leaked.has(lower) || new Set(lower).size < 3) return 'password_too_common'
  const letters = lettersOf(password)
  const decoration = lower.length - letters.length
  if (decoration > 0 && decoration <= 6 && knownStems.has(letters)) return 'password_too_common'
  const rest = knownWords.reduce((left, word) => left.replaceAll(word, ''), letters)
  if (decoration <= 6 && rest !== letters && rest.length <= 2) return 'password_too_common'
  const local = simple(person.email).split('@')[0] ?? ''
  const own = [person.email, local, `${person.first_name ?? ''}${person.last_name ?? ''}`]
  for (const name of own.map(simple)) {
    if (name.length >= 4 && lower.includes(name) && lower.length - name.length <= 4)
      return 'password_like_email'
  }
  return undefined
}

/** «Firefox, Windows»: what a list of sessions calls a device. Empty when the browser hides it. */
export function deviceOf(user_agent: string): string {
  const browsers: [RegExp, string][] = [
    [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
    [/\bOPR\/|\bOpera\b/, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
    [/\bChrome\/|\bCriOS\//, 'Chrome'],
    [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  ]
  const systems: [RegExp, string][] = [
    [/\bAndroid\b/, 'Android'],
    [/\biPhone\b|\biPad\b/, 'iOS'],
    [/\bWindows\b/, 'Windows'],
    [/\bMac OS X\b/, 'macOS'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bLinux\b/, 'Linux'],
  ]
  const name = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(user_agent))?.[1]
  return [name(browsers), name(systems)].filter((part) => part !== undefined).join(', ')
}
