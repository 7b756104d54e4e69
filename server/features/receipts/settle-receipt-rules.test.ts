import { describe, expect, it } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { productPromotion } from '#server/testing/promotions.ts'
import { plainLine, refusalOfSale } from './line-rules.ts'
import type { LineInput, ReceiptAsk, Sale } from './rules.ts'

// 10 May 2026, noon in Kyiv.
const NOW = Date.UTC(2026, 4, 10, 9)
const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A shop giving 10 % back, exact to the kopeck, half of a receipt payable in steps of 0.01. */
function shop(settings: Partial<Program> = {}, level: Partial<Program['levels'][number]> = {}) {
  const program = defaultProgram()
  const base = {
    number: 1,
    name: 'Base',
    min_turnover: 0,
    cashback_percent: 1_000,
    discount_percent: 0,
    max_pay_percent: null,
    ...level,
  }
  return new MemoryShop({
    ...program,
    levels: [base],
    accrual_rounding: 'down',
    spend_step: 1,
    ...settings,
  })
}
const line = (price: number, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, 1000),
  ...other,
})
const lines = (...all: LineInput[]): Sale => ({ lines: all })
const bare = (total: number): Sale => ({ total })
/** What a sale comes to when the buyer holds `bonuses` and wants to spend `spend`. */
function settle(
  where: MemoryShop,
  sale: Sale,
  spend = 0,
  bonuses = 0,
  other: Partial<ReceiptAsk> = {},
) {
  if (bonuses > 0) where.grant(bonuses, NOW)
  return where.calculate(sale, spend, NOW, other)
}

