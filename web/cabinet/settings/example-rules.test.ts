import { expect, it } from 'vitest'
import { type ExampleRules, exampleReceipt } from './example-rules.ts'

const usual: ExampleRules = {
  mode: 'bonus',
  cashback_percent: 500,
  discount_percent: 0,
  max_pay_percent: 5_000,
  accrual_rounding: 'whole_down',
  min_receipt_for_accrual: 0,
  max_accrual_per_receipt: null,
  min_receipt_for_spend: 0,
  spend_step: 100,
}

it('gives 28 whole bonuses for 570 at five per cent', () => {
  expect(exampleReceipt(570_00, usual)).toEqual({
    discount: 0,
    to_pay: 570_00,
    earned: 28_00,
    payable: 285_00,
  })
})

it('keeps the half when bonuses are counted to 0.01', () => {
  expect(exampleReceipt(570_00, { ...usual, accrual_rounding: 'down' }).earned).toBe(28_50)
})

it('takes the discount first and earns from the rest', () => {
  const example = exampleReceipt(1_000_00, { ...usual, mode: 'both', discount_percent: 1_000 })
  expect(example).toMatchObject({ discount: 100_00, to_pay: 900_00, earned: 45_00 })
})

it('earns nothing under the smallest receipt and no more than the cap', () => {
  expect(exampleReceipt(99_99, { ...usual, min_receipt_for_accrual: 100_00 }).earned).toBe(0)
  expect(exampleReceipt(900_00, { ...usual, max_accrual_per_receipt: 10_00 }).earned).toBe(10_00)
})

it('never lets bonuses pay a receipt to zero', () => {
  expect(exampleReceipt(100_00, { ...usual, max_pay_percent: 10_000 }).payable).toBe(99_00)
})

it('neither earns nor spends in a program of discounts only', () => {
  const example = exampleReceipt(500_00, { ...usual, mode: 'discount', discount_percent: 300 })
  expect(example).toEqual({ discount: 15_00, to_pay: 485_00, earned: 0, payable: 0 })
})
