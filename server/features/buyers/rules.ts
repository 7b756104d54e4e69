/**
 * Codes a buyer is known by, and how a buyer is called.
 *
 * A card code is permanent: 13 digits, prefix 27, EAN-13 check digit. A one-time code is spoken as
 * 8 digits that begin neither with 0 nor with 380 (so nobody takes it for a phone) and shown in
 * the QR as 13: prefix 28, two zeros, the 8 digits, check digit.
 * Source: spec/engine.md "Identify, confirm".
 */
import type { Minor } from '#contract/money.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { availableOf, pendingOf, type Account, type Moment } from '#server/features/ledger/rules.ts'

const CARD_PREFIX = '27'
const ONE_TIME_PREFIX = '2800'
/** Random digits that `cardCodeOf` takes. */
export const CARD_DIGITS = 10

/** The check digit of the first 12 digits of an EAN-13. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of digits.split('').entries())
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3)
  return String((10 - (sum % 10)) % 10)
}

/** The card code made of ten digits. */
export function cardCodeOf(digits: string): string {
  const body = CARD_PREFIX + digits
  return body + checkDigit(body)
}

/** The 13 digits of the QR for a one-time code of 8. */
export function qrOfCode(code: string): string {
  const body = ONE_TIME_PREFIX + code
  return body + checkDigit(body)
}

/** Whether 8 digits may be a one-time code. */
export const isOneTimeCode = (digits: string): boolean =>
  /^[1-9]\d{7}$/.test(digits) && !digits.startsWith('380')

/** What a typed or scanned code is; null: no code of a buyer. */
export function readCode(
  typed: string,
): { kind: 'card'; code: string } | { kind: 'one_time'; code: string } | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (isOneTimeCode(digits)) return { kind: 'one_time', code: digits }
  if (!/^\d{13}$/.test(digits) || checkDigit(digits.slice(0, 12)) !== digits[12]) return null
  if (digits.startsWith(CARD_PREFIX)) return { kind: 'card', code: digits }
  const code = digits.slice(ONE_TIME_PREFIX.length, 12)
  if (digits.startsWith(ONE_TIME_PREFIX) && isOneTimeCode(code)) return { kind: 'one_time', code }
  return null
}

/** First and last name, or nothing. */
export const fullName = (buyer: { first_name: string | null; last_name: string | null }): string =>
  [buyer.first_name, buyer.last_name].filter((part) => part !== null && part !== '').join(' ')

/** What a buyer holds now, and what of it burns on which local day, soonest first. */
export function balanceOf(account: Account, now: Moment, timezone: string) {
  const expiring = new Map<string, Minor>()
  for (const lot of account.lots) {
    if (lot.expires_at === null || lot.expires_at <= now) continue
    // A lot ends with its last day, so the moment before its end is in that day.
    const date = dayOf(lot.expires_at - 1, timezone).text
    expiring.set(date, (expiring.get(date) ?? 0) + lot.remaining)
  }
  return {
    available: availableOf(account, now),
    pending: pendingOf(account, now),
    debt: account.debt,
    expiring: [...expiring].map(([date, amount]) => ({ date, amount })),
  }
}

/** What burns until `until`. */
export function expiringUntil(account: Account, now: Moment, until: Moment): Minor {
  return account.lots.reduce((sum, { expires_at, remaining }) => {
    return expires_at !== null && expires_at > now && expires_at <= until ? sum + remaining : sum
  }, 0)
}

/** What is asked of more buyers reads the order that is kept of their accounts (decision 0050). */
export const LONG_LIST = 20_000

/** What was paid on average, rounded down; null before the first receipt. */
export const averageOf = (turnover: Minor, receipts: number): Minor | null =>
  receipts > 0 ? Math.max(0, Math.floor(turnover / receipts)) : null

/** How the words of a search are looked up. Digits are a part of a phone or a card code. */
export function readSearch(q: string): {
  card?: string
  prefix?: string
  suffix?: string
  name?: string
} {
  const digits = q.replaceAll(/[\s()+-]/g, '')
  if (!/^\d+$/.test(digits)) return { name: q.toLowerCase() }
  if (digits.length === 13 && digits.startsWith(CARD_PREFIX)) return { card: digits }
  const reversed = digits.split('').toReversed().join('')
  if (q.trim().startsWith('+') || digits.startsWith('380'))
    return { prefix: `+${digits}`, suffix: reversed }
  return digits.startsWith('0')
    ? { prefix: `+38${digits}`, suffix: reversed }
    : { suffix: reversed }
}
