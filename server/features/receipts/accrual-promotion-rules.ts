/**
 * What accrual promotions add to the accrual of each line.
 *
 * Of the promotions of one `exclusive_group` the best one works, one without a group by itself. On a
 * line, of those that change the percent (multiplier, replace_percent) and are not stackable only
 * the best works; stackable ones then compound with it; extra percents and fixed bonuses are added.
 * Invariant: nothing is ever lowered. Source: spec/engine.md "The pipeline" 6, "Promotions".
 */
import { exactSum, exactTimes, type Exact } from './exact-rules.ts'
import type { OpenLine } from './line-rules.ts'
import type { AccrualPromotion, Working } from './promotion-rules.ts'

/** What a promotion adds: per line in millionths of a minor unit; a fixed sum goes by the weights. */
export type Extra = {
  working: Working<AccrualPromotion>
  weights: Exact[]
  fixed: number | null
}

/** A percent in millionths: 5 % is 50,000. */
type Rate = number

/** What each promotion that works adds to the lines, in their order. */
export function extrasOf(
  lines: readonly OpenLine[],
  working: readonly Working<AccrualPromotion>[],
): Extra[] {
  const extras = winnersOf(working).map((one) => ({
    working: one,
    weights: lines.map((): Exact => 0),
    fixed: one.promotion.effect.kind === 'fixed_bonus' ? one.promotion.effect.amount : null,
  }))
  for (const [index, line] of lines.entries()) {
    if (line.exclude_accrual) continue
    const here = extras.filter((extra) => extra.working.lines.includes(line))
    addToLine(line, index, here)
  }
  // A fixed bonus needs a line that can earn.
  return extras.filter((extra) => Number(exactSum(extra.weights)) > 0)
}

/** The best of each group; ties to the one that is asked first. */
function winnersOf(working: readonly Working<AccrualPromotion>[]): Working<AccrualPromotion>[] {
  const best = new Map<string, { one: Working<AccrualPromotion>; worth: number }>()
  const alone: Working<AccrualPromotion>[] = []
  for (const one of working) {
    const group = one.promotion.exclusive_group
    if (group === null) {
      alone.push(one)
      continue
    }
    const worth = worthOf(one)
    const known = best.get(group)
    if (!known || worth > known.worth) best.set(group, { one, worth })
  }
  if (best.size === 0) return alone
  const winners = new Set([...alone, ...[...best.values()].map(({ one }) => one)])
  return working.filter((one) => winners.has(one))
}

/** What a promotion would add if it were the only one, in millionths of a minor unit. */
function worthOf({ promotion: { effect }, lines }: Working<AccrualPromotion>): number {
  const open = lines.filter((line) => !line.exclude_accrual)
  if (effect.kind === 'fixed_bonus') {
    return open.some((line) => line.accrual_base > 0) ? effect.amount * 1_000_000 : 0
  }
  let worth = 0
  for (const line of open) {
    const rate = rateOf(line)
    const more =
      effect.kind === 'extra_percent' ? effect.percent * 100 : raised(effect, rate) - rate
    worth += line.accrual_base * more
  }
  return worth
}

const rateOf = (line: OpenLine): Rate => line.accrual_percent * 100

type PercentEffect = Extract<
  AccrualPromotion['effect'],
  { kind: 'multiplier' } | { kind: 'replace_percent' }
>

/** The percent after an effect that changes it; never a lower one. */
function raised(effect: PercentEffect, rate: Rate): Rate {
  const changed =
    effect.kind === 'multiplier' ? Math.floor((rate * effect.times) / 100) : effect.percent * 100
  return Math.max(rate, changed)
}

function addToLine(line: OpenLine, index: number, here: readonly Extra[]): void {
  let rate = rateOf(line)
  const raise = (extra: Extra, to: Rate) => {
    extra.weights[index] = exactTimes(line.accrual_base, to - rate)
    rate = to
  }
  const single = bestSingle(rate, here)
  if (single) raise(single.extra, single.rate)
  for (const extra of here) {
    const { effect, stackable } = extra.working.promotion
    switch (effect.kind) {
      case 'multiplier':
      case 'replace_percent':
        if (stackable) raise(extra, raised(effect, rate))
        break
      case 'extra_percent':
        extra.weights[index] = exactTimes(line.accrual_base, effect.percent * 100)
        break
      case 'fixed_bonus':
        extra.weights[index] = line.accrual_base
        break
    }
  }
}

/** Of those that change the percent and do not stack, the one that raises it most. */
function bestSingle(rate: Rate, here: readonly Extra[]): { extra: Extra; rate: Rate } | null {
  let best: { extra: Extra; rate: Rate } | null = null
  for (const extra of here) {
    const { effect, stackable } = extra.working.promotion
    if (stackable || (effect.kind !== 'multiplier' && effect.kind !== 'replace_percent')) continue
    const to = raised(effect, rate)
    if (to > (best?.rate ?? rate)) best = { extra, rate: to }
  }
  return best
}
