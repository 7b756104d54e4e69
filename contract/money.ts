/**
 * Money and bonuses: integers in minor units inside, decimals in currency units on the wire.
 *
 * `Minor` is a count of kopecks (1/100 of the currency unit, also 1/100 of a bonus).
 * Quantities are thousandths, percents are hundredths of a percent ("basis points").
 * Products of two such numbers can pass 2^53, so they are multiplied here and nowhere else: as
 * numbers while that is provably exact, as BigInt otherwise.
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

/**
 * value ÷ by rounded down, for safe integers ≥ 0. `Math.floor(value / by)` would not do: near 2^53
 * the quotient of two doubles can round up to the next integer.
 */
function divideDown(value: number, by: number): number {
  return (value - (value % by)) / by
}

/** first × second ÷ by, rounded down; all ≥ 0. Numbers while the product is safe, else BigInt. */
function multiplyDivideDown(first: number, second: number, by: number): number {
  const product = first * second
  if (product <= Number.MAX_SAFE_INTEGER) return divideDown(product, by)
  return Number((BigInt(first) * BigInt(second)) / BigInt(by))
}

/** The same, halves up; `by` must be even. */
function multiplyDivideHalfUp(first: number, second: number, by: number): number {
  const product = first * second
  if (product <= Number.MAX_SAFE_INTEGER - by) return divideDown(product + by / 2, by)
  return Number((BigInt(first) * BigInt(second) + BigInt(by / 2)) / BigInt(by))
}

/** price × quantity, half up; both ≥ 0. Minor × thousandths → minor. */
export function priceTimesQuantity(price: Minor, quantity: Thousandths): Minor {
  return multiplyDivideHalfUp(price, quantity, 1000)
}

/** price × quantity, rounded up, for floors; both ≥ 0. Minor × thousandths → minor. */
export function priceTimesQuantityUp(price: Minor, quantity: Thousandths): Minor {
  return multiplyDivideDown(price, quantity, 1000) + (isWhole(price, quantity, 1000) ? 0 : 1)
}

/** `percent` of `amount`, rounded down; both ≥ 0. Minor × basis points → minor. */
export function percentDown(amount: Minor, percent: BasisPoints): Minor {
  return multiplyDivideDown(amount, percent, 10_000)
}

/** `percent` of `amount`, rounded up; both ≥ 0. Minor × basis points → minor. */
export function percentUp(amount: Minor, percent: BasisPoints): Minor {
  return percentDown(amount, percent) + (isWhole(amount, percent, 10_000) ? 0 : 1)
}

/** `percent` of `amount`, half up; both ≥ 0. Minor × basis points → minor. */
export function percentHalfUp(amount: Minor, percent: BasisPoints): Minor {
  return multiplyDivideHalfUp(amount, percent, 10_000)
}

/** Whether `by` divides first × second: of the factors only the remainders matter. */
function isWhole(first: number, second: number, by: number): boolean {
  return ((first % by) * (second % by)) % by === 0
}

/** amount × numerator ÷ denominator, rounded down; 0 of nothing. For shares of a whole; all ≥ 0. */
export function shareDown(amount: number, numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : multiplyDivideDown(amount, numerator, denominator)
}

/**
 * Rounds to the nearest multiple of `step`, halves up; amount ≥ 0. With 50: the cash totals of
 * Ukraine, where 10.24 is paid as 10.00 and 10.25 as 10.50.
 */
export function roundToStep(amount: Minor, step: Minor): Minor {
  return divideDown(2 * amount + step, 2 * step) * step
}

/**
 * Spreads `total` over parts in proportion to `weights` by largest remainder, ties to the lower
 * index. Promises: the parts sum to `total` exactly; a zero weight gets nothing; when `total` is
 * at most the sum of the weights, no part is above its weight.
 * Everything ≥ 0; weights past 2^53 come as BigInt. With all weights zero, `total` must be 0.
 */
export function spread(total: Minor, weights: readonly (number | bigint)[]): Minor[] {
  if (total === 0) return weights.map(() => 0)
  let sum = 0
  let largest = 0
  for (const weight of weights) {
    const size = Number(weight)
    sum += size
    if (size > largest) largest = size
  }
  if (sum === 0) throw new Error('spread: there is nothing to spread over')
  return sum <= Number.MAX_SAFE_INTEGER && total * largest <= Number.MAX_SAFE_INTEGER
    ? spreadNumbers(total, weights.map(Number), sum)
    : spreadBigInts(total, weights.map(BigInt))
}

function spreadNumbers(total: number, weights: readonly number[], sum: number): Minor[] {
  const parts: Minor[] = []
  const remainders: number[] = []
  let left = total
  for (const weight of weights) {
    const product = total * weight
    const remainder = product % sum
    const part = (product - remainder) / sum
    parts.push(part)
    remainders.push(remainder)
    left -= part
  }
  return giveRest(parts, remainders, left)
}

function spreadBigInts(total: number, weights: readonly bigint[]): Minor[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  const products = weights.map((weight) => BigInt(total) * weight)
  const parts = products.map((product) => Number(product / sum))
  const remainders = products.map((product) => product % sum)
  return giveRest(parts, remainders, total - parts.reduce((a, b) => a + b, 0))
}

/** One more to each of the `left` largest remainders, the first of equals. `left` < their count. */
function giveRest(parts: Minor[], remainders: readonly (number | bigint)[], left: number): Minor[] {
  if (left === 0) return parts
  const order = parts
    .map((_, index) => index)
    .toSorted((a, b) => {
      const first = remainders[a] ?? 0
      const second = remainders[b] ?? 0
      return first === second ? a - b : first > second ? -1 : 1
    })
  for (const index of order.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}

/** Exact as numbers, and counted once: `10 ** digits` is worked out anew each time. */
const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]
/** Up to fifteen digits no two decimals are the same number, so one that fits is the one meant. */
const FIFTEEN_DIGITS = 1_000_000_000_000_000

/**
 * Reads a decimal with at most `digits` fraction digits into an integer of 10^-digits units.
 * Answers undefined for anything else: finer digits are refused, never rounded.
 */
export function parseDecimal(value: number, digits: number): number | undefined {
  const scale = POWERS_OF_TEN[digits]
  if (scale === undefined) return parseWritten(value, digits)
  const scaled = Math.round(value * scale)
  return scaled / scale === value && Math.abs(scaled) < FIFTEEN_DIGITS
    ? // Adding zero turns −0 into 0, which Object.is-based comparisons tell apart.
      scaled + 0
    : parseWritten(value, digits)
}

/** The same by the digits that the number is written with, whatever its size. */
function parseWritten(value: number, digits: number): number | undefined {
  if (!Number.isFinite(value)) return undefined
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value))
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > digits) return undefined
  const scaled = Number(whole + fraction.padEnd(digits, '0'))
  if (!Number.isSafeInteger(scaled)) return undefined
  return (sign ? -scaled : scaled) + 0
}

/** Prints an integer of 10^-digits units as the decimal number the wire carries. */
export function toDecimal(value: number, digits: number): number {
  return value / (POWERS_OF_TEN[digits] ?? 10 ** digits)
}

/** Minor units → the decimal number of the wire: 1250 → 12.5. */
export const toMoney = (value: Minor): number => toDecimal(value, 2)
/** The decimal number of the wire → minor units; undefined when finer than 0.01. */
export const parseMoney = (value: number): Minor | undefined => parseDecimal(value, 2)