describe('a receipt', () => {
  it('sums its lines: price × quantity, half a kopeck up, less the discount of the till', () => {
    const { receipt } = settle(
      shop(),
      lines(
        line(12_990, { quantity: 1_234, till_discount: 30 }),
        line(333, { quantity: 1_500, barcode: '482', sku: 'A1', name: 'Сир', category: 'Їжа' }),
      ),
    )
    expect(receipt.lines).toMatchObject([
      { line: 1, gross: 16_030, till_discount: 30, total: 16_000, to_pay: 16_000, accrual: 1_600 },
      { line: 2, gross: 500, total: 500, barcode: '482', sku: 'A1', name: 'Сир', category: 'Їжа' },
    ])
    expect(receipt.totals).toEqual({
      gross: 16_530,
      till_discount: 30,
      promotion_discount: 0,
      level_discount: 0,
      total: 16_500,
      bonuses_max: 0,
      bonuses_max_reason: 'balance',
      bonuses_spent: 0,
      to_pay: 16_500,
      cash_to_pay: 16_500,
      card_to_pay: 16_500,
      rounding: 0,
      accrual: 1_650,
      promotion_accrual: 0,
      gifts: 0,
      accrual_active_from: NOW,
      accrual_expires_at: Date.UTC(2026, 10, 6, 22),
    })
    expect(receipt.explain).toEqual([
      { line: 1, rule: 'till_discount', amount: -30, params: {} },
      { line: null, rule: 'accrual', amount: 1_650, params: { percent: 1_000 } },
    ])
    expect(receipt).toMatchObject({ bare: false, program_version: 1, level: 1, day: '2026-05-10' })
  })

  it('of a bare total is one anonymous line', () => {
    const { receipt } = settle(shop(), bare(10_000))
    expect(receipt.bare).toBe(true)
    expect(receipt.lines).toHaveLength(1)
    expect(receipt.lines[0]).toMatchObject({
      line: 1,
      name: null,
      barcode: null,
      sku: null,
      category: null,
      price: 10_000,
      quantity: 1000,
      total: 10_000,
      floor: 1,
      accrual_percent: 1_000,
    })
  })

  it('freezes nothing but the lines: what the catalogue said is not kept', () => {
    const [frozen] = settle(shop(), bare(1)).receipt.lines
    expect(Object.keys(frozen ?? {}).toSorted()).toEqual(
      [
        'accrual',
        'accrual_percent',
        'barcode',
        'bonuses_spent',
        'category',
        'floor',
        'gross',
        'level_discount',
        'line',
        'name',
        'price',
        'promotion_accrual',
        'promotion_discount',
        'promotion_id',
        'quantity',
        'sku',
        'till_discount',
        'to_pay',
        'total',
      ].toSorted(),
    )
  })

  it('without a buyer is counted, earns nothing and moves nothing', () => {
    const where = shop({ mode: 'both' }, { discount_percent: 1_000 })
    const { receipt, change, refused } = settle(where, bare(10_030), 0, 0, { account: null })
    expect(receipt.totals).toMatchObject({
      to_pay: 10_030,
      cash_to_pay: 10_050,
      bonuses_max: 0,
      bonuses_max_reason: null,
      accrual: 0,
      accrual_active_from: null,
      accrual_expires_at: null,
    })
    expect(receipt).toMatchObject({ level: null, balance_after: null, spent_lots: [] })
    expect(receipt.explain.map((step) => step.rule)).toEqual(['cash_rounding'])
    expect(change).toBeNull()
    expect(refused).toBeNull()
  })

  it('without a buyer cannot be paid with bonuses', () => {
    const { receipt, refused } = settle(shop(), bare(10_000), 100, 0, { account: null })
    expect(refused).toEqual({ code: 'buyer_not_found' })
    expect(receipt.totals).toMatchObject({ bonuses_spent: 0, to_pay: 10_000 })
  })

  it('counts a visit and money really paid on its own day', () => {
    const where = shop()
    where.grant(1_000, NOW)
    const { change, receipt } = where.create(bare(10_000), 1_000, NOW)
    expect(change?.account).toMatchObject({
      turnover: 9_000,
      year: 2026,
      year_turnover: 9_000,
      receipts: 1,
      last_receipt_at: NOW,
      level: 1,
    })
    expect(receipt.previous_receipt_at).toBeNull()
    const next = where.create(bare(100), 0, NOW + DAY)
    expect(next.receipt.previous_receipt_at).toBe(NOW)
    expect(next.change?.account).toMatchObject({ receipts: 2, last_receipt_at: NOW + DAY })
  })

  it('reported late belongs to the day it happened, and is not the last visit', () => {
    const where = shop({ activation_delay_hours: 24, expiry_days: 1 })
    where.create(bare(100), 0, NOW)
    const occurred_at = NOW - 2 * DAY
    const { receipt, change } = where.create(bare(10_000), 0, NOW, { occurred_at })
    expect(receipt).toMatchObject({ day: '2026-05-08', occurred_at })
    expect(change?.account.last_receipt_at).toBe(NOW)
    // Active since yesterday, but its days of life are counted from now.
    expect(receipt.totals.accrual_active_from).toBe(NOW - DAY)
    expect(receipt.totals.accrual_expires_at).toBe(Date.UTC(2026, 4, 11, 21))
    expect(receipt.balance_after).toEqual({ available: 1_000, pending: 10, debt: 0 })
  })
})

describe('a sale that cannot be', () => {
  it('takes more off a line than the line is', () => {
    const sale = lines(line(100), line(100, { till_discount: 101 }))
    expect(refusalOfSale(sale)).toEqual({
      code: 'validation_failed',
      fields: [{ path: 'products.1.discount_amount', code: 'above_line' }],
    })
    expect(() => settle(shop(), sale)).toThrow('not a sale')
    expect(refusalOfSale(lines(line(100, { till_discount: 100 })))).toBeNull()
  })

  it('is larger than any field can carry', () => {
    const most = 10_000_000_000_000
    expect(refusalOfSale(lines(line(most)))).toBeNull()
    expect(refusalOfSale(lines(line(most), line(1)))).toEqual({
      code: 'validation_failed',
      fields: [{ path: 'products.1.quantity', code: 'too_large' }],
    })
    expect(refusalOfSale(bare(most))).toBeNull()
  })
})

