import { toMoney, type Minor } from '#contract/money.ts'
import type { TextLanguage } from '#server/io/text.ts'

/** An amount of bonuses as people of that language write it: 1 230 or 12,50. */
export const formatMinor = (amount: Minor, language: TextLanguage): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: amount % 100 === 0 ? 0 : 2,
    maximumFractionDigits: 2,
  }).format(toMoney(amount))
