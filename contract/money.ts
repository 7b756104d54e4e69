/**
 * Money and bonuses: integers in minor units inside, decimals in currency units on the wire.
 *
 * `Minor` is a count of kopecks (1/100 of the currency unit, also 1/100 of a bonus).
 * Quantities are thousandths, percents are hundredths of a percent ("basis points").
 * Products of two such numbers can pass 2^53, so they go through BigInt here and nowhere else.
 * Source: spec/engine.md "Units".
 */
declare const minor: unique symbol
/** An integer number of minor units (kopecks), within ±10^13. */
export type Minor = number & { readonly [minor]?: never }
/** An integer number of thousandths of a unit of goods. */
export type Thousandths = number
/** An integer number of hundredths of a percent: 5 % is 500. */
export type BasisPoints = number

/** Largest amount that any field may carry: a hundred billion currency units. */
export const MINOR_MAX = 10_000_000_000_000

/** Divides exactly, halves away from zero. Both arguments may be negative; `by` must not be 0. */
function divideHalfUp(value: bigint, by: bigint): number {
  const negative = value < 0n
  const magnitude = negative ? -value : value
  const rounded = (magnitude * 2n + by) / (by * 2n)
  return Number(negative ? -rounded : rounded)
}

/** price × quantity, half up. Minor × thousandths → minor. */
export function priceTimesQuantity(price: Minor, quantity: Thousandths): Minor {
  return divideHalfUp(BigInt(price) * BigInt(quantity), 1000n)
}

/** `percent` of `amount`, rounded down (towards zero). Minor × basis points → minor. */
export function percentDown(amount: Minor, percent: BasisPoints): Minor {
  return Number((BigInt(amount) * BigInt(percent)) / 10_000n)
}

/** `percent` of `amount`, rounded up (away from zero). Minor × basis points → minor. */
export function percentUp(amount: Minor, percent: BasisPoints): Minor {
  return Number((BigInt(amount) * BigInt(percent) + 9_999n) / 10_000n)
}

/** `percent` of `amount`, half up. Minor × basis points → minor. */
export function percentHalfUp(amount: Minor, percent: BasisPoints): Minor {
  return divideHalfUp(BigInt(amount) * BigInt(percent), 10_000n)
}

/** amount × numerator ÷ denominator, rounded down. For shares of a whole; all non-negative. */
export function shareDown(amount: number, numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Number((BigInt(amount) * BigInt(numerator)) / BigInt(denominator))
}

/**
 * Spreads `total` over parts in proportion to `weights` by largest remainder, ties to the lower
 * index. Promises: the parts sum to `total` exactly; a zero weight gets nothing.
 * With all weights zero nothing can be spread, and `total` must be 0.
 */
export function spread(total: Minor, weights: readonly number[]): Minor[] {
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) {
    if (total !== 0) throw new Error('spread: there is nothing to spread over')
    return weights.map(() => 0)
  }
  const shares = weights.map((weight, index) => {
    const product = BigInt(total) * BigInt(weight)
    return { index, whole: product / sum, remainder: product % sum }
  })
  const parts = shares.map((share) => Number(share.whole))
  let left = total - parts.reduce((a, b) => a + b, 0)
  for (const share of shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )) {
    if (left === 0) break
    parts[share.index] = (parts[share.index] ?? 0) + 1
    left -= 1
  }
  return parts
}

/**
 * Reads a decimal with at most `digits` fraction digits into an integer of 10^-digits units.
 * Answers undefined for anything else: finer digits are refused, never rounded.
 */
export function parseDecimal(value: number, digits: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return undefined
  const scaled = Number(whole + fraction.padEnd(digits, '0'))
  if (!Number.isSafeInteger(scaled)) return undefined
  // Adding zero turns −0 into 0, which Object.is-based comparisons tell apart.
  return (sign ? -scaled : scaled) + 0
}

/** Prints an integer of 10^-digits units as the decimal number the wire carries. */
export function toDecimal(value: number, digits: number): number {
  return value / 10 ** digits
}

/** Minor units → the decimal number of the wire: 1250 → 12.5. */
export const toMoney = (value: Minor): number => toDecimal(value, 2)
/** The decimal number of the wire → minor units; undefined when finer than 0.01. */
export const parseMoney = (value: number): Minor | undefined => parseDecimal(value, 2)