describe("the level's discount", () => {
  const both = () => shop({ mode: 'both' }, { discount_percent: 1_050 })

  it('is rounded down on every line', () => {
    const { receipt } = settle(both(), lines(line(999), line(95), line(9)))
    expect(receipt.lines.map((l) => [l.level_discount, l.total])).toEqual([
      [104, 895],
      [9, 86],
      [0, 9],
    ])
    expect(receipt.totals).toMatchObject({ level_discount: 113, total: 990, to_pay: 990 })
    expect(receipt.explain.slice(0, 2)).toEqual([
      { line: 1, rule: 'level_discount', amount: -104, params: { percent: 1_050 } },
      { line: 2, rule: 'level_discount', amount: -9, params: { percent: 1_050 } },
    ])
  })

  it('comes after the discount of the till', () => {
    const { receipt } = settle(both(), lines(line(1_000, { till_discount: 500 })))
    expect(receipt.lines[0]).toMatchObject({ till_discount: 500, level_discount: 52, total: 448 })
  })

  it('is not given by a program of bonuses only', () => {
    const { receipt } = settle(shop({}, { discount_percent: 1_000 }), bare(1_000))
    expect(receipt.totals).toMatchObject({ level_discount: 0, accrual: 100 })
  })

  it('is all that a program of discounts gives, but bonuses held may still be spent', () => {
    const where = shop({ mode: 'discount' }, { discount_percent: 1_000 })
    const { receipt } = settle(where, bare(1_000), 100, 500)
    expect(receipt.totals).toMatchObject({ level_discount: 100, accrual: 0, bonuses_spent: 100 })
    expect(receipt.lines[0]?.accrual_percent).toBe(0)
  })

  it('is not given on a product that is closed to discounts', () => {
    const { receipt } = settle(both(), lines(line(1_000, { exclude_discount: true })))
    expect(receipt.lines[0]).toMatchObject({ level_discount: 0, total: 1_000 })
    expect(receipt.explain[0]).toEqual({
      line: 1,
      rule: 'discount_excluded',
      amount: 0,
      params: {},
    })
  })

  it('stops at the minimum price, and the rest is dropped and explained', () => {
    const { receipt } = settle(both(), lines(line(1_000, { floor: 950 }), line(1_000)))
    expect(receipt.lines[0]).toMatchObject({ level_discount: 50, total: 950, floor: 950 })
    expect(receipt.lines[1]).toMatchObject({ level_discount: 105 })
    expect(receipt.explain.slice(0, 2)).toEqual([
      { line: 1, rule: 'level_discount', amount: -50, params: { percent: 1_050 } },
      { line: 1, rule: 'price_floor', amount: 55, params: { floor: 950 } },
    ])
  })

  it('that just reaches the minimum price loses nothing', () => {
    const { receipt } = settle(both(), lines(line(1_000, { floor: 895 })))
    expect(receipt.lines[0]).toMatchObject({ level_discount: 105, total: 895 })
    expect(receipt.explain.map((step) => step.rule)).not.toContain('price_floor')
  })

  it('gives nothing on a line that the till already brought to or below the minimum', () => {
    const { receipt } = settle(both(), lines(line(1_000, { floor: 950, till_discount: 100 })))
    expect(receipt.lines[0]).toMatchObject({ floor: 900, level_discount: 0, total: 900 })
    expect(receipt.explain.map((step) => step.rule)).toContain('price_floor')
    expect(receipt.explain.map((step) => step.rule)).not.toContain('level_discount')
  })

  it('never makes a line free: fiscal registrars refuse it', () => {
    const all = shop({ mode: 'both' }, { discount_percent: 10_000 })
    const { receipt } = settle(all, lines(line(500), line(500, { till_discount: 500 })))
    expect(receipt.lines.map((l) => [l.total, l.floor])).toEqual([
      [1, 1],
      [0, 0],
    ])
  })
})

