/** Amounts of bonuses in the shop's own word for them. */
import { countedBonuses } from '../../text/format.ts'
import { getSession } from '../session/session.ts'

/** «230 бонусів», or «230 зірочок» where the owner calls them so. */
export const bonuses = (amount: number): string =>
  countedBonuses(amount, getSession()?.organization.bonus_name)

/** «+17 бонусів». */
export const bonusesPlus = (amount: number) =>
  amount > 0 ? `+${bonuses(amount)}` : bonuses(amount)
