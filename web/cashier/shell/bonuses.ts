/** Amounts of bonuses in the shop's own word for them. */
import { BONUS_NAME } from '#contract/limits.ts'
import { currentLanguage, currentLocale } from '../../text/text.ts'
import { counted, number } from '../../text/format.ts'
import { getSession } from '../session/session.ts'

/** «230 бонусів», or «230 зірочок» where the owner calls them so. The shop's words are Ukrainian. */
export function bonuses(amount: number): string {
  const names = getSession()?.organization.bonus_name
  if (!names || names.one === BONUS_NAME || currentLanguage() !== 'ua-UA')
    return counted('bonus', amount)
  const form = new Intl.PluralRules(currentLocale()).select(amount)
  const forms = { one: names.one, few: names.few, many: names.many, other: names.fraction }
  return `${number(amount)}\u00a0${forms[form as keyof typeof forms] ?? names.many}`
}

/** «+17 бонусів». */
export const bonusesPlus = (amount: number) =>
  amount > 0 ? `+${bonuses(amount)}` : bonuses(amount)