describe('spending bonuses', () => {
  const limit = (
    where: MemoryShop,
    sale: Sale,
    bonuses: number,
    other: Partial<ReceiptAsk> = {},
  ) => {
    const { totals } = settle(where, sale, 0, bonuses, other).receipt
    return [totals.bonuses_max, totals.bonuses_max_reason]
  }

  it('is limited by what the buyer holds', () => {
    expect(limit(shop(), bare(10_000), 4_999)).toEqual([4_999, 'balance'])
    expect(limit(shop(), bare(10_000), 5_000)).toEqual([5_000, 'balance'])
    expect(limit(shop(), bare(10_000), 0)).toEqual([0, 'balance'])
  })

  it("is limited by the program's share, the level's going before it", () => {
    expect(limit(shop(), bare(10_000), 5_001)).toEqual([5_000, 'percent'])
    expect(limit(shop(), bare(999), 5_000)).toEqual([499, 'percent'])
    expect(limit(shop({}, { max_pay_percent: 2_000 }), bare(10_000), 9_000)).toEqual([
      2_000,
      'percent',
    ])
    expect(limit(shop({}, { max_pay_percent: 0 }), bare(10_000), 9_000)).toEqual([0, 'percent'])
  })

  it('never brings a line below its minimum price, nor below 0.01', () => {
    const all = () => shop({ max_pay_percent: 10_000 })
    expect(limit(all(), bare(10_000), 10_000)).toEqual([9_999, 'min_price'])
    expect(limit(all(), lines(line(1_000, { floor: 700 }), line(500)), 9_000)).toEqual([
      799,
      'min_price',
    ])
    expect(limit(all(), lines(line(1_000, { floor: 2_000 })), 9_000)).toEqual([0, 'min_price'])
  })

  it('leaves out lines closed to bonuses, and names them when nothing else is left', () => {
    const closed = line(1_000, { exclude_spend: true })
    const all = () => shop({ max_pay_percent: 10_000 })
    expect(limit(all(), lines(closed, line(500)), 9_000)).toEqual([499, 'excluded'])
    expect(limit(all(), lines(closed), 9_000)).toEqual([0, 'excluded'])
    expect(limit(shop(), lines(closed, line(500)), 9_000)).toEqual([250, 'percent'])
    const cheap = line(300, { exclude_spend: true })
    expect(limit(all(), lines(cheap, line(1_000, { floor: 299 })), 9_000)).toEqual([
      701,
      'excluded',
    ])
    expect(limit(all(), lines(cheap, line(1_000, { floor: 300 })), 9_000)).toEqual([
      700,
      'min_price',
    ])
  })

  it('leaves out excluded categories, however they are written', () => {
    const where = shop({ excluded_categories: ['тютюн'] })
    const sale = lines(line(1_000, { category: 'Тютюн' }), line(1_000, { category: 'Їжа' }))
    const { receipt } = settle(where, sale, 500, 5_000)
    expect(receipt.lines.map((l) => [l.bonuses_spent, l.accrual])).toEqual([
      [0, 0],
      [500, 50],
    ])
    expect(receipt.totals.bonuses_max).toBe(500)
  })

  it('leaves out lines with a lowered price when the program says so', () => {
    const where = shop({ accrue_on_promoted: false, spend_on_promoted: false })
    where.promotions = [
      productPromotion(
        { kind: 'percent_off', percent: 1_000 },
        { products: { all: false, barcodes: ['482'], skus: [], categories: [] } },
      ),
    ]
    const sale = lines(
      line(1_000, { barcode: '482' }),
      line(1_000, { till_discount: 1 }),
      line(1_000),
    )
    const { receipt } = settle(where, sale, 400, 5_000)
    expect(receipt.lines.map((l) => [l.total, l.bonuses_spent, l.accrual])).toEqual([
      [900, 0, 0],
      [999, 0, 0],
      [1_000, 400, 60],
    ])
    const why = receipt.explain.filter(({ rule }) => rule === 'accrual_promoted')
    expect(why).toEqual([
      { line: 1, rule: 'accrual_promoted', amount: -90, params: {} },
      { line: 2, rule: 'accrual_promoted', amount: -99, params: {} },
    ])
    const earns = shop({ spend_on_promoted: false })
    const open = settle(earns, lines(line(1_000, { till_discount: 100 })), 10, 5_000).receipt
    expect([open.totals.accrual, open.totals.bonuses_max_reason]).toEqual([90, 'excluded'])
  })

  it('tells a product closed by its owner from one on promotion', () => {
    const where = shop({ accrue_on_promoted: false })
    const sale = lines(line(1_000, { exclude_accrual: true }), line(1_000, { till_discount: 1 }))
    const { explain } = settle(where, sale).receipt
    expect(explain.filter(({ rule }) => rule.startsWith('accrual_')).map((e) => e.rule)).toEqual([
      'accrual_excluded',
      'accrual_promoted',
    ])
  })

  it('waits until the buyer has gathered the least balance', () => {
    const least = () => shop({ min_balance_for_spend: 5_000 })
    expect(limit(least(), bare(10_000), 4_999)).toEqual([0, 'min_balance'])
    expect(limit(least(), bare(10_000), 5_000)).toEqual([5_000, 'balance'])
    expect(limit(least(), bare(10_000), 0)).toEqual([0, 'balance'])
  })

  it('needs a receipt of the least sum, after discounts and before bonuses', () => {
    const least = () =>
      shop({ min_receipt_for_spend: 900, mode: 'both' }, { discount_percent: 1_000 })
    expect(limit(least(), bare(999), 5_000)).toEqual([450, 'percent'])
    expect(limit(least(), bare(998), 5_000)).toEqual([0, 'min_receipt'])
    expect(limit(least(), bare(998), 0)).toEqual([0, 'balance'])
  })

  it('goes in whole steps', () => {
    const whole = (bonuses: number) => limit(shop({ spend_step: 100 }), bare(10_000), bonuses)
    expect(whole(1_234)).toEqual([1_200, 'balance'])
    expect(whole(99)).toEqual([0, 'balance'])
    expect(whole(100)).toEqual([100, 'balance'])
    expect(whole(9_000)).toEqual([5_000, 'percent'])
  })

  it('is limited by what needs a confirmation the buyer cannot give', () => {
    const confirmation_limit = 700
    expect(limit(shop(), bare(10_000), 5_000, { confirmation_limit })).toEqual([
      700,
      'confirmation',
    ])
    expect(limit(shop(), bare(10_000), 700, { confirmation_limit })).toEqual([700, 'balance'])
    expect(limit(shop(), bare(10_000), 5_000, { confirmation_limit: 0 })).toEqual([
      0,
      'confirmation',
    ])
  })

  it('takes active bonuses only', () => {
    const where = shop({ activation_delay_hours: 1 })
    where.create(bare(10_000), 0, NOW)
    expect(where.calculate(bare(10_000), 0, NOW + HOUR - 1).receipt.totals.bonuses_max).toBe(0)
    expect(where.calculate(bare(10_000), 0, NOW + HOUR).receipt.totals.bonuses_max).toBe(1_000)
  })

  it('is spread over the lines by the room they have', () => {
    const sale = lines(line(1_000, { floor: 400 }), line(301), line(100, { exclude_spend: true }))
    const { receipt } = settle(shop({ max_pay_percent: 10_000 }), sale, 300, 5_000)
    expect(receipt.lines.map((l) => [l.bonuses_spent, l.to_pay])).toEqual([
      [200, 800],
      [100, 201],
      [0, 100],
    ])
    expect(receipt.totals).toMatchObject({ bonuses_spent: 300, to_pay: 1_101 })
    expect(receipt.explain[0]).toEqual({
      line: null,
      rule: 'bonus_spend',
      amount: -300,
      params: {},
    })
  })

  it('is lowered to the limit, and refused with the limit that binds', () => {
    const { receipt, refused } = settle(shop(), bare(10_000), 5_001, 9_000)
    expect(receipt.totals.bonuses_spent).toBe(5_000)
    expect(refused).toEqual({
      code: 'spend_limit_exceeded',
      params: { max: 5_000, reason: 'percent' },
    })
    expect(receipt.explain[0]).toEqual({
      line: null,
      rule: 'bonus_limit',
      amount: 5_000,
      params: { reason: 'percent', asked: 5_001 },
    })
    expect(settle(shop(), bare(10_000), 5_000, 9_000).refused).toBeNull()
  })

  it('is refused by the name of its limit', () => {
    const all = () => shop({ max_pay_percent: 10_000 })
    const closed = lines(line(1_000, { exclude_spend: true }))
    expect(settle(shop(), bare(10_000), 11, 10).refused?.code).toBe('insufficient_bonuses')
    expect(settle(all(), bare(10), 10, 99).refused?.code).toBe('min_price_violated')
    expect(settle(all(), closed, 10, 99).refused?.code).toBe('spend_limit_exceeded')
    const least = shop({ min_receipt_for_spend: 900 })
    expect(settle(least, bare(10), 5, 99).refused?.code).toBe('spend_limit_exceeded')
    const limited = settle(shop(), bare(1_000), 5, 99, { confirmation_limit: 4 })
    expect(limited.refused?.code).toBe('spend_not_permitted')
  })

  it('that is no whole step is lowered and refused', () => {
    const { receipt, refused } = settle(shop({ spend_step: 100 }), bare(10_000), 250, 5_000)
    expect(receipt.totals.bonuses_spent).toBe(200)
    expect(refused).toEqual({
      code: 'validation_failed',
      params: { spend_step: 100 },
      fields: [{ path: 'discount_amount', code: 'spend_step' }],
    })
    expect(settle(shop({ spend_step: 100 }), bare(10_000), 200, 5_000).refused).toBeNull()
  })

  it('takes lots and tells what is left', () => {
    const where = shop({ activation_delay_hours: 24 })
    where.grant(700, NOW)
    const { receipt, change } = where.create(bare(10_000), 500, NOW)
    expect(receipt.spent_lots).toMatchObject([{ number: 1, taken: 500, amount: 700 }])
    expect(receipt.accrual_lot).toBe(3)
    expect(receipt.balance_after).toEqual({ available: 200, pending: 950, debt: 0 })
    expect(change?.entries).toMatchObject([
      { kind: 'spend', amount: -500, source: 'receipt-1', receipt_id: 'receipt-1' },
      { kind: 'accrual', amount: 950, source: 'receipt-1', actor: 'cashier:1' },
    ])
  })
})

