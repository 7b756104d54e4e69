/**
 * What promotions remember of a buyer, from receipt to receipt: uses counted and cards.
 * Invariants: in the order of their ids; a state that says nothing is not kept.
 * Source: spec/engine.md "Promotions"; decision 0011.
 */
import type { Account, PromotionState } from '#server/features/ledger/rules.ts'
import { isNewCard } from '#server/features/promotions/card-rules.ts'
import type { SettledPromotion } from './settled-promotion-rules.ts'
import type { Cards } from './stamp-rules.ts'

/** The states of promotions after a receipt: uses counted, cards as they are now. */
export function statesAfter(
  account: Account,
  settled: readonly SettledPromotion[],
  cards: Cards,
): PromotionState[] {
  const states = new Map(account.promotions.map((state) => [state.promotion_id, state]))
  for (const { promotion_id, period, uses } of settled) {
    const before = states.get(promotion_id) ?? { promotion_id, uses: [], card: null }
    const card = cards.get(promotion_id) ?? before.card
    const counted = period === null || uses === 0 ? before.uses : countUses(before, period, uses)
    putState(states, { promotion_id, uses: counted, card })
  }
  return sortedStates(states)
}

/** So many periods are remembered of each promotion: late receipts are a few days late. */
const PERIODS_MAX = 5

function countUses(before: PromotionState, period: string, uses: number): PromotionState['uses'] {
  const known = before.uses.find((use) => use.period === period)
  if (known) {
    return before.uses.map((use) => (use === known ? { period, count: known.count + uses } : use))
  }
  return [...before.uses, { period, count: uses }].slice(-PERIODS_MAX)
}

/** Puts a state in its place; one that says nothing is left out. */
export function putState(states: Map<string, PromotionState>, state: PromotionState): void {
  const card = state.card && isNewCard(state.card) ? null : state.card
  if (card === null && state.uses.length === 0) states.delete(state.promotion_id)
  else states.set(state.promotion_id, { ...state, card })
}

export const sortedStates = (states: Map<string, PromotionState>): PromotionState[] =>
  [...states.values()].toSorted((a, b) => (a.promotion_id < b.promotion_id ? -1 : 1))
