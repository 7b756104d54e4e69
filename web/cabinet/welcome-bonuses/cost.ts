/**
 * What the gifts would have cost in the last month, had they been as they stand in the form.
 * In currency units, whole: an estimate. A flyer costs what it is handed out for, so it is not in it.
 */
import type { Figures } from './queries.ts'
import type { Amount, GiftValues } from './values.ts'

type Newcomers = Figures['newcomers']
export type Cost = { amount: number; newcomers: number; by_example: boolean }

/** How a hundred newcomers of a shop without a past are thought of. */
const EXAMPLE = { joined: 100, complete: 50, first: 60 }
const EXAMPLE_RECEIPT = 300

export function monthlyCost(values: GiftValues, newcomers: Newcomers): Cost {
  const by_example = newcomers.joined === 0
  const { joined, complete, first_receipts } = by_example
    ? { ...EXAMPLE, first_receipts: Array.from({ length: EXAMPLE.first }, () => EXAMPLE_RECEIPT) }
    : newcomers
  const { on_join, profile_complete, first_purchase } = values
  const joiners = on_join.when === 'at_once' ? joined : first_receipts.length
  let amount = 0
  if (on_join.on) amount += joiners * number(on_join.amount)
  if (profile_complete.on) amount += complete * number(profile_complete.amount)
  if (first_purchase.on) {
    const counted = first_receipts.filter((total) => total >= number(first_purchase.min_receipt))
    for (const total of counted) {
      amount +=
        first_purchase.reward === 'amount'
          ? number(first_purchase.amount)
          : (total * number(first_purchase.percent)) / 100
    }
  }
  return { amount: Math.round(amount), newcomers: joined, by_example }
}

const number = (value: Amount): number => (value === '' ? 0 : value)
