import { maskPhone } from '#contract/phone.ts'
import type { CalculatedReceipt } from '#contract/receipt.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { levelOf } from '#server/features/ledger/level-rules.ts'
import {
  availableOf,
  isExpired,
  pendingOf,
  type Account,
  type Moment,
} from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { viewCards } from '#server/features/promotions/view-card-rules.ts'

/** The buyer as the till sees them; frozen into a receipt, so that a repeated answer is the same. */
export type BuyerView = NonNullable<CalculatedReceipt['buyer']>

/** What of a buyer's row the till may see. */
export type BuyerNames = {
  id: string
  first_name: string | null
  last_name: string | null
  phone: string | null
  birthday: string | null
}

/** The name as the shop lets cashiers see it. */
export function maskName(buyer: BuyerNames, shown: Program['buyer_shown']): string {
  const { first_name, last_name } = buyer
  if (shown === 'phone_only') return ''
  const [letter = ''] = last_name ?? ''
  const initial = `${letter}.`
  const last = shown === 'full_name' ? (last_name ?? '') : initial
  return [first_name ?? '', last === '.' ? '' : last].filter((part) => part !== '').join(' ')
}

/** The buyer with the account as it is (before a receipt) or as it became. */
export function viewBuyer(
  buyer: BuyerNames,
  account: Account,
  { program, promotions }: { program: Program; promotions: readonly Promotion[] },
  now: Moment,
  see_phone: boolean,
): BuyerView {
  const level = levelOf(account, program, now)
  const phone = buyer.phone ?? ''
  return {
    id: buyer.id,
    name_masked: maskName(buyer, program.buyer_shown),
    phone_masked: phone === '' ? '' : see_phone ? phone : maskPhone(phone),
    level: program.levels.find((row) => row.number === level)?.name ?? null,
    balance: availableOf(account, now),
    pending: pendingOf(account, now),
    debt: account.debt,
    next_expiry: nextExpiry(account, program.timezone, now),
    birthday_soon: isBirthdaySoon(buyer.birthday, program.timezone, now),
    stamps: viewCards(account, promotions, program.timezone, now),
  }
}

/** What expires on the nearest day on which anything does. The day is the last one to spend on. */
function nextExpiry(account: Account, timezone: string, now: Moment): BuyerView['next_expiry'] {
  let date: string | null = null
  let amount = 0
  // Lots lie in the order they expire in.
  for (const lot of account.lots) {
    if (lot.expires_at === null || isExpired(lot, now)) continue
    const day = dayOf(lot.expires_at - 1, timezone).text
    date ??= day
    if (day !== date) break
    amount += lot.remaining
  }
  return date === null ? null : { date, amount }
}

const BIRTHDAY_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** True from a week before a birthday to its end; 29 February is kept on the 28th in other years. */
function isBirthdaySoon(birthday: string | null, timezone: string, now: Moment): boolean {
  if (birthday === null) return false
  const month_day = birthday.slice(5)
  for (let ahead = 0; ahead <= BIRTHDAY_DAYS; ahead += 1) {
    const { text, year } = dayOf(now + ahead * DAY_MS, timezone)
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    if (text.slice(5) === (month_day === '02-29' && !leap ? '02-28' : month_day)) return true
  }
  return false
}
