import { describe, expect, it } from 'vitest'
import { bonusesOf, netCashback } from './net-cashback.ts'

describe('the example of the second step', () => {
  it('gives 28 bonuses for 570 ₴ at 5 %, and costs about 3.4 %', () => {
    expect(bonusesOf(570, 5)).toBe(28)
    expect(netCashback(5)).toBeCloseTo(3.38, 2)
  })

  it('rounds down in whole bonuses without the errors of floats', () => {
    expect(bonusesOf(200, 7)).toBe(14)
    expect(bonusesOf(1000, 2.3)).toBe(23)
    expect(bonusesOf(19.99, 5)).toBe(0)
  })
})
