import { describe, expect, it } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { accrualPromotion, category, productPromotion } from '#server/testing/promotions.ts'
import { plainLine } from './line-rules.ts'
import type { LineInput, ReceiptAsk } from './rules.ts'

// 10 May 2026, noon in Kyiv.
const NOW = Date.UTC(2026, 4, 10, 9)
const DAY = 86_400_000

/** A shop that gives 5 % back, exact to the kopeck. */
function shop(promotions: readonly Promotion[], settings: Partial<Program> = {}) {
  const where = new MemoryShop({ ...defaultProgram(), accrual_rounding: 'down', ...settings })
  where.promotions = promotions
  return where
}
const line = (price: number, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, 1000),
  ...other,
})
const settle = (where: MemoryShop, lines: LineInput[], other: Partial<ReceiptAsk> = {}) =>
  where.calculate({ lines }, 0, NOW, other).receipt
/** What 100.00 earns with these promotions. */
const earns = (promotions: readonly Promotion[], settings: Partial<Program> = {}, spend = 0) => {
  const where = shop(promotions, settings)
  if (spend > 0) where.grant(spend, NOW)
  return where.calculate({ total: 10_000 }, spend, NOW).receipt.totals.accrual
}

const twice = accrualPromotion({ kind: 'multiplier', times: 200 }, { id: 'twice' })
const thrice = accrualPromotion({ kind: 'multiplier', times: 300 }, { id: 'thrice' })
const plus3 = accrualPromotion({ kind: 'extra_percent', percent: 300 }, { id: 'plus3' })
const plus1 = accrualPromotion({ kind: 'extra_percent', percent: 100 }, { id: 'plus1' })
const fixed = accrualPromotion({ kind: 'fixed_bonus', amount: 1_234 }, { id: 'fixed' })
const flat8 = accrualPromotion({ kind: 'replace_percent', percent: 800 }, { id: 'flat8' })

describe('an accrual promotion', () => {
  it('multiplies the percent of the level', () => {
    expect(earns([])).toBe(500)
    expect(earns([twice])).toBe(1_000)
    expect(earns([accrualPromotion({ kind: 'multiplier', times: 150 })])).toBe(750)
  })
  it('adds a percent, a fixed sum once a receipt, or puts another percent in its place', () => {
    expect(earns([plus3])).toBe(800)
    expect(earns([fixed])).toBe(1_734)
    expect(earns([flat8])).toBe(800)
  })
  it('never lowers what is earned', () => {
    expect(earns([accrualPromotion({ kind: 'replace_percent', percent: 100 })])).toBe(500)
    expect(earns([accrualPromotion({ kind: 'multiplier', times: 50 })])).toBe(500)
  })
  it('works on its products only, and on the percent that a product has of its own', () => {
    const tea = { ...twice, products: category('Чай') }
    const receipt = settle(shop([tea]), [
      line(10_000, { category: 'чай' }),
      line(10_000, { category: 'чай', accrual_percent: 1_000 }),
      line(10_000),
    ])
    expect(receipt.lines.map((one) => [one.accrual, one.promotion_accrual])).toEqual([
      [1_000, 500],
      [2_000, 1_000],
      [500, 0],
    ])
  })
  it('gives an entry and a lot of its own beside the accrual', () => {
    const { change, receipt, claims } = shop([twice]).calculate({ total: 10_000 }, 0, NOW)
    expect(change?.entries).toMatchObject([
      { kind: 'accrual', amount: 500, source: 'receipt-0' },
      { kind: 'promotion', amount: 500, source: 'receipt-0:twice' },
    ])
    expect(receipt).toMatchObject({ accrual_lot: 1, promotion_lots: [2] })
    expect(receipt.explain).toEqual([
      { line: null, rule: 'accrual', amount: 500, params: { percent: 500 } },
      { line: null, rule: 'promotion_bonuses', amount: 500, params: { promotion: 'twice' } },
    ])
    expect(claims).toMatchObject([{ promotion_id: 'twice', uses: 1, discount: 0, bonuses: 500 }])
  })
  it('gives bonuses that live as long as it says, or as the program says', () => {
    const expiry = (promotion: Promotion, settings: Partial<Program> = {}) =>
      shop([promotion], settings).calculate({ total: 10_000 }, 0, NOW).change?.entries[1]
        ?.expires_at
    const short = { ...twice, bonus_lifetime_days: 3 }
    expect(expiry(short)).toBe(Date.UTC(2026, 4, 13, 21))
    expect(expiry(short, { activation_delay_hours: 24 })).toBe(Date.UTC(2026, 4, 14, 21))
    expect(expiry(twice, { promotion_lifetime_days: 5 })).toBe(Date.UTC(2026, 4, 15, 21))
    expect(expiry(twice)).toBe(Date.UTC(2026, 10, 6, 22))
  })
  it('gives bonuses whose end no later purchase moves', () => {
    const where = shop([{ ...twice, bonus_lifetime_days: 3 }], {
      expiry_mode: 'after_last_purchase',
      expiry_days: 30,
    })
    where.create({ total: 10_000 }, 0, NOW)
    where.promotions = []
    const { receipt } = where.create({ total: 10_000 }, 0, NOW + DAY)
    expect(receipt.moved_expiry?.lots.map((lot) => lot.number)).toEqual([1])
  })
  it('earns from what the level earns from: less the bonuses spent', () => {
    expect(earns([twice], {}, 4_000)).toBe(600)
    expect(earns([twice], { accrue_on: 'before_bonus_payment' }, 4_000)).toBe(1_000)
  })
  it('gives nothing where the receipt earns nothing', () => {
    expect(earns([twice, fixed], { mode: 'discount' })).toBe(0)
    expect(earns([twice, fixed], { min_receipt_for_accrual: 10_001 })).toBe(0)
    expect(earns([twice, fixed], { accrue_when_bonuses_spent: false }, 4_000)).toBe(0)
    const closed = settle(shop([fixed, plus3]), [line(10_000, { exclude_accrual: true })])
    expect(closed.totals.accrual).toBe(0)
    expect(closed.promotions).toEqual([])
    const ended = settle(shop([twice]), [line(10_000)], { license: 'ended' })
    expect(ended.totals.accrual).toBe(0)
  })
  it('works where the level itself gives nothing', () => {
    const [base] = defaultProgram().levels
    const levels = base ? [{ ...base, cashback_percent: 0 }] : []
    expect(earns([plus3, fixed], { levels })).toBe(1_534)
    expect(earns([twice], { levels })).toBe(0)
  })
})

