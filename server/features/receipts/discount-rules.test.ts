import { describe, expect, it } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import type { ProductEffect, Promotion } from '#server/features/promotions/rules.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { category, productPromotion } from '#server/testing/promotions.ts'
import { plainLine } from './line-rules.ts'
import type { LineInput, ReceiptAsk } from './rules.ts'

// 10 May 2026, noon in Kyiv, a Sunday.
const NOW = Date.UTC(2026, 4, 10, 9)

function shop(promotions: readonly Promotion[], settings: Partial<Program> = {}, discount = 0) {
  const program = defaultProgram()
  const [base] = program.levels
  if (!base) throw new Error('a program has a level')
  const where = new MemoryShop({
    ...program,
    mode: discount > 0 ? 'both' : 'bonus',
    accrual_rounding: 'down',
    levels: [{ ...base, cashback_percent: 0, discount_percent: discount }],
    ...settings,
  })
  where.promotions = promotions
  return where
}
const line = (price: number, pieces = 1, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, pieces * 1000),
  ...other,
})
const settle = (where: MemoryShop, lines: LineInput[], other: Partial<ReceiptAsk> = {}) =>
  where.calculate({ lines }, 0, NOW, other).receipt
/** What an effect takes off each of these lines. */
const off = (effect: ProductEffect, lines: LineInput[]) =>
  settle(shop([productPromotion(effect)]), lines).lines.map((one) => one.promotion_discount)

