/**
 * Steps 6 and 7 of the pipeline: what a receipt earns.
 *
 * Invariants: rounded once per receipt, so many small lines earn as much as one large one;
 * Σ lines = the accrual. Source: spec/engine.md "The pipeline" 6, 7.
 */
import { percentDown, spread, type BasisPoints, type Minor } from '#contract/money.ts'
import type { Program } from '#server/features/program/rules.ts'
import { sumOf, type OpenLine } from './line-rules.ts'
import type { Explanation } from './rules.ts'

export type AccrualTerms = Pick<
  Program,
  | 'accrue_on'
  | 'accrue_when_bonuses_spent'
  | 'accrual_rounding'
  | 'min_receipt_for_accrual'
  | 'max_accrual_per_receipt'
>

/**
 * Decides what the receipt earns, writes it into the lines and answers the sum.
 * `percent` is the level's; a product's own percent goes before it.
 */
export function accrueOverLines(
  lines: readonly OpenLine[],
  terms: AccrualTerms,
  percent: BasisPoints,
  explain: Explanation[],
): Minor {
  const weights = lines.map((line) => weightOf(line, terms, percent, explain))
  const earned = roundAccrual(weights, terms.accrual_rounding)
  if (earned === 0) return 0
  const refused = whyNothing(lines, terms)
  if (refused) {
    explain.push({ line: null, rule: refused, amount: -earned, params: {} })
    for (const line of lines) line.accrual_percent = 0
    return 0
  }
  const accrual = Math.min(earned, terms.max_accrual_per_receipt ?? earned)
  const parts = spread(accrual, weights)
  for (const [index, line] of lines.entries()) line.accrual = parts[index] ?? 0
  explainAccrual(lines, percent, earned, accrual, explain)
  return accrual
}

/** Base × percent of one line, in ten-thousandths of a minor unit. Sets the line's percent. */
function weightOf(
  line: OpenLine,
  terms: AccrualTerms,
  level_percent: BasisPoints,
  explain: Explanation[],
): number | bigint {
  const percent = line.own_percent ?? level_percent
  if (percent === 0) return 0
  if (line.exclude_accrual) {
    const amount = percentDown(line.total, percent)
    explain.push({ line: line.line, rule: 'accrual_excluded', amount: -amount, params: {} })
    return 0
  }
  line.accrual_percent = percent
  const base = terms.accrue_on === 'before_bonus_payment' ? line.total : line.to_pay
  const weight = base * percent
  return weight <= Number.MAX_SAFE_INTEGER ? weight : BigInt(base) * BigInt(percent)
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

/** Ten-thousandths of a minor unit → minor units, by the program's rounding. */
function roundAccrual(
  weights: readonly (number | bigint)[],
  rounding: Program['accrual_rounding'],
): Minor {
  const step = rounding === 'whole_down' ? 1_000_000 : 10_000
  const unit = rounding === 'whole_down' ? 100 : 1
  const extra = rounding === 'half_up' ? step / 2 : 0
  let sum = extra
  for (const weight of weights) sum += Number(weight)
  if (sum <= Number.MAX_SAFE_INTEGER) return ((sum - (sum % step)) / step) * unit
  const exact = weights.reduce<bigint>((total, weight) => total + BigInt(weight), BigInt(extra))
  return Number(exact / BigInt(step)) * unit
}

function explainAccrual(
  lines: readonly OpenLine[],
  percent: BasisPoints,
  earned: Minor,
  accrual: Minor,
  explain: Explanation[],
): void {
  for (const line of lines) {
    if (line.own_percent === null || line.accrual === 0) continue
    explain.push({
      line: line.line,
      rule: 'accrual_own_percent',
      amount: line.accrual,
      params: { percent: line.own_percent },
    })
  }
  if (accrual < earned) {
    explain.push({
      line: null,
      rule: 'accrual_cap',
      amount: accrual - earned,
      params: { max: accrual },
    })
  }
  explain.push({ line: null, rule: 'accrual', amount: accrual, params: { percent } })
}
