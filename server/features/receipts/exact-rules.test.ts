import { describe, expect, it } from 'vitest'
import { exactSum, exactTimes } from './exact-rules.ts'

const LARGEST = Number.MAX_SAFE_INTEGER

describe('a product and a sum of any size', () => {
  it('are plain numbers as long as these are exact, which the hot path lives on', () => {
    expect(exactTimes(250, 4)).toBe(1000)
    expect(exactTimes(LARGEST, 1)).toBe(LARGEST)
    expect(exactSum([1, 2, 3])).toBe(6)
    expect(exactSum([LARGEST - 1, 1])).toBe(LARGEST)
    expect(exactSum([])).toBe(0)
  })

  it('go on exactly where numbers begin to skip', () => {
    // 99,999,999,999.99 ₴ at 100 %, in millionths of a kopeck: the largest line there can be.
    expect(exactTimes(9_999_999_999_999, 1_000_000)).toBe(9_999_999_999_999_000_000n)
    expect(exactTimes(LARGEST, 3)).toBe(27_021_597_764_222_973n)
    expect(exactSum([LARGEST, 2])).toBe(9_007_199_254_740_993n)
    expect(exactSum([9_999_999_999_999_000_000n, 1])).toBe(9_999_999_999_999_000_001n)
  })
})
