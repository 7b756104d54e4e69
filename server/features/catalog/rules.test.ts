import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDigit, hasRightCheckDigit, isGtin, otherReading } from '#contract/barcode.ts'
import type { MinPrice } from '#contract/min-price.ts'
import { floorOfLine, highestFloor, holds, ruleAbovePrice, withPercentFloor } from './rules.ts'

const rule = (kind: MinPrice['kind'], value: number, other: Partial<MinPrice> = {}): MinPrice => ({
  ...{ kind, value, pos_ids: [], date_from: null, date_to: null },
  ...other,
})
const at = { pos_id: 'pos-1', day: '2026-11-21' }
const unit = 1000

describe('a floor', () => {
  test('is told as money, of the price, or above the cost', () => {
    const coffee = { price: 5500, cost: 2000 }
    const floor = (one: MinPrice) => floorOfLine({ ...coffee, min_prices: [one] }, at, unit)
    expect(floor(rule('absolute', 3000))).toBe(3000)
    expect(floor(rule('percent_of_price', 60_00))).toBe(3300)
    expect(floor(rule('cost_plus_percent', 25_00))).toBe(2500)
  })

  test('of a product whose cost nobody told is none', () => {
    const rules = [rule('cost_plus_percent', 25_00)]
    expect(floorOfLine({ price: 5500, cost: null, min_prices: rules }, at, unit)).toBe(0)
  })

  test('is rounded up: a third of a hryvnia of 0.1 kg is not given away', () => {
    const cheese = { price: 33_33, cost: null, min_prices: [rule('percent_of_price', 33_33)] }
    // 33.33 % of 33.33 is 11.108889, up 11.11; of 100 g 1.111, up 1.12.
    expect(floorOfLine(cheese, at, 100)).toBe(1_12)
  })

  test('is the highest of the rules that hold there and then', () => {
    const min_prices = [
      rule('absolute', 3000),
      rule('absolute', 4000, { pos_ids: ['pos-2'] }),
      rule('absolute', 3500, { date_from: '2026-11-21', date_to: '2026-11-21' }),
      rule('absolute', 5000, { date_from: '2026-11-22' }),
    ]
    const coffee = { price: 5500, cost: null, min_prices }
    expect(floorOfLine(coffee, at, 2 * unit)).toBe(7000)
    expect(floorOfLine(coffee, { ...at, pos_id: 'pos-2' }, unit)).toBe(4000)
    expect(floorOfLine(coffee, { ...at, day: '2026-11-20' }, unit)).toBe(3000)
    expect(highestFloor(coffee)).toBe(5000)
  })

  test('above the price is told by its place', () => {
    const rules = [rule('absolute', 4500), rule('absolute', 4501)]
    expect(ruleAbovePrice({ price: 4500, cost: null, min_prices: rules })).toBe(1)
    expect(ruleAbovePrice({ price: 4501, cost: null, min_prices: rules })).toBe(-1)
  })

  test('of a percent of the price is never above the price of the line', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 0, max: 100_00 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        (price, percent, quantity) => {
          const product = { price, cost: null, min_prices: withPercentFloor([], percent) }
          const floor = floorOfLine(product, at, quantity)
          expect(floor * 1000).toBeLessThan(price * quantity + 1000)
          expect(ruleAbovePrice(product)).toBe(-1)
          // Never less than exactly that much.
          expect(BigInt(floor) * 10_000_000n).toBeGreaterThanOrEqual(
            BigInt(price) * BigInt(percent) * BigInt(quantity),
          )
        },
      ),
    )
  })
})

test('a rule of one point of sale or of some days outlives a change of the plain one', () => {
  const days = rule('absolute', 100, { date_from: '2026-12-01' })
  expect(withPercentFloor([rule('absolute', 5), days], 60_00)).toEqual([
    rule('percent_of_price', 60_00),
    days,
  ])
  expect(holds(days, { pos_id: 'any', day: '2026-11-30' })).toBe(false)
  expect(holds(days, { pos_id: 'any', day: '2026-12-01' })).toBe(true)
})

describe('a barcode', () => {
  test('of a known kind has a right check digit or is refused', () => {
    for (const code of ['4820000000017', '96385074', '036000291452', '14820000000014']) {
      expect([code, isGtin(code), hasRightCheckDigit(code)]).toEqual([code, true, true])
      const wrong = code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10)
      expect([wrong, hasRightCheckDigit(wrong)]).toEqual([wrong, false])
    }
  })

  test("of the shop's own is whatever it is", () => {
    for (const code of ['00000123', 'KV-17', '12345', '123456789012345']) {
      expect([code, isGtin(code), hasRightCheckDigit(code)]).toEqual([code, false, true])
    }
  })

  test('with one digit mistyped is always noticed', () => {
    const digits = fc.stringMatching(/^\d{12}$/)
    fc.assert(
      fc.property(digits, fc.nat(12), fc.integer({ min: 1, max: 9 }), (start, place, by) => {
        const code = start + String(checkDigit(start))
        const other = (Number(code[place]) + by) % 10
        expect(hasRightCheckDigit(code)).toBe(true)
        expect(hasRightCheckDigit(code.slice(0, place) + other + code.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('of twelve digits is also read with a zero before it', () => {
    expect(otherReading('036000291452')).toBe('0036000291452')
    expect(otherReading('0036000291452')).toBe('036000291452')
    expect(otherReading('4820000000017')).toBeUndefined()
  })
})
