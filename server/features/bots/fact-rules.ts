/** Facts of a shop and of a level, worked out from settings: plain data in, plain data out. */
import {
  dayOf,
  endOfDayAfter,
  minuteOf,
  weekdayOf,
} from '#server/features/ledger/calendar-rules.ts'
import { levelOf, turnoverOf } from '#server/features/ledger/level-rules.ts'
import type { Account, Moment } from '#server/features/ledger/rules.ts'
import { welcomeOf } from '#server/features/program/gift-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import { MENU } from './rules.ts'
import type { BuyerFacts, ShopFacts } from './facts-rules.ts'

type Hours = readonly ({ from: string; to: string } | null)[]

/** What every screen may tell of the shop. */
export function shopFacts(from: {
  shop: { id: string; name: string; phone: string | null; rules_text: string }
  bot:
    | (Pick<ShopFacts, 'greeting' | 'menu' | 'contact' | 'review_url'> & {
        working_hours: Hours | null
      })
    | null
  program: Program
  now: Moment
  shared: boolean
  language: string
}): ShopFacts {
  const { shop, bot, program, now, shared } = from
  const bonuses = program.mode !== 'discount'
  const join = welcomeOf(program, 'on_join')
  const profile = welcomeOf(program, 'profile_complete')
  const hours = bot?.working_hours ?? null
  return {
    id: shop.id,
    name: shop.name,
    greeting: bot?.greeting ?? '',
    cashback: bonuses ? (program.levels[0]?.cashback_percent ?? 0) : 0,
    currency_sign: signOf(program.currency),
    join_gift:
      bonuses && join?.when === 'at_once'
        ? {
            amount: join.amount,
            until: dayOf(
              endOfDayAfter(now, join.lifetime_days, program.timezone) - 1,
              program.timezone,
            ).text,
          }
        : null,
    profile_gift: bonuses ? (profile?.amount ?? 0) : 0,
    rules_text: shop.rules_text,
    menu: bot?.menu ?? MENU,
    max_pay_percent: program.max_pay_percent,
    review_url: bot?.review_url ?? null,
    contact: bot?.contact ?? { phone: shop.phone, username: null },
    hours: printHours(hours),
    open_now: hours === null || closesAt(hours, program.timezone, now) !== null,
    shared,
  }
}

/** The narrow sign of a currency, the same in every language of ours. */
function signOf(currency: string): string {
  let sign = signs.get(currency)
  if (sign === undefined) {
    const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
    const parts = new Intl.NumberFormat('uk-UA', style).formatToParts(0)
    sign = parts.find(({ type }) => type === 'currency')?.value ?? currency
    signs.set(currency, sign)
  }
  return sign
}
const signs = new Map<string, string>()

/** When the present opening ends, `HH:MM`; null: it is closed now. */
export function closesAt(hours: Hours, timezone: string, now: Moment): string | null {
  const day = dayOf(now, timezone)
  const minute = minuteOf(now, timezone)
  const today = hours[weekdayOf(day.number) - 1]
  const yesterday = hours[weekdayOf(day.number - 1) - 1]
  if (yesterday && minutesOf(yesterday.to) <= minutesOf(yesterday.from)) {
    if (minute < minutesOf(yesterday.to)) return yesterday.to
  }
  if (!today) return null
  const [from, to] = [minutesOf(today.from), minutesOf(today.to)]
  const open = to > from ? minute >= from && minute < to : minute >= from
  return open ? today.to : null
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `8:00–21:00` when all open days are alike; else nothing is told. */
function printHours(hours: Hours | null): string {
  if (!hours) return ''
  const open = hours.filter((day) => day !== null)
  const [first] = open
  if (!first || open.length < hours.length) return ''
  return open.every(({ from, to }) => from === first.from && to === first.to)
    ? `${first.from}–${first.to}`
    : ''
}

/** The level that holds and what is missing to the next; null where there is only one. */
export function levelFacts(account: Account, program: Program, now: Moment): BuyerFacts['level'] {
  const { levels } = program
  if (levels.length < 2) return null
  const number = levelOf(account, program, now)
  const at = levels.findIndex((level) => level.number === number)
  const level = levels[at]
  if (!level) return null
  const next = levels[at + 1]
  const left = next ? next.min_turnover - turnoverOf(account, program, now) : 0
  const percent = program.mode === 'discount' ? level.discount_percent : level.cashback_percent
  return {
    name: level.name,
    percent,
    next: next && left > 0 ? { name: next.name, left } : null,
  }
}

const EARTH_KM = 6371

/** Tenths of a kilometre between two places, along the ground. */
export function distanceBetween(
  a: { lat: number; lng: number },
  b: { lat: number; lng: number },
): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const [dlat, dlng] = [rad(b.lat - a.lat), rad(b.lng - a.lng)]
  const h =
    Math.sin(dlat / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(dlng / 2) ** 2
  return Math.round(20 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h))))
}
