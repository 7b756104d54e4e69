/** What an organization may be set to: zones, currencies; and the days its figures are counted in. */
import { Temporal } from 'temporal-polyfill'

declare const proven: unique symbol
/**
 * The id of an organization whose owner or cashier has been proven. Only `requireOrganization`
 * and `requireCashier` make one, so a query that asks for it cannot be given a stranger's.
 */
export type OrganizationId = string & { readonly [proven]: true }

/** ISO 4217 codes in use, without funds and metals. */
const currencyCodes = (
  'UAH EUR USD PLN GBP CHF CZK RON MDL HUF BGN TRY GEL KZT AED AFN ALL AMD ANG AOA ARS AUD AWG AZN ' +
  'BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CLP CNY COP CRC CUP CVE DJF DKK ' +
  'DOP DZD EGP ERN ETB FJD FKP GHS GIP GMD GNF GTQ GYD HKD HNL HTG IDR ILS INR IQD IRR ISK JMD JOD ' +
  'JPY KES KGS KHR KMF KPW KRW KWD KYD LAK LBP LKR LRD LSL LYD MAD MGA MKD MMK MNT MOP MRU MUR MVR ' +
  'MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PYG QAR RSD RUB RWF SAR SBD SCR ' +
  'SDG SEK SGD SHP SLE SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TTD TWD TZS UGX UYU UZS VED VES ' +
  'VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG'
).split(' ')
const knownCurrencies = new Set(currencyCodes)

/** True for an ISO 4217 code that is in use. */
export const isCurrency = (code: string): boolean => knownCurrencies.has(code)

/** All currencies, the usual ones first; names and signs are those of `language` (BCP 47). */
export function nameCurrencies(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencyCodes.map((code) => {
    const format = new Intl.NumberFormat(language, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
    })
    const symbol = format.formatToParts(0).find((part) => part.type === 'currency')?.value ?? code
    const minor_digits = format.resolvedOptions().maximumFractionDigits ?? 2
    return { code, name: names.of(code) ?? code, symbol, minor_digits }
  })
}

/** True for a zone of the IANA database. A bare offset is none: it knows no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}

/** The day it is in `timezone` at `now`, as `YYYY-MM-DD`. */
export function localDay(now: Date, timezone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .toString()
}

/** The first day of the month it is in `timezone` at `now`, as `YYYY-MM-DD`. */
export function localMonthStart(now: Date, timezone: string): string {
  return `${localDay(now, timezone).slice(0, 7)}-01`
}