describe('several accrual promotions', () => {
  it('of one group: the best works, of equals the higher priority', () => {
    const of = (promotion: Promotion, priority = 0) => ({
      ...promotion,
      exclusive_group: 'evening',
      priority,
    })
    const { receipt } = shop([of(plus3), of(fixed), of(twice)]).calculate({ total: 10_000 }, 0, NOW)
    expect(receipt.promotions.map((one) => one.promotion_id)).toEqual(['fixed'])
    const equal = shop([
      of(twice),
      of(plus3),
      of({ ...plus3, id: 'z', effect: twice.effect } as Promotion, 1),
    ])
    expect(
      equal.calculate({ total: 10_000 }, 0, NOW).receipt.promotions.map((one) => one.promotion_id),
    ).toEqual(['z'])
  })
  it('of one group are compared by what they give on this very receipt', () => {
    const used = (lines: LineInput[], ...all: Promotion[]) =>
      settle(shop(all.map((one) => ({ ...one, exclusive_group: 'g' }))), lines).promotions.map(
        (one) => one.promotion_id,
      )
    const half = accrualPromotion({ kind: 'multiplier', times: 150 }, { id: 'half' })
    expect(used([line(10_000)], half, plus3)).toEqual(['plus3'])
    expect(used([line(10_000)], plus3, twice)).toEqual(['twice'])
    expect(used([line(10_000)], plus1, flat8)).toEqual(['flat8'])
    expect(used([line(1_000)], plus3, fixed)).toEqual(['fixed'])
    expect(used([line(90_000)], plus3, fixed)).toEqual(['plus3'])
    const tea = { ...fixed, products: category('чай') }
    const closed = line(10_000, { category: 'чай', exclude_accrual: true })
    expect(used([closed, line(10_000)], tea, plus1)).toEqual(['plus1'])
    const free = line(10_000, { category: 'чай', till_discount: 10_000 })
    expect(used([free, line(10_000)], tea, plus1)).toEqual(['plus1'])
    const paid = line(100, { category: 'чай' })
    expect(used([free, paid, line(10_000)], tea, plus1)).toEqual(['fixed'])
  })
  it('of different groups or without one: sums and extra percents are added', () => {
    expect(earns([plus3, plus1, fixed])).toBe(500 + 300 + 100 + 1_234)
    expect(earns([twice, plus3])).toBe(1_000 + 300)
  })
  it('that change the percent do not compound: on each line the best one works', () => {
    expect(earns([twice, thrice])).toBe(1_500)
    expect(earns([twice, flat8])).toBe(1_000)
    const receipt = settle(shop([twice, { ...thrice, products: category('чай') }]), [
      line(10_000),
      line(10_000, { category: 'чай' }),
    ])
    expect(receipt.lines.map((one) => one.accrual)).toEqual([1_000, 1_500])
  })
  it('compound when they are stackable', () => {
    const stackable = (promotion: Promotion) => ({ ...promotion, stackable: true })
    expect(earns([stackable(twice), stackable(thrice)])).toBe(3_000)
    expect(earns([stackable(twice), thrice])).toBe(3_000)
    expect(earns([stackable(twice), flat8])).toBe(1_600)
    expect(earns([stackable(flat8)])).toBe(800)
  })
  it('are rounded together with the level, once per receipt', () => {
    const whole = { accrual_rounding: 'whole_down' } as const
    const where = shop([plus3, plus1], whole)
    // 4.95 + 2.97 + 0.99 = 8.91: 4 of the level, 4 more of promotions.
    const { receipt } = where.calculate({ total: 9_900 }, 0, NOW)
    expect(receipt.totals).toMatchObject({ accrual: 800, promotion_accrual: 400 })
    expect(receipt.promotions.map((one) => one.bonuses)).toEqual([100, 300])
  })
})

