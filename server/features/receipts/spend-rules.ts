/**
 * Step 5 of the pipeline: how many bonuses a receipt may be paid with, and why not more.
 *
 * Invariants: spent ≤ max ≤ available; no line is paid below its floor; Σ lines = the spend.
 * Source: spec/engine.md "The pipeline" 5; decision 0005.
 */
import { percentDown, spread, type BasisPoints, type Minor } from '#contract/money.ts'
import { sumOf, type OpenLine } from './line-rules.ts'
import type { Explanation } from './explanation-rules.ts'
import type { RuleRefusal, SpendLimit } from './rules.ts'

export type SpendTerms = {
  /** Active bonuses of the buyer. */
  available: Minor
  max_pay_percent: BasisPoints
  min_receipt_for_spend: Minor
  min_balance_for_spend: Minor
  /** Spends are multiples of it. */
  spend_step: Minor
  confirmation_limit: Minor | null
}

/**
 * The most that can be spent on these lines, and the limit that binds: the smallest one; of equal
 * ones the first of balance, percent, min_price, confirmation. Lines closed to bonuses are named
 * when nothing else is left, or when they hold back more than the floors do.
 */
export function spendLimitOf(
  lines: readonly OpenLine[],
  terms: SpendTerms,
): { max: Minor; reason: SpendLimit } {
  if (terms.available < terms.spend_step) return { max: 0, reason: 'balance' }
  if (terms.available < terms.min_balance_for_spend) return { max: 0, reason: 'min_balance' }
  if (sumOf(lines, (line) => line.total) < terms.min_receipt_for_spend) {
    return { max: 0, reason: 'min_receipt' }
  }
  const open = lines.filter((line) => !line.exclude_spend)
  const open_sum = sumOf(open, (line) => line.total)
  const floors = sumOf(open, (line) => line.floor)
  const closed_sum = sumOf(lines, (line) => line.total) - open_sum
  if (open_sum === 0 && closed_sum > 0) return { max: 0, reason: 'excluded' }
  let max = terms.available
  let reason: SpendLimit = 'balance'
  const bind = (limit: Minor, by: SpendLimit) => {
    if (limit >= max) return
    max = limit
    reason = by
  }
  bind(percentDown(open_sum, terms.max_pay_percent), 'percent')
  bind(open_sum - floors, closed_sum > floors ? 'excluded' : 'min_price')
  if (terms.confirmation_limit !== null) bind(terms.confirmation_limit, 'confirmation')
  return { max: max - (max % terms.spend_step), reason }
}

/** Spreads the spend over the lines that may be paid with bonuses, in proportion to their room. */
export function spendOverLines(
  lines: readonly OpenLine[],
  spent: Minor,
  explain: Explanation[],
): void {
  if (spent === 0) return
  const room = lines.map((line) => (line.exclude_spend ? 0 : line.total - line.floor))
  const parts = spread(spent, room)
  for (const [index, line] of lines.entries()) {
    line.bonuses_spent = parts[index] ?? 0
    line.to_pay = line.total - line.bonuses_spent
  }
  explain.push({ line: null, rule: 'bonus_spend', amount: -spent, params: {} })
}

const refusalOfLimit = {
  balance: 'insufficient_bonuses',
  percent: 'spend_limit_exceeded',
  min_price: 'min_price_violated',
  excluded: 'spend_limit_exceeded',
  min_receipt: 'spend_limit_exceeded',
  min_balance: 'insufficient_bonuses',
  confirmation: 'spend_not_permitted',
} as const satisfies Record<SpendLimit, RuleRefusal['code']>

/** Why the asked spend cannot be; null when it can. `max` in the params is in minor units. */
export function refusalOfSpend(
  asked: Minor,
  limit: { max: Minor; reason: SpendLimit },
  spend_step: Minor,
): RuleRefusal | null {
  if (asked > limit.max) {
    return { code: refusalOfLimit[limit.reason], params: { max: limit.max, reason: limit.reason } }
  }
  if (asked % spend_step !== 0) {
    return {
      code: 'validation_failed',
      params: { spend_step },
      fields: [{ path: 'discount_amount', code: 'spend_step' }],
    }
  }
  return null
}
