/**
 * What cashiers may do, how their logins are made up, and how wrong PINs are counted.
 *
 * Invariant: a permission that lets money out of the shop (`compensate`) or shows whole phones is
 * never given by default to an ordinary cashier.
 * Source: spec/engine.md "Cancel"; bar.md "Security decisions"; design/screens.md §5.15.
 */
import type { CashierPermissions, CashierRole } from '#contract/pos.ts'

/** Five wrong PINs lock a login for a quarter of an hour, twenty in a day for the day. */
export const MISSES_MAX = 5
export const LOCK_MINUTES = 15
export const DAY_MISSES_MAX = 20

/** A till's token ends when nobody uses it for a shift, or after a month in any case. */
export const SESSION_IDLE_HOURS = 14
export const SESSION_DAYS = 30

/** The last use of a token that nobody has used. */
export const NEVER = new Date(0)

/** The name of the point of sale that every organization begins with. */
export const FIRST_POS_NAME = 'Точка 1'

/** What a role may do unless the owner decides otherwise. */
export function defaultPermissions(role: CashierRole): CashierPermissions {
  const trusted = role !== 'cashier'
  return {
    spend: true,
    cancel: true,
    cancel_others: trusted,
    compensate: role === 'senior',
    register_buyer: true,
    see_phone: trusted,
  }
}

export type DayHours = { from: string; to: string } | null

/** Open from nine to nine every day, until the owner says otherwise. */
export const defaultSchedule = (): DayHours[] =>
  Array.from({ length: 7 }, () => ({ from: '09:00', to: '21:00' }))

// The official romanization of 2010, without its softer forms at the beginning of words.
const latin: Record<string, string> = {
  ...{ а: 'a', б: 'b', в: 'v', г: 'h', ґ: 'g', д: 'd', е: 'e', є: 'ie', ж: 'zh', з: 'z', и: 'y' },
  ...{ і: 'i', ї: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o', п: 'p', р: 'r', с: 's' },
  ...{ т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ь: '', ю: 'iu' },
  ...{ я: 'ia', ы: 'y', э: 'e', ё: 'io', ъ: '' },
}

/** The beginning of made-up logins, from an organization's name: «Кава на розі» → `kava`. */
export function loginStem(name: string): string {
  const letters = name.toLowerCase().replace(/./gu, (sign) => latin[sign] ?? sign)
  const words = letters.replace(/['’ʼ]/g, '').split(/[^a-z0-9]+/)
  const word = words.find((part) => part.length > 1) ?? ''
  return word === '' ? 'kasa' : word.slice(0, 16)
}

/** The first free login of a stem: `kava-01`, `kava-02`, … */
export function freeLogin(stem: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const login = `${stem}-${String(number).padStart(2, '0')}`
    if (!taken.has(login)) return login
  }
}

/** True for PINs that are guessed first: one digit, a run, a repeated pair or triple. */
export function isWeakPin(pin: string): boolean {
  const digits = pin.split('').map(Number)
  const steps = digits.slice(1).map((digit, index) => digit - (digits[index] ?? 0))
  if (new Set(steps).size === 1) return true
  return [2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length))
}

/** When a session that was used at `now` ends, if nobody uses it again. */
export function idleEnd(last_used_at: Date, idle_seconds: number | null): Date | null {
  return idle_seconds === null ? null : new Date(last_used_at.getTime() + idle_seconds * 1000)
}
