import { describe, expect, it } from 'vitest'
import { defaultProgram } from '#server/features/program/rules.ts'
import type { PromotionTerms } from '#server/features/promotions/rules.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { category, productPromotion } from '#server/testing/promotions.ts'
import { plainLine } from './line-rules.ts'
import type { LineInput, ReceiptAsk } from './rules.ts'
import { settleCancellation } from './settle-cancellation-rules.ts'

// 10 May 2026, noon in Kyiv, a Sunday.
const NOW = Date.UTC(2026, 4, 10, 9)
const DAY = 86_400_000

const tenOff = (terms: Partial<PromotionTerms>, id = 'ten') =>
  productPromotion({ kind: 'percent_off', percent: 1_000 }, { ...terms, id })
const line = (price: number, pieces = 1, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, pieces * 1000),
  ...other,
})
const shop = (...terms: Partial<PromotionTerms>[]) => {
  const where = new MemoryShop({ ...defaultProgram(), accrual_rounding: 'down' })
  where.promotions = terms.map((one, index) => tenOff(one, `p${index}`))
  return where
}
/** Whether a promotion with these terms works on a receipt of these lines. */
const works = (
  terms: Partial<PromotionTerms>,
  lines: LineInput[] = [line(10_000)],
  other: Partial<ReceiptAsk> = {},
) => shop(terms).calculate({ lines }, 0, NOW, other).receipt.promotions.length > 0

describe('a promotion works', () => {
  it('at its points of sale only', () => {
    expect(works({ pos_ids: ['pos', 'other'] })).toBe(true)
    expect(works({ pos_ids: ['other'] })).toBe(false)
    expect(works({ pos_ids: ['pos'] }, undefined, { pos_id: null })).toBe(false)
    expect(works({}, undefined, { pos_id: null })).toBe(true)
  })
  it('for its levels only', () => {
    expect(works({ levels: [1, 2] })).toBe(true)
    expect(works({ levels: [2] })).toBe(false)
  })
  it('for its segment only', () => {
    expect(works({ segment_id: 'regulars' })).toBe(false)
    const segment_ids = ['new', 'regulars']
    expect(works({ segment_id: 'regulars' }, undefined, { segment_ids })).toBe(true)
  })
  it('from a sum of the receipt, after the till’s discounts', () => {
    const lines = [line(6_000), line(4_100, 1, { till_discount: 100 })]
    expect(works({ min_receipt_amount: 10_000 }, lines)).toBe(true)
    expect(works({ min_receipt_amount: 10_001 }, lines)).toBe(false)
  })
  it('from a quantity or a sum of its products', () => {
    const products = category('чай')
    const tea = (pieces: number) => [line(1_000, pieces, { category: 'Чай' }), line(90_000, 9)]
    expect(works({ products, min_quantity: 3_000 }, tea(2.999))).toBe(false)
    expect(works({ products, min_quantity: 3_000 }, tea(3))).toBe(true)
    expect(works({ products, min_amount: 3_000 }, tea(2.999))).toBe(false)
    expect(works({ products, min_amount: 3_000 }, tea(3))).toBe(true)
    expect(works({ products }, [line(1_000)])).toBe(false)
  })
  it('from no quantity on a bare total, which has none', () => {
    const bare = (terms: Partial<PromotionTerms>) =>
      shop(terms).calculate({ total: 9_000 }, 0, NOW).receipt.promotions.length
    expect(bare({ min_amount: 9_000 })).toBe(1)
    expect(bare({ min_quantity: 1 })).toBe(0)
    expect(bare({ products: category('чай') })).toBe(0)
  })
  it('on the days of the sale, also when the till reports it later', () => {
    const late = { occurred_at: NOW - DAY }
    expect(works({ date_to: '2026-05-09' })).toBe(false)
    expect(works({ date_to: '2026-05-09' }, undefined, late)).toBe(true)
  })
  it('for a first purchase, which a cancelled one was not', () => {
    const where = shop({ first_purchase_only: true })
    const buy = (now: number) => where.create({ total: 1_000 }, 0, now).receipt.promotions.length
    expect(buy(NOW)).toBe(1)
    expect(buy(NOW + 1)).toBe(0)
    where.cancel(0, { kind: 'full' }, NOW + 2)
    where.cancel(1, { kind: 'full' }, NOW + 3)
    expect(buy(NOW + 4)).toBe(1)
  })
})