describe('a product promotion', () => {
  it('takes a percent off each line of its set, a fraction of a kopeck down', () => {
    const cheese = productPromotion(
      { kind: 'percent_off', percent: 1_500 },
      { name: 'Сирні дні', products: category('Сир') },
    )
    const receipt = settle(shop([cheese]), [
      line(9_999, 1, { category: 'сир' }),
      line(9_999, 1, { category: 'Хліб' }),
    ])
    expect(receipt.lines).toMatchObject([
      { promotion_discount: 1_499, promotion_id: cheese.id, total: 8_500, to_pay: 8_500 },
      { promotion_discount: 0, promotion_id: null, total: 9_999 },
    ])
    expect(receipt.totals).toMatchObject({ promotion_discount: 1_499, to_pay: 18_499 })
    expect(receipt.explain).toContainEqual({
      line: 1,
      rule: 'promotion_discount',
      amount: -1_499,
      params: { promotion: 'Сирні дні' },
    })
    expect(receipt.promotions).toMatchObject([
      { promotion_id: cheese.id, type: 2, discount: 1_499, bonuses: 0, uses: 1, period: null },
    ])
  })

  it('finds its products by barcode, by article and by category', () => {
    const products = { all: false as const, barcodes: ['482'], skus: ['A1'], categories: ['Чай'] }
    const tea = productPromotion({ kind: 'percent_off', percent: 1_000 }, { products })
    const receipt = settle(shop([tea]), [
      line(100, 1, { barcode: '482' }),
      line(100, 1, { sku: 'A1' }),
      line(100, 1, { category: 'чай' }),
      line(100, 1, { barcode: 'A1', sku: '482', category: null }),
    ])
    expect(receipt.lines.map((one) => one.promotion_discount)).toEqual([10, 10, 10, 0])
  })

  it('takes a sum off each whole unit: off two and a half kilograms twice', () => {
    const effect = { kind: 'amount_off', amount: 300 } as const
    expect(off(effect, [line(2_000, 2.5), line(2_000, 0.9), line(250, 3)])).toEqual([600, 0, 749])
  })

  it('sets the price of a unit, of weighed goods too, and never a higher one', () => {
    const effect = { kind: 'fixed_price', price: 1_000 } as const
    const lines = [line(1_500, 2), line(1_500, 0.333), line(900, 2)]
    expect(off(effect, lines)).toEqual([1_000, 167, 0])
  })

  it('gives every third unit of a line free, counted from the price after the till’s discount', () => {
    const effect = { kind: 'every_nth_free', nth: 3 } as const
    const lines = [line(1_000, 2), line(1_000, 3), line(1_000, 7, { till_discount: 700 })]
    expect(off(effect, lines)).toEqual([0, 1_000, 1_800])
  })

  it('gives the cheapest of every three free, whatever the order of scanning', () => {
    const effect = { kind: 'cheapest_free', nth: 3 } as const
    expect(off(effect, [line(500), line(9_000), line(7_000)])).toEqual([499, 0, 0])
    // 90 70 50 | 30 20 10: the last of each group.
    const six = [line(1_000), line(9_000), line(7_000), line(3_000), line(2_000), line(5_000)]
    expect(off(effect, six)).toEqual([999, 0, 0, 0, 0, 4_999])
    expect(off(effect, [line(1_000, 2)])).toEqual([0])
    expect(off(effect, [line(1_000, 2), line(1_000, 5)])).toEqual([0, 2_000])
  })

  it('leaves 0.01 of a line that it would make free', () => {
    const receipt = settle(shop([productPromotion({ kind: 'percent_off', percent: 10_000 })]), [
      line(1_000),
    ])
    expect(receipt.lines[0]).toMatchObject({ total: 1, floor: 1, promotion_discount: 999 })
    expect(receipt.explain).toContainEqual({
      line: 1,
      rule: 'price_floor',
      amount: 1,
      params: { floor: 1 },
    })
  })

  it('gives bonuses for units as an entry of its own, beside the level’s discount', () => {
    const where = shop(
      [productPromotion({ kind: 'bonus_per_unit', amount: 250 }, { name: 'Морозиво' })],
      {},
      1_000,
    )
    const { receipt, change } = where.calculate({ lines: [line(1_000, 3)] }, 0, NOW)
    expect(receipt.lines[0]).toMatchObject({
      promotion_discount: 0,
      level_discount: 300,
      accrual: 750,
      promotion_accrual: 750,
    })
    expect(receipt.totals).toMatchObject({ accrual: 750, promotion_accrual: 750 })
    expect(change?.entries).toMatchObject([{ kind: 'promotion', amount: 750 }])
    expect(receipt.explain).toContainEqual({
      line: null,
      rule: 'promotion_bonuses',
      amount: 750,
      params: { promotion: 'Морозиво' },
    })
  })

  it('gives no bonuses for products that earn none, nor when nothing is earned', () => {
    const units = productPromotion({ kind: 'bonus_per_unit', amount: 250 })
    const accrual = (where: MemoryShop, one: LineInput, other: Partial<ReceiptAsk> = {}) =>
      settle(where, [one], other).totals.accrual
    expect(accrual(shop([units]), line(1_000, 1, { exclude_accrual: true }))).toBe(0)
    expect(accrual(shop([units], { mode: 'discount' }), line(1_000))).toBe(0)
    expect(accrual(shop([units]), line(1_000), { license: 'ended' })).toBe(0)
    expect(accrual(shop([units]), line(1_000))).toBe(250)
    const unlicensed = settle(shop([units]), [line(1_000)], { license: 'ended' })
    expect(unlicensed.lines[0]?.promotion_id).toBeNull()
  })

  it('gives nothing by units for a bare total, and a percent all the same', () => {
    const bare = (effect: ProductEffect) =>
      shop([productPromotion(effect)]).calculate({ total: 10_000 }, 0, NOW).receipt
    expect(bare({ kind: 'percent_off', percent: 500 }).totals.promotion_discount).toBe(500)
    for (const effect of [
      { kind: 'amount_off', amount: 100 },
      { kind: 'fixed_price', price: 100 },
      { kind: 'every_nth_free', nth: 1 },
      { kind: 'cheapest_free', nth: 1 },
      { kind: 'bonus_per_unit', amount: 100 },
    ] as const) {
      expect(bare(effect).totals).toMatchObject({ promotion_discount: 0, accrual: 0 })
      expect(bare(effect).promotions).toEqual([])
    }
  })

  it('is for members: a sale without a buyer gets none', () => {
    const where = shop([productPromotion({ kind: 'percent_off', percent: 5_000 })])
    const decision = where.calculate({ lines: [line(1_000)] }, 0, NOW, { account: null })
    expect(decision.receipt.totals.promotion_discount).toBe(0)
    expect(decision.claims).toEqual([])
  })
})

