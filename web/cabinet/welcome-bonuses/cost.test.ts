import { expect, test } from 'vitest'
import { monthlyCost } from './cost.ts'
import { recommended, toValues, toWire } from './values.ts'

const newcomers = { days: 30, joined: 43, complete: 10, first_receipts: [100, 199.99, 200, 480.5] }
const values = toValues([])
const join = { ...values.on_join, on: true }
const buy = { ...values.first_purchase, on: true }

test('43 newcomers at 50 bonuses cost 2,150 a month', () => {
  expect(monthlyCost({ ...values, on_join: join }, newcomers)).toEqual({
    ...{ amount: 2_150, newcomers: 43, by_example: false },
  })
})

test('a gift after the first receipt counts those who bought, a profile those who told it', () => {
  const late = { ...join, when: 'after_first_receipt' as const }
  expect(monthlyCost({ ...values, on_join: late }, newcomers).amount).toBe(4 * 50)
  const profile = { ...values.profile_complete, on: true }
  expect(monthlyCost({ ...values, profile_complete: profile }, newcomers).amount).toBe(10 * 20)
})

test('a first purchase counts from its minimum, by amount or by per cent', () => {
  expect(monthlyCost({ ...values, first_purchase: buy }, newcomers).amount).toBe(2 * 50)
  const percent = { ...buy, reward: 'percent' as const, percent: 10 }
  expect(monthlyCost({ ...values, first_purchase: percent }, newcomers).amount).toBe(68)
})

test('a shop without newcomers is shown a hundred of them', () => {
  const nobody = { days: 30, joined: 0, complete: 0, first_receipts: [] }
  expect(monthlyCost(recommended(values), nobody)).toEqual({
    ...{ amount: 100 * 50 + 50 * 20, newcomers: 100, by_example: true },
  })
  expect(monthlyCost(values, nobody).amount).toBe(0)
})

test('cards that are off and were never saved are not sent', () => {
  expect(toWire(values, [])).toEqual([])
  const sent = toWire(recommended(values), [])
  expect(sent.map(({ kind }) => kind)).toEqual(['on_join', 'profile_complete'])
})