describe('earning bonuses', () => {
  const earned = (settings: Partial<Program>, sale: Sale, spend = 0, bonuses = 0) =>
    settle(shop(settings), sale, spend, bonuses).receipt

  it('is a percent of the money really paid, or of the sum before bonuses', () => {
    expect(earned({}, bare(10_000), 4_000, 5_000).totals.accrual).toBe(600)
    expect(
      earned({ accrue_on: 'before_bonus_payment' }, bare(10_000), 4_000, 5_000).totals.accrual,
    ).toBe(1_000)
  })

  it('is rounded once per receipt, as the shop says', () => {
    const sale = lines(line(155), line(155), line(9_690))
    expect(earned({ accrual_rounding: 'whole_down' }, sale).totals.accrual).toBe(1_000)
    expect(earned({ accrual_rounding: 'whole_down' }, bare(9_999)).totals.accrual).toBe(900)
    expect(earned({ accrual_rounding: 'whole_down' }, bare(999)).totals.accrual).toBe(0)
    expect(earned({ accrual_rounding: 'down' }, lines(line(155), line(155))).totals.accrual).toBe(
      31,
    )
    expect(earned({ accrual_rounding: 'down' }, bare(159)).totals.accrual).toBe(15)
    expect(earned({ accrual_rounding: 'half_up' }, bare(155)).totals.accrual).toBe(16)
    expect(earned({ accrual_rounding: 'half_up' }, bare(154)).totals.accrual).toBe(15)
  })

  it('is exact for the largest sums too', () => {
    const huge = 10_000_000_000_000
    const own = line(huge - 3, { accrual_percent: 9_999 })
    expect(earned({ accrual_rounding: 'down' }, lines(own)).totals.accrual).toBe(9_998_999_999_997)
    expect(earned({ accrual_rounding: 'half_up' }, lines(own)).totals.accrual).toBe(
      9_998_999_999_997,
    )
    const two = lines(line(huge - 100, { accrual_percent: 5_000 }), line(99))
    expect(earned({ accrual_rounding: 'whole_down' }, two).totals.accrual).toBe(4_999_999_999_900)
    expect(earned({ accrual_rounding: 'whole_down' }, two).lines.map((l) => l.accrual)).toEqual([
      4_999_999_999_890, 10,
    ])
  })

  it('is spread over the lines so that they sum to it', () => {
    const { receipt } = settle(shop(), lines(line(105), line(105), line(105)))
    expect(receipt.totals.accrual).toBe(31)
    expect(receipt.lines.map((l) => l.accrual)).toEqual([11, 10, 10])
  })

  it("uses a product's own percent, and nothing for an excluded product", () => {
    const receipt = earned(
      {},
      lines(
        line(1_000, { accrual_percent: 2_000 }),
        line(1_000, { exclude_accrual: true }),
        line(1_000, { accrual_percent: 0 }),
        line(1_000),
      ),
    )
    expect(receipt.lines.map((l) => [l.accrual_percent, l.accrual])).toEqual([
      [2_000, 200],
      [0, 0],
      [0, 0],
      [1_000, 100],
    ])
    expect(receipt.explain).toEqual([
      { line: 2, rule: 'accrual_excluded', amount: -100, params: {} },
      { line: 1, rule: 'accrual_own_percent', amount: 200, params: { percent: 2_000 } },
      { line: null, rule: 'accrual', amount: 300, params: { percent: 1_000 } },
    ])
  })

  it('needs a receipt of the least sum, after discounts and before bonuses', () => {
    const least = { min_receipt_for_accrual: 1_000 }
    expect(earned(least, bare(1_000), 300, 500).totals.accrual).toBe(70)
    const receipt = earned(least, bare(999))
    expect(receipt.totals.accrual).toBe(0)
    expect(receipt.lines[0]?.accrual_percent).toBe(0)
    expect(receipt.explain[0]).toEqual({
      line: null,
      rule: 'accrual_min_receipt',
      amount: -99,
      params: {},
    })
  })

  it('may be off for a receipt that bonuses paid for', () => {
    const off = { accrue_when_bonuses_spent: false }
    expect(earned(off, bare(1_000), 0, 500).totals.accrual).toBe(100)
    const receipt = earned(off, bare(1_000), 1, 500)
    expect(receipt.totals).toMatchObject({ accrual: 0, accrual_active_from: null })
    expect(receipt.explain[1]).toMatchObject({ rule: 'accrual_bonuses_spent', amount: -99 })
  })

  it('stops at the cap of a receipt', () => {
    const receipt = earned({ max_accrual_per_receipt: 99 }, lines(line(500), line(500)))
    expect(receipt.totals.accrual).toBe(99)
    expect(receipt.lines.map((l) => l.accrual)).toEqual([50, 49])
    expect(receipt.explain).toEqual([
      { line: null, rule: 'accrual_cap', amount: -1, params: { max: 99 } },
      { line: null, rule: 'accrual', amount: 99, params: { percent: 1_000 } },
    ])
    const capped = earned({ max_accrual_per_receipt: 100 }, bare(1_000))
    expect(capped.explain.map((step) => step.rule)).toEqual(['accrual'])
    expect(earned({ max_accrual_per_receipt: 0 }, bare(1_000)).totals.accrual).toBe(0)
  })

  it('waits for the delay of activation', () => {
    const receipt = earned({ activation_delay_hours: 14 * 24, expiry_days: 30 }, bare(1_000))
    expect(receipt.totals.accrual_active_from).toBe(NOW + 14 * DAY)
    expect(receipt.totals.accrual_expires_at).toBe(Date.UTC(2026, 5, 23, 21))
    expect(receipt.balance_after).toEqual({ available: 0, pending: 100, debt: 0 })
  })

  it('may never expire', () => {
    const where = shop({ expiry_mode: 'never' })
    const { receipt, change } = settle(where, bare(1_000))
    expect(receipt.totals.accrual_expires_at).toBeNull()
    expect(change?.account.lots[0]?.expires_at).toBeNull()
  })

  it('lets other lots live on when they expire after the last purchase', () => {
    const where = shop({ expiry_mode: 'after_last_purchase', expiry_days: 10 })
    where.create(bare(1_000), 0, NOW)
    const before = where.account.lots[0]?.expires_at
    const { receipt, change } = where.create(bare(1_000), 0, NOW + 3 * DAY)
    const after = (before ?? 0) + 3 * DAY
    expect(change?.account.lots.map((lot) => lot.expires_at)).toEqual([after, after])
    expect(receipt.moved_expiry).toEqual({ to: after, lots: [{ number: 1, expires_at: before }] })
  })

  it('repays a debt first, and says so', () => {
    const where = shop()
    where.create(bare(1_000), 0, NOW)
    where.create(bare(300), 100, NOW)
    where.cancel(0, { kind: 'full' }, NOW)
    expect(where.account).toMatchObject({ balance: 0, debt: 80 })
    const { receipt } = where.create(bare(1_000), 0, NOW)
    expect(receipt).toMatchObject({ accrual_repaid_debt: 80, accrual_lot: 5 })
    expect(receipt.balance_after).toEqual({ available: 20, pending: 0, debt: 0 })
    expect(receipt.explain.at(-1)).toEqual({
      line: null,
      rule: 'debt_repaid',
      amount: 80,
      params: {},
    })
  })
})

