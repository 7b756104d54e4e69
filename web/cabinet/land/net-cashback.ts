import { effectiveDiscount } from '#contract/profit-rules.ts'

/**
 * What a cashback really costs, in per cent: a part of the bonuses is never spent, and the part of
 * a receipt paid with bonuses earns no new ones (design/screens.md §4.4, switch on, steady state).
 */
const usual = { unspent: 0.3, cap: 1, money_only: true }

export const netCashback = (percent: number): number =>
  effectiveDiscount(percent / 100, usual) * 100

/** Whole bonuses of a receipt in currency units, rounded down as the program's default says. */
export const bonusesOf = (amount: number, percent: number): number =>
  Math.floor(Math.round(amount * percent * 100) / 10_000)
