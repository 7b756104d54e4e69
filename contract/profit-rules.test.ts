import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakEven, compareOffers, effectiveDiscount, type ProfitAsk } from './profit-rules.ts'

const ask: ProfitAsk = {
  cost: 100,
  markup: 0.4,
  discount: 0.1,
  max: 0.1,
  unspent: 0.3,
  cap: 1,
  money_only: false,
}
const growth = (change: Partial<ProfitAsk>, offer: 'discount' | 'cashback') =>
  (compareOffers({ ...ask, ...change })[offer].growth ?? Number.NaN) * 100

describe('the worked example: 100 ₴, 40 % markup, 10 %, 30 % never spent', () => {
  test('a discount leaves 26 of 40 and needs 53.8 % more sales', () => {
    const { plain, discount } = compareOffers(ask)
    expect(plain.price).toBeCloseTo(140)
    expect(plain.profit).toBeCloseTo(40)
    expect(plain.growth).toBe(0)
    expect(discount.price).toBeCloseTo(126)
    expect(discount.profit).toBeCloseTo(26)
    expect(growth({}, 'discount')).toBeCloseTo(53.846, 2)
  })

  test('cashback leaves 30.2 and needs 32.5 %', () => {
    const { cashback } = compareOffers(ask)
    expect(cashback.price).toBeCloseTo(130.2)
    expect(cashback.profit).toBeCloseTo(30.2)
    expect(growth({}, 'cashback')).toBeCloseTo(32.45, 2)
  })

  test('without bonuses on the part paid with bonuses it leaves 30.84 and needs 29.7 %', () => {
    const { cashback } = compareOffers({ ...ask, money_only: true })
    expect(cashback.price).toBeCloseTo(130.841, 2)
    expect(cashback.profit).toBeCloseTo(30.841, 2)
    expect(growth({ money_only: true }, 'cashback')).toBeCloseTo(29.697, 2)
  })
})

test.each([
  [0.2, 150.0, 72.4, 64.6],
  [0.3, 76.5, 43.5, 39.6],
  [0.6, 36.4, 23.0, 21.1],
  [1.0, 25.0, 16.3, 15.1],
])(
  'a markup of %f needs %f %% with a discount, %f and %f %% with cashback',
  (markup, d, off, on) => {
    expect(growth({ markup }, 'discount')).toBeCloseTo(d, 1)
    expect(growth({ markup }, 'cashback')).toBeCloseTo(off, 1)
    expect(growth({ markup, money_only: true }, 'cashback')).toBeCloseTo(on, 1)
  },
)

test('a discount at its limit can never be made up for', () => {
  const { discount } = breakEven(ask)
  expect(discount * 100).toBeCloseTo(28.571, 2)
  expect(compareOffers({ ...ask, discount }).discount.growth).toBeNull()
  expect(compareOffers({ ...ask, discount: 0.5 }).discount.growth).toBeNull()
})

test('what bonuses may pay at most is the most that cashback costs', () => {
  expect(effectiveDiscount(0.9, { unspent: 0, cap: 0.2, money_only: false })).toBe(0.2)
  expect(breakEven({ markup: 0.4, unspent: 1, money_only: false }).cashback).toBe(Infinity)
})

const share = fc.double({ min: 0, max: 1, noNaN: true })
const asks = fc.record({
  cost: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  markup: fc.double({ min: 0.001, max: 10, noNaN: true }),
  discount: share,
  max: share,
  unspent: share,
  cap: share,
  money_only: fc.boolean(),
})

test('cashback never costs more than a discount of the same per cent', () => {
  fc.assert(
    fc.property(asks, (any) => {
      const { cashback, max_discount } = compareOffers(any)
      expect(cashback.profit).toBeGreaterThanOrEqual(max_discount.profit - 1e-6)
    }),
  )
})

test('as many more sales as told earn exactly what was earned without a programme', () => {
  fc.assert(
    fc.property(asks, (any) => {
      const { plain, discount, cashback } = compareOffers(any)
      for (const { profit, growth } of [discount, cashback]) {
        if (growth === null) continue
        expect((profit * (1 + growth)) / plain.profit).toBeCloseTo(1, 6)
        expect(growth).toBeGreaterThanOrEqual(-1e-9)
      }
    }),
  )
})

test('the growth does not depend on the price of the goods', () => {
  fc.assert(
    fc.property(asks, fc.double({ min: 0.01, max: 1e6, noNaN: true }), (any, cost) => {
      const [one, other] = [compareOffers(any).cashback, compareOffers({ ...any, cost }).cashback]
      if (one.growth === null || other.growth === null) return
      expect(other.growth / Math.max(1, one.growth)).toBeCloseTo(
        one.growth / Math.max(1, one.growth),
        4,
      )
    }),
  )
})

test('bonuses on money only settle where what is paid with them earns nothing', () => {
  fc.assert(
    fc.property(share, share, (cashback, unspent) => {
      const part = effectiveDiscount(cashback, { unspent, cap: 1, money_only: true })
      expect(part).toBeCloseTo((1 - unspent) * cashback * (1 - part), 9)
    }),
  )
})