describe('several product promotions on a line', () => {
  const ten = productPromotion({ kind: 'percent_off', percent: 1_000 }, { id: 'ten' })
  const sum = productPromotion({ kind: 'amount_off', amount: 500 }, { id: 'sum' })

  it('never add up: on each line the one works that is best for the buyer', () => {
    const receipt = settle(shop([ten, sum]), [line(4_000), line(6_000)])
    expect(receipt.lines).toMatchObject([
      { promotion_id: 'sum', promotion_discount: 500 },
      { promotion_id: 'ten', promotion_discount: 600 },
    ])
    expect(receipt.promotions.map(({ promotion_id, uses }) => [promotion_id, uses])).toEqual([
      ['sum', 1],
      ['ten', 1],
    ])
  })

  it('that are equally good: the higher priority works, then the lower id', () => {
    const line_id = (...promotions: Promotion[]) =>
      settle(shop(promotions), [line(5_000)]).lines[0]?.promotion_id
    expect(line_id(ten, sum)).toBe('sum')
    expect(line_id({ ...ten, priority: 1 }, sum)).toBe('ten')
    expect(line_id(sum, { ...ten, priority: 1 })).toBe('ten')
  })

  it('are compared by what is left of them above the minimum price', () => {
    const half = productPromotion({ kind: 'percent_off', percent: 5_000 }, { id: 'half' })
    const bonus = productPromotion({ kind: 'bonus_per_unit', amount: 700 }, { id: 'bonus' })
    const chosen = (floor: number) =>
      settle(shop([half, bonus]), [line(2_000, 1, { floor })]).lines[0]?.promotion_id
    expect(chosen(0)).toBe('half')
    expect(chosen(1_400)).toBe('bonus')
  })
})

describe('the discount of the level', () => {
  const promotion = (percent: number) => productPromotion({ kind: 'percent_off', percent })

  it('gives way to a larger promotion', () => {
    const receipt = settle(shop([promotion(1_500)], {}, 1_000), [line(10_000)])
    expect(receipt.lines[0]).toMatchObject({ promotion_discount: 1_500, level_discount: 0 })
  })

  it('goes before a promotion that is not larger, which is then not used', () => {
    const decision = shop([promotion(1_000)], {}, 1_000).calculate(
      { lines: [line(10_000)] },
      0,
      NOW,
    )
    expect(decision.receipt.lines[0]).toMatchObject({
      promotion_discount: 0,
      promotion_id: null,
      level_discount: 1_000,
    })
    expect(decision.receipt.promotions).toEqual([])
    expect(decision.claims).toEqual([])
  })

  it('is added where the program says so, counted from the price after the promotion', () => {
    const where = shop([promotion(1_500)], { stack_level_with_promotion: true }, 1_000)
    const receipt = settle(where, [line(10_000)])
    expect(receipt.lines[0]).toMatchObject({ promotion_discount: 1_500, level_discount: 850 })
    expect(receipt.explain).toEqual([
      { line: 1, rule: 'promotion_discount', amount: -1_500, params: { promotion: 'percent_off' } },
      { line: 1, rule: 'level_discount', amount: -850, params: { percent: 1_000 } },
    ])
  })

  it('and the promotion stop at the minimum price together: the level’s part is dropped first', () => {
    const where = shop([promotion(1_500)], { stack_level_with_promotion: true }, 1_000)
    const receipt = settle(where, [line(10_000, 1, { floor: 8_000 })])
    expect(receipt.lines[0]).toMatchObject({
      promotion_discount: 1_500,
      level_discount: 500,
      total: 8_000,
    })
    expect(receipt.explain.at(-1)).toEqual({
      line: 1,
      rule: 'price_floor',
      amount: 350,
      params: { floor: 8_000 },
    })
  })

  it('and promotions leave products alone that take no discount', () => {
    const where = shop([promotion(1_500)])
    const receipt = settle(where, [line(10_000, 1, { exclude_discount: true })])
    expect(receipt.lines[0]).toMatchObject({ promotion_discount: 0, total: 10_000 })
    expect(receipt.explain).toContainEqual({
      line: 1,
      rule: 'discount_excluded',
      amount: 0,
      params: {},
    })
  })
  it('tells of a product that takes no discount only where there was one to take', () => {
    const told = (promotion: Promotion, one: LineInput, percent = 0) =>
      settle(shop([promotion], {}, percent), [{ ...one, exclude_discount: true }, line(5_000)])
        .explain.filter(({ rule }) => rule === 'discount_excluded')
        .map((step) => step.line)
    const cheese = { ...promotion(1_500), products: category('Сир') }
    const units = productPromotion({ kind: 'bonus_per_unit', amount: 250 })
    expect(told(promotion(1_500), line(10_000))).toEqual([1])
    expect(told(promotion(1_500), line(1))).toEqual([])
    expect(told(cheese, line(10_000))).toEqual([])
    expect(told(units, line(10_000))).toEqual([])
    expect(told(units, line(10_000), 100)).toEqual([1])
    expect(told(units, line(10), 100)).toEqual([])
    const two = settle(shop([promotion(1_500), cheese, units]), [
      line(10_000, 1, { exclude_discount: true }),
    ])
    expect(two.explain.filter(({ rule }) => rule === 'discount_excluded')).toHaveLength(1)
  })
})
