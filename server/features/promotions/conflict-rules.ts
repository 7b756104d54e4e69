/**
 * Which promotions meet: at work on the same day and hour, at the same place, on the same products,
 * where only the best of them will work. A warning, never a refusal.
 */
import type { ProductSet, Promotion } from './rules.ts'

/** Another promotion that this one meets; `shared` names the products, empty when any. */
export type Conflict = {
  promotion_id: string
  name: string
  date_to: string | null
  shared: string[]
}

/** The promotions of `others` that `promotion` meets, in their order. */
export function conflictsOf(promotion: Promotion, others: readonly Promotion[]): Conflict[] {
  const conflicts: Conflict[] = []
  for (const other of others) {
    if (other.id === promotion.id || !compete(promotion, other) || !meet(promotion, other)) continue
    const shared = sharedOf(promotion.products, other.products)
    if (!shared) continue
    conflicts.push({ promotion_id: other.id, name: other.name, date_to: other.date_to, shared })
  }
  return conflicts
}

/** Whether only one of the two can work on a line. Stamps are given beside anything. */
function compete(a: Promotion, b: Promotion): boolean {
  if (a.type === 2 && b.type === 2) return a.effect.kind !== 'stamp' && b.effect.kind !== 'stamp'
  if (a.type !== 3 || b.type !== 3) return false
  if (a.exclusive_group !== null && a.exclusive_group === b.exclusive_group) return true
  return changesPercent(a) && changesPercent(b) && !(a.stackable && b.stackable)
}

const changesPercent = ({ effect }: Promotion): boolean =>
  effect.kind === 'multiplier' || effect.kind === 'replace_percent'

function meet(a: Promotion, b: Promotion): boolean {
  const days =
    (a.date_to === null || b.date_from === null || b.date_from <= a.date_to) &&
    (b.date_to === null || a.date_from === null || a.date_from <= b.date_to)
  return (
    days &&
    overlap(a.weekdays, b.weekdays) &&
    overlap(a.pos_ids, b.pos_ids) &&
    overlap(a.levels, b.levels) &&
    hoursMeet(a, b)
  )
}

/** An empty list is all. */
const overlap = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((item) => b.includes(item))

type Hours = Pick<Promotion, 'time_from' | 'time_to'>

function hoursMeet(a: Hours, b: Hours): boolean {
  return spans(a).some(([from, to]) => spans(b).some((other) => from < other[1] && other[0] < to))
}

/** Hours within one day; what passes midnight is two spans. */
function spans({ time_from, time_to }: Hours): [string, string][] {
  if (time_from === null || time_to === null) return [['00:00', '24:00']]
  if (time_from < time_to) return [[time_from, time_to]]
  return [
    [time_from, '24:00'],
    ['00:00', time_to],
  ]
}

/** Names in both sets; empty: any product may be in both; null: none that we know of. */
function sharedOf(a: ProductSet, b: ProductSet): string[] | null {
  if (a.all || b.all) return a.all && b.all ? [] : namesOf(a.all ? b : a)
  const shared = namesOf(a).filter((name) => namesOf(b).includes(name))
  return shared.length === 0 ? null : shared
}

const namesOf = (set: ProductSet): string[] =>
  set.all ? [] : [...set.categories, ...set.barcodes, ...set.skus]