describe('what is told of a receipt that earns nothing', () => {
  it('is nothing, when there was nothing to earn', () => {
    const [base] = defaultProgram().levels
    const levels = base ? [{ ...base, cashback_percent: 0 }] : []
    const where = shop([], { levels, min_receipt_for_accrual: 50_000 })
    const closed = line(10_000, { exclude_accrual: true, accrual_percent: 0 })
    expect(settle(where, [line(10_000), closed]).explain).toEqual([])
  })
})

describe('the most that a receipt earns', () => {
  it('holds for promotions too: the level’s part goes first, then promotions in their order', () => {
    const where = shop([plus1, { ...plus3, priority: 1 }], { max_accrual_per_receipt: 850 })
    const { receipt } = where.calculate({ total: 10_000 }, 0, NOW)
    expect(receipt.totals).toMatchObject({ accrual: 850, promotion_accrual: 350 })
    expect(receipt.promotions.map((one) => [one.promotion_id, one.bonuses])).toEqual([
      ['plus1', 50],
      ['plus3', 300],
    ])
    expect(receipt.explain.map(({ rule, amount }) => [rule, amount])).toEqual([
      ['accrual_cap', -50],
      ['accrual', 500],
      ['promotion_bonuses', 300],
      ['promotion_bonuses', 50],
    ])
  })
  it('leaves a promotion unused that it cuts whole', () => {
    const where = shop([twice, { ...plus1, priority: -1 }], { max_accrual_per_receipt: 700 })
    const decision = where.calculate({ total: 10_000 }, 0, NOW)
    expect(decision.receipt.totals.accrual).toBe(700)
    expect(decision.claims.map((one) => one.promotion_id)).toEqual(['twice'])
  })
  it('leaves bonuses per unit out of the receipt that it cuts whole', () => {
    const units = productPromotion({ kind: 'bonus_per_unit', amount: 500 })
    const receipt = settle(shop([units], { max_accrual_per_receipt: 0 }), [line(10_000)])
    expect(receipt.promotions).toEqual([])
    expect(receipt.totals.accrual).toBe(0)
  })
  it('tells bonuses per unit of two promotions apart', () => {
    const tea = { products: category('чай'), id: 'tea', priority: 1 }
    const where = shop([
      productPromotion({ kind: 'bonus_per_unit', amount: 500 }, tea),
      productPromotion({ kind: 'bonus_per_unit', amount: 100 }, { id: 'all' }),
    ])
    const receipt = settle(where, [line(10_000), line(10_000, { category: 'Чай' })])
    expect(receipt.promotions.map((one) => [one.promotion_id, one.bonuses])).toEqual([
      ['all', 100],
      ['tea', 500],
    ])
  })
  it('holds for bonuses per unit', () => {
    const units = productPromotion({ kind: 'bonus_per_unit', amount: 500 })
    const where = shop([units], { max_accrual_per_receipt: 800 })
    expect(settle(where, [line(10_000)]).totals).toMatchObject({
      accrual: 800,
      promotion_accrual: 300,
    })
  })
})

describe('bonuses of promotions in debt', () => {
  it('repay it after the accrual, and a cancellation makes it debt again', () => {
    const where = shop([twice])
    where.create({ total: 10_000 }, 0, NOW)
    where.withdraw(1_000, NOW)
    where.cancel(0, { kind: 'full' }, NOW)
    expect(where.account.debt).toBe(1_000)
    const { receipt } = where.create({ total: 16_000 }, 0, NOW + 1)
    expect(receipt).toMatchObject({ accrual_repaid_debt: 1_000, balance_after: { available: 600 } })
    where.cancel(1, { kind: 'full' }, NOW + 2)
    expect(where.account).toMatchObject({ debt: 1_000, balance: 0 })
  })
})