describe('the limit of one buyer', () => {
  const buys = (where: MemoryShop, now: number) =>
    where.create({ total: 1_000 }, 0, now).receipt.promotions.length

  it('counts uses for ever', () => {
    const where = shop({ max_uses_per_buyer: 2 })
    expect([buys(where, NOW), buys(where, NOW + 1), buys(where, NOW + 400 * DAY)]).toEqual([
      1, 1, 0,
    ])
    expect(where.account.promotions).toEqual([
      { promotion_id: 'p0', uses: [{ period: 'ever', count: 2 }], card: null },
    ])
  })
  it('begins anew with each day of the shop', () => {
    const where = shop({ max_uses_per_buyer: 1, per_buyer_period: 'day' })
    const midnight = Date.UTC(2026, 4, 10, 21)
    expect(buys(where, NOW)).toBe(1)
    expect(buys(where, midnight - 1)).toBe(0)
    expect(buys(where, midnight)).toBe(1)
  })
  it('counts a night that passes midnight as the day it began on', () => {
    const night = { time_from: '22:00', time_to: '02:00' }
    const where = shop({ ...night, max_uses_per_buyer: 1, per_buyer_period: 'day' })
    const eleven = Date.UTC(2026, 4, 10, 20)
    expect(buys(where, eleven)).toBe(1)
    expect(buys(where, eleven + 2 * 3_600_000)).toBe(0)
    expect(buys(where, eleven + DAY)).toBe(1)
  })
  it('gets its use back when the receipt is cancelled, in the period it was counted in', () => {
    const where = shop({ max_uses_per_buyer: 1, per_buyer_period: 'day' })
    buys(where, NOW)
    buys(where, NOW + DAY)
    where.cancel(0, { kind: 'full' }, NOW + DAY)
    expect(buys(where, NOW + DAY + 1)).toBe(0)
    where.cancel(1, { kind: 'full' }, NOW + DAY + 2)
    expect(where.account.promotions).toEqual([])
    expect(buys(where, NOW + DAY + 3)).toBe(1)
  })
  it('remembers the last five periods', () => {
    const where = shop({ max_uses_per_buyer: 1, per_buyer_period: 'day' })
    for (let day = 0; day < 7; day += 1) buys(where, NOW + day * DAY)
    expect(where.account.promotions[0]?.uses.map(({ period }) => period)).toEqual([
      '2026-05-12',
      '2026-05-13',
      '2026-05-14',
      '2026-05-15',
      '2026-05-16',
    ])
  })
  it('gets one of several uses back', () => {
    const where = shop({ max_uses_per_buyer: 3 })
    buys(where, NOW)
    buys(where, NOW + 1)
    where.cancel(0, { kind: 'full' }, NOW + 2)
    expect(where.account.promotions[0]?.uses).toEqual([{ period: 'ever', count: 1 }])
  })
  it('is kept by id, whichever promotion works first', () => {
    const limit = { max_uses_per_buyer: 1, products: category('чай') }
    const where = shop(limit, { max_uses_per_buyer: 1 })
    buys(where, NOW)
    where.create({ lines: [line(1_000, 1, { category: 'чай' })] }, 0, NOW + 1)
    expect(where.account.promotions.map((one) => one.promotion_id)).toEqual(['p0', 'p1'])
  })
  it('is not kept where there is none', () => {
    const where = shop({})
    buys(where, NOW)
    expect(where.account.promotions).toEqual([])
  })
})

describe('what all buyers share', () => {
  it('is claimed with the receipt: a use, the discount and the bonuses', () => {
    const where = shop({ max_uses_total: 5, budget: 70_000 })
    expect(where.calculate({ total: 10_000 }, 0, NOW).claims).toEqual([
      {
        promotion_id: 'p0',
        uses: 1,
        amount: 1_000,
        max_uses: 5,
        budget: 70_000,
        discount: 1_000,
        bonuses: 0,
      },
    ])
  })
  it('works no more when it has run out, and the cashier is told why', () => {
    const where = shop({ budget: 1_500, priority: 1 }, {})
    const decision = where.calculate({ total: 10_000 }, 0, NOW, { exhausted: ['p0', 'unknown'] })
    expect(decision.receipt.lines[0]).toMatchObject({ promotion_id: 'p1' })
    expect(decision.receipt.explain[0]).toEqual({
      line: null,
      rule: 'promotion_exhausted',
      amount: 0,
      params: { promotion: 'p0' },
    })
  })
  it('is not told of a promotion that would not have worked anyway', () => {
    const where = shop({ pos_ids: ['other'] }, { products: category('чай') })
    const { receipt } = where.calculate({ total: 10_000 }, 0, NOW, { exhausted: ['p0', 'p1'] })
    expect(receipt.explain.map(({ rule }) => rule)).toEqual(['accrual'])
  })
  it('gets discounts back, and no bonuses, when the buyer was forgotten', () => {
    const where = shop({})
    const units = productPromotion(
      { kind: 'bonus_per_unit', amount: 500 },
      { products: category('чай') },
    )
    where.promotions = [...where.promotions, units]
    where.create({ lines: [line(10_000), line(100, 1, { category: 'чай' })] }, 0, NOW)
    const [stored] = where.receipts
    if (!stored) throw new Error('there is a receipt')
    const decision = settleCancellation({
      receipt_id: stored.id,
      receipt: stored.receipt,
      returned: stored.returned,
      account: null,
      program: where.program,
      part: { kind: 'full' },
      cancellation_id: 'c',
      actor: 'cashier:1',
      reason: null,
      now: NOW,
    })
    if (decision.refused) throw new Error('refused')
    expect(decision.claims).toMatchObject([
      { promotion_id: units.id, uses: -1, discount: 0, bonuses: 0 },
      { promotion_id: 'p0', uses: -1, discount: -1_000, bonuses: 0 },
    ])
  })
  it('goes back with a cancellation, part by part', () => {
    const where = shop({ max_uses_total: 5, budget: 70_000 })
    where.create({ lines: [line(3_333), line(6_667, 2)] }, 0, NOW)
    const first = where.cancel(0, { kind: 'lines', lines: [{ line: 2, quantity: 1_000 }] }, NOW + 1)
    if (first.refused) throw new Error('cancelled')
    expect(first.claims).toEqual([
      {
        promotion_id: 'p0',
        uses: 0,
        amount: -666,
        max_uses: null,
        budget: null,
        discount: -666,
        bonuses: 0,
      },
    ])
    const rest = where.cancel(0, { kind: 'full' }, NOW + 2)
    if (rest.refused) throw new Error('cancelled')
    expect(rest.claims).toMatchObject([{ uses: -1, amount: -1_000 }])
    expect(where.usage.get('p0')).toEqual({ uses: 0, amount: 0 })
  })
})
