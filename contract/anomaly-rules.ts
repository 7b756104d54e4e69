/**
 * The ten rules that look for what is unusual, with their borders. Each can be told in a sentence
 * with two numbers: what was found, and from where on it is told. Without zod, for both wings.
 * Source: research/domain.md §2.14.
 */
export const anomalyRules = {
  /** Receipts of one buyer in a day. */
  many_receipts: 5,
  /** Receipts of one buyer from one cashier within an hour. */
  quick_receipts: 3,
  /** Bonuses of one receipt, as a multiple of the usual one of the 30 days before. */
  big_accrual: 10,
  /** Percent of a cashier's receipts with a card that went to one buyer. */
  one_buyer: 50,
  /** Receipts in 30 days of a buyer whom the cashier registered and whom nobody else served. */
  own_card: 8,
  /** Compensations of one cashier in a day. */
  compensations: 3,
  /** Percent of a cashier's receipts that he cancelled. */
  many_cancels: 20,
  /** Cancellations of one cashier after the bonuses were spent. */
  lost_bonuses: 2,
  /** Accruals by hand to one buyer in a day. */
  by_hand: 3,
  /** Receipts of one cashier outside the hours of the point of sale. */
  closed_hours: 3,
} as const
export type AnomalyRule = keyof typeof anomalyRules
export const anomalyRuleNames = Object.keys(anomalyRules) as AnomalyRule[]
