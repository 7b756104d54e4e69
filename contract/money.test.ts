import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  MINOR_MAX,
  parseDecimal,
  parseMoney,
  percentDown,
  percentHalfUp,
  percentUp,
  priceTimesQuantity,
  priceTimesQuantityUp,
  roundToStep,
  shareDown,
  spread,
  toMoney,
} from './money.ts'

const amount = fc.oneof(
  fc.nat(1_000_000),
  fc.integer({ min: 0, max: MINOR_MAX }),
  fc.constantFrom(0, 1, 49, 50, 99, 100, MINOR_MAX - 1, MINOR_MAX),
)
const percent = fc.oneof(fc.nat(10_000), fc.constantFrom(0, 1, 5_000, 9_999, 10_000))
const quantity = fc.oneof(
  fc.nat(10_000),
  fc.nat(1_000_000_000),
  fc.constantFrom(1, 500, 1000, 1001, 1_000_000_000),
)

describe('price × quantity', () => {
  it('rounds half a kopeck up', () => {
    expect(priceTimesQuantity(1, 500)).toBe(1)
    expect(priceTimesQuantity(1, 499)).toBe(0)
    expect(priceTimesQuantity(333, 1500)).toBe(500)
    expect(priceTimesQuantity(12_990, 1_234)).toBe(16_030)
  })

  it('is exact where a product passes 2^53', () => {
    expect(priceTimesQuantity(1_234_567_890_123, 1_000_001)).toBe(1_234_569_124_690_890)
    expect(priceTimesQuantity(9_999_999_999_999, 500)).toBe(5_000_000_000_000)
  })

  it('equals exact arithmetic, also rounded up', () => {
    fc.assert(
      fc.property(amount, fc.nat(100_000), (price, count) => {
        const exact = BigInt(price) * BigInt(count)
        expect(priceTimesQuantity(price, count)).toBe(Number((exact * 2n + 1000n) / 2000n))
        expect(priceTimesQuantityUp(price, count)).toBe(Number((exact + 999n) / 1000n))
      }),
    )
  })

  it('equals exact arithmetic around the largest safe product', () => {
    for (let less = -600; less <= 600; less += 1) {
      const price = 9_007_199_254_740 + less
      const exact = BigInt(price) * 1000n
      expect(priceTimesQuantity(price, 1000)).toBe(Number((exact * 2n + 1000n) / 2000n))
      expect(percentHalfUp(900_719_925_474 + less, 9_999)).toBe(
        Number((BigInt(900_719_925_474 + less) * 9_999n * 2n + 10_000n) / 20_000n),
      )
    }
  })
})

describe('percents', () => {
  it('a discount rounds down, a floor up, an accrual as asked', () => {
    expect(percentDown(999, 1_000)).toBe(99)
    expect(percentUp(999, 1_000)).toBe(100)
    expect(percentUp(1_000, 1_000)).toBe(100)
    expect(percentHalfUp(995, 1_000)).toBe(100)
    expect(percentHalfUp(994, 1_000)).toBe(99)
    expect(percentHalfUp(5, 1_000)).toBe(1)
  })

  it('the whole is the whole, and nothing is nothing', () => {
    for (const of of [percentDown, percentUp, percentHalfUp]) {
      expect(of(MINOR_MAX, 10_000)).toBe(MINOR_MAX)
      expect(of(MINOR_MAX, 0)).toBe(0)
      expect(of(0, 10_000)).toBe(0)
    }
  })

  it('equal exact arithmetic', () => {
    fc.assert(
      fc.property(amount, percent, (sum, part) => {
        const exact = BigInt(sum) * BigInt(part)
        expect(percentDown(sum, part)).toBe(Number(exact / 10_000n))
        expect(percentUp(sum, part)).toBe(Number((exact + 9_999n) / 10_000n))
        expect(percentHalfUp(sum, part)).toBe(Number((exact + 5_000n) / 10_000n))
      }),
    )
  })
})

describe('a share', () => {
  it('is rounded down and ends with the whole', () => {
    expect(shareDown(100, 1, 3)).toBe(33)
    expect(shareDown(100, 2, 3)).toBe(66)
    expect(shareDown(100, 3, 3)).toBe(100)
    expect(shareDown(100, 0, 3)).toBe(0)
  })

  it('of a line of nothing is nothing', () => {
    expect(shareDown(0, 0, 0)).toBe(0)
  })

  it('equals exact arithmetic', () => {
    fc.assert(
      fc.property(amount, quantity, quantity, (sum, part, rest) => {
        const whole = part + rest + 1
        expect(shareDown(sum, part, whole)).toBe(
          Number((BigInt(sum) * BigInt(part)) / BigInt(whole)),
        )
      }),
    )
  })
})

