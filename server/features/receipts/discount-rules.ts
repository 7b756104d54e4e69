/**
 * Steps 2–4 of the pipeline: at most one product promotion a line, the level's discount, the floor.
 *
 * Of the promotions that cover a line the one works that leaves the buyer best off after the
 * stacking rule and the floor, ties by priority, then id; one that brings nothing more than the
 * level alone is not used. A promotion looks at all lines of its set, whichever lines it gets.
 * Invariant: no line is dearer with promotions than without, none is pushed under its floor.
 * Source: spec/engine.md "The pipeline" 2–4, "Promotions"; decision 0005.
 */
import { percentDown, type BasisPoints, type Minor } from '#contract/money.ts'
import type { CardGift } from '#server/features/ledger/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { closePromoted, type LineTerms, type OpenLine } from './line-rules.ts'
import { amountsOf } from './product-effect-rules.ts'
import { noteOnLine, type ProductPromotion, type Tally, type Working } from './promotion-rules.ts'
import type { Explanation } from './explanation-rules.ts'

/** What something would take off the lines of a promotion, or give for them. */
export type Offer = {
  promotion: Promotion
  period: string | null
  kind: 'discount' | 'bonuses' | 'gift'
  lines: readonly OpenLine[]
  /** Per line of `lines`. */
  amounts: readonly Minor[]
  /** Of a gift of products: units given free per line. */
  units?: readonly number[]
  /** Of a gift: those that wait, in the order they are taken in. */
  gifts?: readonly CardGift[]
}

export type DiscountTerms = LineTerms & {
  /** Of the buyer's level. */
  percent: BasisPoints
  stack_level_with_promotion: boolean
  /** Whether bonuses can be earned at all. */
  earns: boolean
}

/** What is chosen for a line. */
type Choice = {
  offer: Offer | null
  units: number
  promotion: Minor
  level: Minor
  bonuses: Minor
  /** Of the discounts, what the floor did not let through. */
  dropped: Minor
}

/** Discounts the lines and notes who did it; answers the gifts taken, by promotion. */
export function discountLines(
  lines: readonly OpenLine[],
  terms: DiscountTerms,
  offers: readonly Offer[],
  tally: Tally,
  explain: Explanation[],
): void {
  const choices = lines.map((line) => levelAlone(line, terms))
  for (const offer of offers) {
    for (const [at, line] of offer.lines.entries()) {
      const amount = offer.amounts[at] ?? 0
      if (amount === 0) continue
      const choice = withOffer(line, terms, offer, amount, offer.units?.[at] ?? 0)
      const best = choices[line.line - 1]
      if (choice && best && benefit(choice) > benefit(best)) choices[line.line - 1] = choice
    }
  }
  for (const [index, line] of lines.entries()) {
    const choice = choices[index]
    if (choice) applyChoice(line, choice, terms, offers, tally, explain)
  }
}

/** The offers of the promotions that work, in their order. */
export function offersOf(
  working: readonly Working<ProductPromotion>[],
  terms: DiscountTerms,
): Offer[] {
  const offers: Offer[] = []
  for (const { promotion, period, lines } of working) {
    if (promotion.effect.kind === 'stamp') continue
    const bonuses = promotion.effect.kind === 'bonus_per_unit'
    if (bonuses && !terms.earns) continue
    const amounts = amountsOf(promotion.effect, lines)
    offers.push({ promotion, period, kind: bonuses ? 'bonuses' : 'discount', lines, amounts })
  }
  return offers
}

const benefit = (choice: Choice): Minor => choice.promotion + choice.level + choice.bonuses

function levelAlone(line: OpenLine, terms: DiscountTerms): Choice {
  const wished = line.exclude_discount ? 0 : percentDown(line.total, terms.percent)
  const level = Math.min(wished, line.total - line.floor)
  const dropped = wished - level
  return { offer: null, units: 0, promotion: 0, level, bonuses: 0, dropped }
}

/** The line with an offer; null when the level's discount goes before it. */
function withOffer(
  line: OpenLine,
  terms: DiscountTerms,
  offer: Offer,
  amount: Minor,
  units: number,
): Choice | null {
  if (offer.kind === 'bonuses') return { ...levelAlone(line, terms), offer, bonuses: amount }
  if (line.exclude_discount) return null
  const wished = Math.min(amount, line.total)
  const promotion = Math.min(wished, line.total - line.floor)
  if (!terms.stack_level_with_promotion) {
    return { offer, units, promotion, level: 0, bonuses: 0, dropped: wished - promotion }
  }
  const wished_level = percentDown(line.total - wished, terms.percent)
  const level = Math.min(wished_level, line.total - line.floor - promotion)
  const dropped = wished + wished_level - promotion - level
  return { offer, units, promotion, level, bonuses: 0, dropped }
}

function applyChoice(
  line: OpenLine,
  choice: Choice,
  terms: DiscountTerms,
  offers: readonly Offer[],
  tally: Tally,
  explain: Explanation[],
): void {
  const { offer, promotion, level, bonuses, dropped } = choice
  const at = line.line
  line.promotion_discount = promotion
  line.level_discount = level
  line.total -= promotion + level
  line.to_pay = line.total
  line.unit_bonuses = bonuses
  line.gift_units = choice.units
  if (offer) {
    line.promotion_id = offer.promotion.id
    const settled = tally.of(offer.promotion, offer.period)
    noteOnLine(settled, at, { discount: promotion })
    if (offer.kind === 'discount') settled.uses = 1
    if (promotion > 0) {
      if (offer.kind === 'discount') closePromoted(line, terms)
      const rule = offer.kind === 'gift' ? 'promotion_gift' : 'promotion_discount'
      const params = { promotion: offer.promotion.name }
      explain.push({ line: at, rule, amount: -promotion, params })
    }
  }
  if (level > 0) {
    const params = { percent: terms.percent }
    explain.push({ line: at, rule: 'level_discount', amount: -level, params })
  }
  if (dropped > 0) {
    explain.push({ line: at, rule: 'price_floor', amount: dropped, params: { floor: line.floor } })
  }
  if (line.exclude_discount && wasOffered(line, terms, offers)) {
    explain.push({ line: at, rule: 'discount_excluded', amount: 0, params: {} })
  }
}

/** Whether a discount was kept from a product that takes none. */
function wasOffered(line: OpenLine, terms: DiscountTerms, offers: readonly Offer[]): boolean {
  return (
    percentDown(line.total, terms.percent) > 0 ||
    offers.some((offer) => {
      if (offer.kind === 'bonuses') return false
      const index = offer.lines.indexOf(line)
      return index !== -1 && (offer.amounts[index] ?? 0) > 0
    })
  )
}
