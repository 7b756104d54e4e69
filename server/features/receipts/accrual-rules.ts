/**
 * Steps 6 and 7 of the pipeline: what a receipt earns, promotions included, and its cap.
 *
 * Invariants: rounded once per receipt, so many small lines earn as much as one large one;
 * Σ lines = the accrual; a promotion never lowers what is earned.
 * Source: spec/engine.md "The pipeline" 6, 7; decision 0005.
 */
import { percentDown, spread, type BasisPoints, type Minor } from '#contract/money.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { extrasOf } from './accrual-promotion-rules.ts'
import { exactSum, exactTimes, type Exact } from './exact-rules.ts'
import { sumOf, type OpenLine } from './line-rules.ts'
import { noteOnLine, type AccrualPromotion, type Tally, type Working } from './promotion-rules.ts'
import type { Explanation } from './explanation-rules.ts'

export type AccrualTerms = Pick<
  Program,
  | 'accrue_on'
  | 'accrue_when_bonuses_spent'
  | 'accrual_rounding'
  | 'min_receipt_for_accrual'
  | 'max_accrual_per_receipt'
  | 'accrue_on_promoted'
>

/** What promotions add to the accrual. */
export type AccrualPromotions = {
  working: readonly Working<AccrualPromotion>[]
  /** Product promotions whose bonuses per unit stand on the lines. */
  per_unit: readonly { promotion: Promotion; period: string | null }[]
}

/** What one promotion gives, and in which proportion to the lines. */
type Part = { promotion: Promotion; period: string | null; amount: Minor; weights: Exact[] }

/**
 * Decides what the receipt earns and writes it into the lines and the tally.
 * `percent` is the level's; a product's own percent goes before it. Of what passes the cap, the
 * level's accrual comes first, then the promotions in their order.
 */
export function accrueOverLines(
  lines: readonly OpenLine[],
  terms: AccrualTerms,
  percent: BasisPoints,
  promotions: AccrualPromotions,
  tally: Tally,
  explain: Explanation[],
): void {
  const weights = lines.map((line) => weightOf(line, terms, percent, explain))
  const rated = ratedParts(lines, weights, terms, promotions.working)
  const refused = rated.earned > 0 ? whyNothing(lines, terms) : null
  if (refused) {
    explain.push({ line: null, rule: refused, amount: -rated.earned, params: {} })
    for (const line of lines) line.accrual_percent = 0
  }
  const level = refused ? 0 : rated.level
  const parts = [...(refused ? [] : rated.parts), ...perUnitParts(lines, promotions)]
  const earned = level + sumOf(parts, (part) => part.amount)
  let left = Math.min(earned, terms.max_accrual_per_receipt ?? earned)
  const cut = earned - left
  const accrual = Math.min(level, left)
  left -= accrual
  const shares = spread(accrual, weights)
  for (const [index, line] of lines.entries()) line.accrual = shares[index] ?? 0
  if (level > 0) explainOwnPercents(lines, explain)
  if (cut > 0) {
    const params = { max: earned - cut }
    explain.push({ line: null, rule: 'accrual_cap', amount: -cut, params })
  }
  if (level > 0) explain.push({ line: null, rule: 'accrual', amount: accrual, params: { percent } })
  for (const part of parts) {
    const amount = Math.min(part.amount, left)
    left -= amount
    givePart(lines, { ...part, amount }, tally, explain)
  }
}

/** Base × percent of one line, in millionths of a minor unit. Sets the line's percent. */
function weightOf(
  line: OpenLine,
  terms: AccrualTerms,
  level_percent: BasisPoints,
  explain: Explanation[],
): Exact {
  const percent = line.own_percent ?? level_percent
  if (line.exclude_accrual) {
    const amount = percentDown(line.total, percent)
    if (percent > 0) {
      const by_promotion = line.promoted && !terms.accrue_on_promoted
      const rule = by_promotion ? 'accrual_promoted' : 'accrual_excluded'
      explain.push({ line: line.line, rule, amount: -amount, params: {} })
    }
    return 0
  }
  line.accrual_percent = percent
  line.accrual_base = terms.accrue_on === 'before_bonus_payment' ? line.total : line.to_pay
  return exactTimes(line.accrual_base, percent * 100)
}

