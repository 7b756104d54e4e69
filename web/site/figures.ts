/** Prints figures in the language of the page; the look is that of text/format.ts. */
import { percentGap } from '../text/percent-gap.ts'
import { useLocale } from './words.ts'

const minus = (text: string) => text.replace('-', '−')

export function figuresIn(locale: string) {
  const currency = (digits: number, code: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  const number = (amount: number, digits = 2) =>
    minus(new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(amount))
  return {
    /** `12 345,60 ₴` */
    money: (amount: number, code = 'UAH') => minus(currency(2, code).format(amount)),
    /** `290 ₴` where there are no kopecks, else as `money`. */
    price: (amount: number, code = 'UAH') =>
      minus(currency(Number.isInteger(amount) ? 0 : 2, code).format(amount)),
    /** `12 345,6` */
    number,
    /** `5 %`; 5 is five per cent. */
    percent: (amount: number, digits = 2) => `${number(amount, digits)}${percentGap(locale)}%`,
    /** A calendar day (`2026-11-21`) as `21.11.2026`. */
    day: (text: string) =>
      new Intl.DateTimeFormat(locale, {
        day: '2-digit',
        month: '2-digit',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(`${text}T00:00:00Z`)),
    /** `12 345,00`: with exactly so many digits. */
    fixed: (amount: number, digits: number) =>
      minus(
        new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(amount),
      ),
  }
}

export const useFigures = () => figuresIn(useLocale())
