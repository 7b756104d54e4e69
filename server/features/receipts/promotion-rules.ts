/**
 * Which promotions work on a receipt, and the account of what each of them did.
 *
 * Invariants: a promotion works for members only; what it did on the lines sums to what it did on
 * the receipt. Source: spec/engine.md "Promotions"; decision 0005.
 */
import type { Minor, Thousandths } from '#contract/money.ts'
import type { Account, PromotionClaim, PromotionState } from '#server/features/ledger/rules.ts'
import { inOrder, isInSet, periodOf, workingDay } from '#server/features/promotions/match-rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { sumOf, type OpenLine } from './line-rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { ReceiptAsk } from './rules.ts'
import type { SettledPromotion } from './settled-promotion-rules.ts'

/** A promotion whose conditions this receipt meets. */
export type Working<Kind extends Promotion = Promotion> = {
  promotion: Kind
  /** The local day it counts the receipt to. */
  day: number
  /** The period the buyer's uses count in; null: they are not limited. */
  period: string | null
  /** How often the buyer may still use it. */
  uses_left: number
  /** The lines of its product set. */
  lines: OpenLine[]
}
export type ProductPromotion = Extract<Promotion, { type: 2 }>
export type AccrualPromotion = Extract<Promotion, { type: 3 }>
export type WorkingPromotions = {
  product: Working<ProductPromotion>[]
  accrual: Working<AccrualPromotion>[]
}

/** The lines of a promotion's product set. */
export const linesInSet = (promotion: Promotion, lines: readonly OpenLine[]): OpenLine[] =>
  lines.filter((line) => isInSet(promotion.products, line))

/** What the buyer's account remembers of a promotion. */
export const stateOf = (account: Account, promotion_id: string): PromotionState | undefined =>
  account.promotions.find((state) => state.promotion_id === promotion_id)

/** The promotions that work on this receipt, in the order they are asked. */
export function workingPromotions(
  ask: ReceiptAsk,
  account: Account,
  level: number,
  lines: readonly OpenLine[],
  explain: Explanation[],
): WorkingPromotions {
  const found: WorkingPromotions = { product: [], accrual: [] }
  const sum = sumOf(lines, (line) => line.total)
  for (const promotion of inOrder(ask.promotions)) {
    const day = workingDay(promotion, ask.occurred_at, ask.program.timezone)
    if (day === null || !isFor(promotion, ask, account, level, sum)) continue
    const limit = promotion.max_uses_per_buyer
    const period = limit === null ? null : periodOf(promotion.per_buyer_period, day)
    const uses_left = limit === null ? Infinity : limit - usesIn(account, promotion.id, period)
    if (uses_left <= 0) continue
    const in_set = linesInSet(promotion, lines)
    if (!holdsEnough(promotion, in_set, 'total' in ask.sale)) continue
    if (ask.exhausted.includes(promotion.id)) {
      const params = { promotion: promotion.name }
      explain.push({ line: null, rule: 'promotion_exhausted', amount: 0, params })
      continue
    }
    const working = { day, period, uses_left, lines: in_set }
    if (promotion.type === 2) found.product.push({ ...working, promotion })
    else found.accrual.push({ ...working, promotion })
  }
  return found
}

/** Whether it is for this point of sale, buyer and size of receipt. */
function isFor(
  promotion: Promotion,
  ask: ReceiptAsk,
  account: Account,
  level: number,
  sum: Minor,
): boolean {
  const { pos_ids, levels, segment_id } = promotion
  return (
    (pos_ids.length === 0 || (ask.pos_id !== null && pos_ids.includes(ask.pos_id))) &&
    (levels.length === 0 || levels.includes(level)) &&
    (segment_id === null || ask.segment_ids.includes(segment_id)) &&
    (!promotion.first_purchase_only || account.receipts === 0) &&
    sum >= promotion.min_receipt_amount
  )
}

function usesIn(account: Account, promotion_id: string, period: string | null): number {
  const uses = stateOf(account, promotion_id)?.uses
  return uses?.find((use) => use.period === period)?.count ?? 0
}

/** Whether the receipt holds enough of the set. A bare total has no quantities. */
function holdsEnough(promotion: Promotion, lines: readonly OpenLine[], bare: boolean): boolean {
  if (lines.length === 0) return false
  if (promotion.min_amount > 0 && sumOf(lines, (line) => line.total) < promotion.min_amount) {
    return false
  }
  if (promotion.min_quantity === 0) return true
  const quantity: Thousandths = sumOf(lines, (line) => line.quantity)
  return !bare && quantity >= promotion.min_quantity
}

/** What promotions did on one receipt, by promotion, growing step by step. */
export class Tally {
  private readonly promotions = new Map<string, SettledPromotion>()

  /** What a promotion did so far; opened when it is asked for first. */
  of(promotion: Promotion, period: string | null): SettledPromotion {
    let settled = this.promotions.get(promotion.id)
    if (!settled) {
      settled = {
        promotion_id: promotion.id,
        name: promotion.name,
        type: promotion.type,
        discount: 0,
        bonuses: 0,
        uses: 0,
        period,
        lines: [],
        card: null,
      }
      this.promotions.set(promotion.id, settled)
    }
    settled.period ??= period
    return settled
  }

  /** All that did something, by id. */
  settled(): SettledPromotion[] {
    return [...this.promotions.values()]
      .filter(({ uses, discount, bonuses, card }) => uses + discount + bonuses > 0 || card !== null)
      .toSorted((a, b) => (a.promotion_id < b.promotion_id ? -1 : 1))
  }
}

/** Adds what a promotion did on a line. */
export function noteOnLine(
  settled: SettledPromotion,
  line: number,
  done: { discount?: Minor; bonuses?: Minor; stamps?: number },
): void {
  let noted = settled.lines.find((other) => other.line === line)
  if (!noted) settled.lines.push((noted = { line, discount: 0, bonuses: 0, stamps: 0 }))
  const { discount = 0, bonuses = 0, stamps = 0 } = done
  noted.discount += discount
  noted.bonuses += bonuses
  noted.stamps += stamps
  settled.discount += discount
  settled.bonuses += bonuses
}

/** What the commit takes of shared uses and budgets for these. */
export function claimsOf(
  settled: readonly SettledPromotion[],
  promotions: readonly Promotion[],
): PromotionClaim[] {
  const claims: PromotionClaim[] = []
  for (const { promotion_id, uses, discount, bonuses } of settled) {
    const amount = discount + bonuses
    if (uses === 0 && amount === 0) continue
    const promotion = promotions.find(({ id }) => id === promotion_id)
    if (!promotion) continue
    // A gift of a card that was filled before is owed to the buyer whatever is left to give.
    const budget = uses > 0 ? promotion.budget : null
    const max_uses = uses > 0 ? promotion.max_uses_total : null
    claims.push({ promotion_id, uses, amount, max_uses, budget, discount, bonuses })
  }
  return claims
}