describe('cash rounding', () => {
  it('goes to the nearest half hryvnia, a quarter up', () => {
    expect(roundToStep(1024, 50)).toBe(1000)
    expect(roundToStep(1025, 50)).toBe(1050)
    expect(roundToStep(1050, 50)).toBe(1050)
    expect(roundToStep(1074, 50)).toBe(1050)
    expect(roundToStep(1075, 50)).toBe(1100)
    expect(roundToStep(0, 50)).toBe(0)
    expect(roundToStep(24, 50)).toBe(0)
  })

  it('of a currency with small coins changes nothing', () => {
    expect(roundToStep(1023, 1)).toBe(1023)
    expect(roundToStep(1025, 10)).toBe(1030)
  })
})

describe('spreading', () => {
  it('gives the odd kopeck to the largest remainder', () => {
    expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(spread(101, [1, 1, 1])).toEqual([34, 34, 33])
    expect(spread(10, [1, 2, 3])).toEqual([2, 3, 5])
    expect(spread(1, [1, 2, 3])).toEqual([0, 0, 1])
  })

  it('gives nothing to a weight of zero', () => {
    expect(spread(7, [0, 5, 0])).toEqual([0, 7, 0])
    expect(spread(0, [0, 0])).toEqual([0, 0])
  })

  it('refuses to spread something over nothing', () => {
    expect(() => spread(1, [0, 0])).toThrow('nothing to spread over')
    expect(() => spread(1, [])).toThrow('nothing to spread over')
  })

  it('sums exactly, stays within one of the exact share, and under the weight', () => {
    const weight = fc.oneof(fc.nat(1000), fc.constant(0), fc.integer({ min: 0, max: MINOR_MAX }))
    fc.assert(
      fc.property(
        fc.array(weight, { minLength: 1, maxLength: 12 }),
        fc.nat(10_000),
        (weights, part) => {
          const sum = weights.reduce((a, b) => a + b, 0)
          const total = shareDown(sum, part, 10_000)
          const parts = spread(total, weights)
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
          for (const [index, given] of parts.entries()) {
            const own = weights[index] ?? 0
            expect(given).toBeLessThanOrEqual(own)
            expect(given).toBeGreaterThanOrEqual(sum === 0 ? 0 : shareDown(total, own, sum))
            if (own === 0) expect(given).toBe(0)
          }
        },
      ),
    )
  })

  it('gives the same with numbers and with big integers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 8 }),
        fc.nat(100_000),
        (weights, total) => {
          if (weights.every((weight) => weight === 0)) return
          const huge = weights.map((weight) => BigInt(weight) * 10n ** 16n)
          expect(spread(total, huge)).toEqual(spread(total, weights))
        },
      ),
    )
  })
})

describe('the wire', () => {
  it('reads at most two fraction digits and never rounds', () => {
    expect(parseMoney(12.5)).toBe(1250)
    expect(parseMoney(0.07)).toBe(7)
    expect(parseMoney(1.1)).toBe(110)
    expect(parseMoney(-3.25)).toBe(-325)
    expect(parseMoney(12.505)).toBeUndefined()
    expect(parseMoney(0.1 + 0.2)).toBeUndefined()
    expect(parseMoney(1e-7)).toBeUndefined()
    expect(parseMoney(1e21)).toBeUndefined()
    expect(parseMoney(Number.NaN)).toBeUndefined()
    expect(parseMoney(Number.POSITIVE_INFINITY)).toBeUndefined()
    expect(parseDecimal(1.234, 3)).toBe(1234)
    expect(parseDecimal(9_007_199_254_740_991, 2)).toBeUndefined()
    expect(Object.is(parseMoney(-0), 0)).toBe(true)
  })

  it('reads what the digits of a number say', () => {
    const byDigits = (value: number, digits: number): number | undefined => {
      const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
      const [, sign, whole = '', fraction = ''] = match ?? []
      const scaled = Number(whole + fraction.padEnd(digits, '0'))
      if (!match || fraction.length > digits || !Number.isSafeInteger(scaled)) return undefined
      return (sign ? -scaled : scaled) + 0
    }
    const written = fc
      .tuple(fc.maxSafeInteger(), fc.nat(9))
      .map(([digits, point]) => Number(`${digits}e-${point}`))
    const nearly = fc
      .tuple(written, fc.integer({ min: -3, max: 3 }))
      .map(([value, steps]) => value * (1 + steps * Number.EPSILON))
    const edges = fc.constantFrom(-0, 1e-7, 1e-6, 0.005, 1e15, 1e13, 9.999999999999995, 1e21)
    const values = fc.oneof(written, nearly, edges, fc.integer(), fc.double(), fc.float())
    fc.assert(
      fc.property(values, fc.nat(8), (value, digits) => {
        expect(parseDecimal(value, digits)).toBe(byDigits(value, digits))
      }),
      { numRuns: 20_000 },
    )
  })

  it('prints what it reads', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MINOR_MAX, max: MINOR_MAX }), (minor) => {
        expect(parseMoney(toMoney(minor))).toBe(minor)
      }),
    )
  })
})