describe('a license that ended', () => {
  it('lets bonuses be spent and gives none', () => {
    const { receipt, refused } = settle(shop(), bare(1_000), 100, 500, { license: 'ended' })
    expect(refused).toBeNull()
    expect(receipt.totals).toMatchObject({ bonuses_spent: 100, accrual: 0 })
    expect(receipt.explain.at(-1)).toEqual({
      line: null,
      rule: 'license_ended',
      amount: 0,
      params: {},
    })
  })

  it('refuses a receipt without a spend, with or without a buyer', () => {
    const required = { code: 'license_required' }
    expect(settle(shop(), bare(1_000), 0, 0, { license: 'ended' }).refused).toEqual(required)
    const stranger = { license: 'ended', account: null } as const
    expect(settle(shop(), bare(1_000), 0, 0, stranger).refused).toEqual(required)
  })
})

describe('levels', () => {
  const two = () =>
    shop({
      levels: [
        {
          number: 1,
          name: 'A',
          min_turnover: 0,
          cashback_percent: 500,
          discount_percent: 0,
          max_pay_percent: null,
        },
        {
          number: 2,
          name: 'B',
          min_turnover: 10_000,
          cashback_percent: 1_000,
          discount_percent: 0,
          max_pay_percent: 10_000,
        },
      ],
    })

  it('rise from the next receipt, not with the one that reaches the sum', () => {
    const where = two()
    const first = where.create(bare(10_000), 0, NOW)
    expect(first.receipt).toMatchObject({ level: 1 })
    expect(first.receipt.totals.accrual).toBe(500)
    expect(first.change?.account.level).toBe(2)
    const second = where.create(bare(1_000), 0, NOW)
    expect(second.receipt).toMatchObject({ level: 2 })
    expect(second.receipt.totals).toMatchObject({ accrual: 100, bonuses_max_reason: 'balance' })
  })

  it('may be pinned by hand', () => {
    const where = two()
    where.account = { ...where.account, pinned_level: 2, pinned_until: NOW + 1 }
    expect(where.calculate(bare(1_000), 0, NOW).receipt.level).toBe(2)
    expect(where.calculate(bare(1_000), 0, NOW + 1).receipt.level).toBe(1)
  })

  it('of the day are written down before and after the receipt', () => {
    const where = two()
    where.account = { ...where.account, turnover: 10_000 }
    const { receipt, change } = where.calculate(bare(1_000), 0, NOW)
    expect(receipt.level).toBe(2)
    expect(change?.account.level).toBe(2)
  })
})

describe('cash', () => {
  it('is rounded to half a hryvnia, apart from everything else', () => {
    const { receipt } = settle(shop(), bare(1_024))
    expect(receipt.totals).toMatchObject({
      to_pay: 1_024,
      card_to_pay: 1_024,
      cash_to_pay: 1_000,
      rounding: -24,
      accrual: 102,
    })
    expect(receipt.explain.at(-1)).toEqual({
      line: null,
      rule: 'cash_rounding',
      amount: -24,
      params: { step: 50 },
    })
    expect(settle(shop(), bare(1_025)).receipt.totals).toMatchObject({
      cash_to_pay: 1_050,
      rounding: 25,
    })
    const exact = settle(shop({ cash_rounding: 1 }), bare(1_024)).receipt
    expect(exact.totals).toMatchObject({ cash_to_pay: 1_024, rounding: 0 })
    expect(exact.explain.map((step) => step.rule)).toEqual(['accrual'])
  })
})
