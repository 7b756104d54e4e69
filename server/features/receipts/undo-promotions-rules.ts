/**
 * What a cancellation takes back of promotions: shared uses and budgets, the buyer's uses, stamps
 * and gifts. Discounts and bonuses themselves are in the lines and go back with these.
 *
 * Only what the receipt froze is used. A use ends with the last line the promotion worked on;
 * amounts and stamps go back line by line, so that any parts sum to the whole.
 * Source: spec/engine.md "Cancel", "Promotions"; decision 0005.
 */
import { shareDown } from '#contract/money.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { Draft, PromotionClaim, PromotionState } from '#server/features/ledger/rules.ts'
import { newCard, returnGifts, takeStamps } from '#server/features/promotions/card-rules.ts'
import { wholeOf } from './returned-rules.ts'
import type { CancelAsk, Returned, SettledReceipt } from './rules.ts'
import type { PromotionLine, SettledCard, SettledPromotion } from './settled-promotion-rules.ts'
import { putState, sortedStates } from './promotion-state-rules.ts'

/** What goes back to the promotions that many buyers share: numbers below zero. */
export function returnClaims(ask: CancelAsk, after: Returned): PromotionClaim[] {
  const claims: PromotionClaim[] = []
  const member = ask.account !== null
  for (const promotion of ask.receipt.promotions) {
    const discount = partOf(ask, after, promotion.lines, 'discount')
    // The bonuses of a forgotten buyer were forfeited: nobody gives them back.
    const bonuses = member ? partOf(ask, after, promotion.lines, 'bonuses') : 0
    const uses = ends(ask, after, promotion) ? promotion.uses : 0
    if (uses === 0 && discount + bonuses === 0) continue
    claims.push({
      promotion_id: promotion.promotion_id,
      uses: negative(uses),
      amount: negative(discount + bonuses),
      max_uses: null,
      budget: null,
      discount: negative(discount),
      bonuses: negative(bonuses),
    })
  }
  return claims
}

/** Zero stays zero: −0 is another value to whoever compares. */
const negative = (value: number): number => (value === 0 ? 0 : -value)

/** What this cancellation takes of one amount of a promotion. */
function partOf(
  { receipt, returned }: CancelAsk,
  after: Returned,
  lines: readonly PromotionLine[],
  amount: 'discount' | 'bonuses' | 'stamps',
): number {
  let sum = 0
  for (const done of lines) {
    const line = receipt.lines[done.line - 1]
    if (!line || done[amount] === 0) continue
    const whole = wholeOf(receipt, line)
    const from = returned.lines[done.line - 1] ?? 0
    const to = after.lines[done.line - 1] ?? 0
    sum += shareDown(done[amount], to, whole) - shareDown(done[amount], from, whole)
  }
  return sum
}

/** Whether nothing is left of what a promotion worked on, and something was before. */
function ends({ receipt, returned }: CancelAsk, after: Returned, promotion: SettledPromotion) {
  return isOver(receipt, after, promotion) && !isOver(receipt, returned, promotion)
}

function isOver(receipt: SettledReceipt, returned: Returned, { lines }: SettledPromotion): boolean {
  if (returned.whole) return true
  return lines.every(({ line }) => {
    const frozen = receipt.lines[line - 1]
    const whole = frozen ? wholeOf(receipt, frozen) : 0
    return whole > 0 && returned.lines[line - 1] === whole
  })
}

/** Takes the buyer's uses, stamps and gifts back; answers stamps that a used gift leaves owed. */
export function undoPromotions(draft: Draft, ask: CancelAsk, after: Returned): number {
  const { promotions } = ask.receipt
  if (promotions.length === 0) return 0
  const states = new Map(draft.account.promotions.map((state) => [state.promotion_id, state]))
  let owed = 0
  for (const promotion of promotions) {
    const { promotion_id } = promotion
    const before = states.get(promotion_id) ?? { promotion_id, uses: [], card: null }
    const ended = ends(ask, after, promotion)
    const uses = ended ? takeUses(before, promotion) : before.uses
    const card = promotion.card
      ? cardAfter(draft, ask, after, before, promotion, promotion.card, ended)
      : before.card
    owed += Math.max(0, (card?.owed ?? 0) - (before.card?.owed ?? 0))
    putState(states, { promotion_id, uses, card })
  }
  draft.account.promotions = sortedStates(states)
  return owed
}

function takeUses(before: PromotionState, promotion: SettledPromotion): PromotionState['uses'] {
  if (promotion.period === null) return before.uses
  return before.uses.flatMap((use) => {
    if (use.period !== promotion.period) return [use]
    const count = use.count - promotion.uses
    return count > 0 ? [{ period: use.period, count }] : []
  })
}

function cardAfter(
  draft: Draft,
  ask: CancelAsk,
  after: Returned,
  before: PromotionState,
  promotion: SettledPromotion,
  settled: SettledCard,
  ended: boolean,
) {
  let card = before.card ?? newCard
  const of_lines = partOf(ask, after, promotion.lines, 'stamps')
  const count = settled.count === 'receipts' ? (ended ? settled.stamps : 0) : of_lines
  if ((count > 0 || ended) && !isTooOld(draft, ask, settled)) {
    const whole = ended ? { given: settled.given, receipt_id: ask.receipt_id } : null
    card = takeStamps(card, { count, day: settled.day, goal: settled.goal, ended: whole })
  }
  if (!ended) return card
  if (settled.stamps > 0 && card.last_day === settled.day) {
    card = { ...card, last_day: settled.previous_day }
  }
  return returnGifts(card, settled.used)
}

/** Stamps that have become too old are gone by themselves. */
function isTooOld(draft: Draft, ask: CancelAsk, { within_days, day }: SettledCard): boolean {
  if (within_days === 0) return false
  return dayOf(draft.now, ask.program.timezone).number - day > within_days
}
