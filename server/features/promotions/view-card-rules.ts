/** A buyer's stamp cards as people are shown them. Stamps of money are told in currency units. */
import { toMoney } from '#contract/money.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Account, Moment } from '#server/features/ledger/rules.ts'
import { countOf, livingCard, takeable } from './card-rules.ts'
import type { Promotion, StampCard } from './rules.ts'

/** One card: so many of so many, and the gifts that wait for the next receipt. */
export type CardView = {
  promotion_id: string
  name: string
  unit: StampCard['count']
  /** Below zero while a gift taken back is worked off. */
  count: number
  goal: number
  gifts: number
  gift: StampCard['gift']['kind']
}

/** The cards that hold something, in the order of the promotions. */
export function viewCards(
  account: Account,
  promotions: readonly Promotion[],
  timezone: string,
  now: Moment,
): CardView[] {
  if (account.promotions.length === 0) return []
  const today = dayOf(now, timezone).number
  return promotions.flatMap(({ id, name, effect }) => {
    const card = account.promotions.find((state) => state.promotion_id === id)?.card
    if (!card || effect.kind !== 'stamp') return []
    const living = livingCard(card, effect.within_days, today, now)
    const stamps = countOf(living.stamps) - living.owed
    const gifts = takeable(living, now).length
    if (stamps === 0 && gifts === 0) return []
    const shown = (count: number) => (effect.count === 'sum' ? toMoney(count) : count)
    return [
      {
        ...{ promotion_id: id, name, unit: effect.count, gifts, gift: effect.gift.kind },
        count: shown(stamps),
        goal: shown(effect.goal),
      },
    ]
  })
}
