/**
 * What a receipt would earn by the settings in the form, for the example beside it. The server's
 * engine decides real receipts; this knows one sum without products, promotions or a balance.
 * Amounts are kopecks, percents hundredths of a percent.
 */
import { type Minor, percentDown, percentHalfUp } from '#contract/money.ts'

export type ExampleRules = {
  mode: 'bonus' | 'discount' | 'both'
  cashback_percent: number
  discount_percent: number
  max_pay_percent: number
  accrual_rounding: 'whole_down' | 'down' | 'half_up'
  min_receipt_for_accrual: Minor
  max_accrual_per_receipt: Minor | null
  min_receipt_for_spend: Minor
  spend_step: Minor
}

export type Example = { discount: Minor; to_pay: Minor; earned: Minor; payable: Minor }

/** Estimates one receipt paid wholly with money, and what bonuses could pay of it. */
export function exampleReceipt(amount: Minor, rules: ExampleRules): Example {
  const discount = rules.mode === 'bonus' ? 0 : percentDown(amount, rules.discount_percent)
  const to_pay = amount - discount
  if (rules.mode === 'discount') return { discount, to_pay, earned: 0, payable: 0 }
  return { discount, to_pay, earned: earnedBy(to_pay, rules), payable: payableBy(to_pay, rules) }
}

function earnedBy(base: Minor, rules: ExampleRules): Minor {
  if (base < rules.min_receipt_for_accrual) return 0
  const percent = rules.cashback_percent
  const exact =
    rules.accrual_rounding === 'half_up' ? percentHalfUp(base, percent) : percentDown(base, percent)
  const earned = rules.accrual_rounding === 'whole_down' ? exact - (exact % 100) : exact
  const most = rules.max_accrual_per_receipt
  return most === null ? earned : Math.min(earned, most)
}

function payableBy(to_pay: Minor, rules: ExampleRules): Minor {
  if (to_pay < rules.min_receipt_for_spend) return 0
  // A line never falls below 0.01: fiscal registrars refuse zero lines.
  const most = Math.min(percentDown(to_pay, rules.max_pay_percent), Math.max(0, to_pay - 1))
  return most - (most % rules.spend_step)
}
