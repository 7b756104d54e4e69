import { expect, it } from 'vitest'
import { changesOf, falls, standingOf, type Tier, validate, type Values } from './ladder.ts'

const tier = (min_turnover: number | '', discount_percent: number | '', name = 'Рівень'): Tier => ({
  key: `${min_turnover}`,
  ...{ name, min_turnover, discount_percent, cashback_percent: 5, max_pay_percent: null },
})
const values = (...tiers: Tier[]): Values => ({
  tiers,
  level_base: 'lifetime',
  level_days: 365,
  stack_level_with_promotion: false,
})
const t = (key: string) => key

it('tells the reached discount and what is left to the next', () => {
  const tiers = [tier(0, 0), tier(5_000, 5), tier(15_000, 7)]
  expect(standingOf(tiers, 12_400)).toEqual({ percent: 5, next: { percent: 7, left: 2_600 } })
  expect(standingOf(tiers, 15_000)).toEqual({ percent: 7, next: undefined })
  expect(standingOf(tiers, 0)).toEqual({ percent: 0, next: { percent: 5, left: 5_000 } })
})

it('sends the ladder only when it differs, without what the rows are told apart by', () => {
  const stored = values({ ...tier(0, 0), number: 1 })
  expect(changesOf(stored, stored)).toEqual({})
  const changed = values({ ...tier(0, 0), number: 1 }, tier(100, 3, ' Друг '))
  expect(changesOf(changed, stored)).toEqual({
    levels: [
      {
        ...{ number: 1, name: 'Рівень', min_turnover: 0, discount_percent: 0 },
        ...{ cashback_percent: 5, max_pay_percent: null },
      },
      {
        ...{ name: 'Друг', min_turnover: 100, discount_percent: 3 },
        ...{ cashback_percent: 5, max_pay_percent: null },
      },
    ],
  })
})

it('asks for sums that grow, percents within a hundred and names', () => {
  const wrong = validate(values(tier(0, 101), tier(100, 1, ' '), tier(100, '')), t)
  expect(wrong).toEqual({
    'tiers.0.discount_percent': 'error.percent',
    'tiers.1.name': 'error.name',
    'tiers.2.min_turnover': 'error.order',
    'tiers.2.discount_percent': 'error.percent',
  })
})

it('notices a discount that falls', () => {
  expect(falls([tier(0, 5), tier(10, 3)])).toBe(true)
  expect(falls([tier(0, 5), tier(10, 5)])).toBe(false)
})
