/**
 * Products and sums that can pass 2^53: numbers while that is exact, BigInt otherwise.
 * Source: spec/engine.md "Units": no floats.
 */

/** A whole number ≥ 0 of any size. */
export type Exact = number | bigint

/** first × second. */
export function exactTimes(first: number, second: number): Exact {
  const product = first * second
  return product <= Number.MAX_SAFE_INTEGER ? product : BigInt(first) * BigInt(second)
}

/** Σ */
export function exactSum(parts: readonly Exact[]): Exact {
  let sum = 0
  for (const part of parts) sum += Number(part)
  if (sum <= Number.MAX_SAFE_INTEGER) return sum
  return parts.reduce<bigint>((total, part) => total + BigInt(part), 0n)
}
