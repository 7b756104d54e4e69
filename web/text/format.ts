/**
 * Prints values for people through Intl, in the locale of the chosen language.
 * Amounts come as the decimal numbers of the wire; days and moments are shown in the
 * organization's time zone, never in the browser's.
 */
import { BONUS_NAME } from '#contract/limits.ts'
import { printPhone } from '#contract/phone.ts'
import { percentGap } from './percent-gap.ts'
import { currentLocale, textOf } from './text.ts'

const NBSP = '\u00a0'

const numbers = new Map<string, Intl.NumberFormat>()
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options)
  const known = numbers.get(key) ?? new Intl.NumberFormat(locale, options)
  numbers.set(key, known)
  return known
}

/** `12 345,60 ₴`; the minus is a real one (−). */
export function money(amount: number, currency = 'UAH', locale = currentLocale()): string {
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
    .format(amount)
    .replace('-', '−')
}

/** `84 320 ₴`: for large figures where kopecks are noise. */
export function moneyWhole(amount: number, currency = 'UAH', locale = currentLocale()): string {
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: 0,
  })
    .format(amount)
    .replace('-', '−')
}

/** `290 ₴`, `99,50 ₴`: what is asked for a thing, to the kopeck where there are any. */
export function price(amount: number, currency = 'UAH', locale = currentLocale()): string {
  return (Number.isInteger(amount) ? moneyWhole : money)(amount, currency, locale)
}

/** `12 345,6`: as many fraction digits as the value has, at most two (or as told). */
export function number(amount: number, digits = 2, locale = currentLocale()): string {
  return numberFormat(locale, { maximumFractionDigits: digits }).format(amount).replace('-', '−')
}

/** `5 %` with a space that does not break, `5%` where the language has none. 5 is five per cent. */
export function percent(amount: number, digits = 2, locale = currentLocale()): string {
  return `${number(amount, digits, locale)}${percentGap(locale)}%`
}

/** `+17`, `−230`, `0`: a change. */
export function signed(amount: number, digits = 2, locale = currentLocale()): string {
  return amount > 0 ? `+${number(amount, digits, locale)}` : number(amount, digits, locale)
}

type Unit = 'bonus' | 'receipt' | 'buyer' | 'pos' | 'day' | 'product' | 'organization'

/** How an owner calls the unit, in the four forms of Ukrainian. */
export type BonusName = { one: string; few: string; many: string; fraction: string }
let shopBonus: BonusName | undefined

/** From here on bonuses are called as the shop that is shown calls them. */
export const setBonusName = (name: BonusName | null | undefined) => {
  shopBonus = name ?? undefined
}

/** `230 зірочок` where the owner calls them so. The shop's words are Ukrainian. */
export function countedBonuses(amount: number, name: BonusName | undefined): string {
  const locale = currentLocale()
  if (!name || name.one === BONUS_NAME || locale !== 'uk-UA') return countedPlain('bonus', amount)
  const form = new Intl.PluralRules(locale).select(Math.abs(amount))
  const forms: Partial<Record<Intl.LDMLPluralRule, string>> = { ...name, other: name.fraction }
  return `${number(amount)}${NBSP}${forms[form] ?? name.many}`
}

/** `230 бонусів`, `1,5 бонуса`: the amount with the unit in its right form. */
export const counted = (unit: Unit, amount: number): string =>
  unit === 'bonus' ? countedBonuses(amount, shopBonus) : countedPlain(unit, amount)

function countedPlain(unit: Unit, amount: number): string {
  return textOf('shell')(`unit.${unit}`, { count: Math.abs(amount), amount: number(amount) })
}

export const KYIV = 'Europe/Kyiv'

/** The city of a zone rather than its code; Kyiv has a name of its own in every language. */
export const zoneName = (timezone: string): string =>
  timezone === KYIV
    ? textOf('shell')('zone.kyiv')
    : (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ')

type Moment = string | Date

const dates = new Map<string, Intl.DateTimeFormat>()
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const known = dates.get(key) ?? new Intl.DateTimeFormat(locale, options)
  dates.set(key, known)
  return known
}
const DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const

/** `21.11.2026, 14:05` in the given zone. */
export function dateTime(moment: Moment, timeZone = KYIV, locale = currentLocale()): string {
  return dateFormat(locale, { ...DAY, hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(moment),
  )
}

/** `21.11.2026` of a moment in the given zone. */
export function date(moment: Moment, timeZone = KYIV, locale = currentLocale()): string {
  return dateFormat(locale, { ...DAY, timeZone }).format(new Date(moment))
}

/** `14:05` in the given zone. */
export function time(moment: Moment, timeZone = KYIV, locale = currentLocale()): string {
  return dateFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(moment),
  )
}

/** A calendar day of the wire (`2026-11-21`) as `21.11.2026`; it has no zone. */
export function day(text: string, locale = currentLocale()): string {
  return dateFormat(locale, { ...DAY, timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`))
}

/** A calendar day without its year: `21.11`. */
export function shortDay(text: string, locale = currentLocale()): string {
  return dateFormat(locale, { day: '2-digit', month: '2-digit', timeZone: 'UTC' }).format(
    new Date(`${text}T00:00:00Z`),
  )
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** `3 години тому`, `через 2 дні`; under a minute: `зараз`. */
export function relative(moment: Moment, now: Date = new Date(), locale = currentLocale()): string {
  const seconds = (new Date(moment).getTime() - now.getTime()) / 1000
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of STEPS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  }
  return format.format(0, 'second')
}

/** Today as `YYYY-MM-DD` in the given zone. */
export function today(timeZone = KYIV, now: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
}

/** `+380 67 123-45-67`. */
export const phone = printPhone

/** `ОК` for «Олена Коваль»: what an avatar shows. */
export function initials(...names: (string | undefined)[]): string {
  const letters = names.map((name) => /^./u.exec(name?.trim() ?? '')?.[0] ?? '')
  return letters.filter(Boolean).slice(0, 2).join('').toLocaleUpperCase()
}