/** What the level gives and what promotions add to it. */
function ratedParts(
  lines: readonly OpenLine[],
  weights: readonly Exact[],
  terms: AccrualTerms,
  working: readonly Working<AccrualPromotion>[],
): { level: Minor; parts: Part[]; earned: Minor } {
  const level = roundAccrual(weights, terms.accrual_rounding)
  if (working.length === 0) return { level, parts: [], earned: level }
  const extras = extrasOf(lines, working)
  const sums = extras.map((extra) => (extra.fixed === null ? exactSum(extra.weights) : 0))
  const together = roundAccrual([...weights, ...sums], terms.accrual_rounding)
  const added = spread(together - level, sums)
  const parts = extras.map(({ working: { promotion, period }, weights: own, fixed }, index) => ({
    promotion,
    period,
    amount: fixed ?? added[index] ?? 0,
    weights: own,
  }))
  return { level, parts, earned: level + sumOf(parts, (part) => part.amount) }
}

function perUnitParts(lines: readonly OpenLine[], { per_unit }: AccrualPromotions): Part[] {
  return per_unit.flatMap(({ promotion, period }) => {
    const weights = lines.map((line) =>
      line.promotion_id === promotion.id ? line.unit_bonuses : 0,
    )
    const amount = weights.reduce((sum, weight) => sum + weight, 0)
    return amount > 0 ? [{ promotion, period, amount, weights }] : []
  })
}

/** Writes what one promotion gives into its lines. */
function givePart(
  lines: readonly OpenLine[],
  part: Part,
  tally: Tally,
  explain: Explanation[],
): void {
  if (part.amount === 0) return
  const settled = tally.of(part.promotion, part.period)
  settled.uses = 1
  const shares = spread(part.amount, part.weights)
  for (const [index, line] of lines.entries()) {
    const bonuses = shares[index] ?? 0
    if (bonuses === 0) continue
    line.accrual += bonuses
    line.promotion_accrual += bonuses
    noteOnLine(settled, line.line, { bonuses })
  }
  const params = { promotion: part.promotion.name }
  explain.push({ line: null, rule: 'promotion_bonuses', amount: part.amount, params })
}

function whyNothing(
  lines: readonly OpenLine[],
  terms: AccrualTerms,
): 'accrual_min_receipt' | 'accrual_bonuses_spent' | null {
  if (sumOf(lines, (line) => line.total) < terms.min_receipt_for_accrual) {
    return 'accrual_min_receipt'
  }
  if (!terms.accrue_when_bonuses_spent && lines.some((line) => line.bonuses_spent > 0)) {
    return 'accrual_bonuses_spent'
  }
  return null
}

/** Millionths of a minor unit → minor units, by the program's rounding. */
function roundAccrual(weights: readonly Exact[], rounding: Program['accrual_rounding']): Minor {
  const step = rounding === 'whole_down' ? 100_000_000 : 1_000_000
  const unit = rounding === 'whole_down' ? 100 : 1
  const extra = rounding === 'half_up' ? step / 2 : 0
  const sum = exactSum([...weights, extra])
  if (typeof sum === 'bigint') return Number(sum / BigInt(step)) * unit
  return ((sum - (sum % step)) / step) * unit
}

function explainOwnPercents(lines: readonly OpenLine[], explain: Explanation[]): void {
  for (const { line, own_percent, accrual } of lines) {
    if (own_percent === null || accrual === 0) continue
    const params = { percent: own_percent }
    explain.push({ line, rule: 'accrual_own_percent', amount: accrual, params })
  }
}
