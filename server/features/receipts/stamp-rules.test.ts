import { describe, expect, it } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import type { Promotion, PromotionTerms, StampCard } from '#server/features/promotions/rules.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { category, productPromotion, stampPromotion } from '#server/testing/promotions.ts'
import { plainLine } from './line-rules.ts'
import type { LineInput, Sale } from './rules.ts'

// 10 May 2026, noon in Kyiv.
const NOW = Date.UTC(2026, 4, 10, 9)
const DAY = 86_400_000

function shop(
  card: Partial<StampCard>,
  terms: Partial<PromotionTerms> = {},
  settings: Partial<Program> = {},
) {
  const where = new MemoryShop({ ...defaultProgram(), accrual_rounding: 'down', ...settings })
  where.promotions = [stampPromotion(card, { ...terms, id: 'card', name: 'Кава' })]
  return where
}
const line = (price: number, pieces = 1, other: Partial<LineInput> = {}): LineInput => ({
  ...plainLine(price, pieces * 1000),
  ...other,
})
const cups = (pieces: number, price = 5_000): Sale => ({ lines: [line(price, pieces)] })
const cardOf = (where: MemoryShop) => {
  const card = where.account.promotions[0]?.card
  if (!card) return null
  const stamps = card.stamps.reduce((sum, stamp) => sum + stamp.count, 0)
  return { stamps: stamps - card.owed, gifts: card.gifts.length }
}
/** Buys so many times, a minute apart. */
const buy = (where: MemoryShop, times: number, sale: Sale = cups(1), at = NOW) => {
  for (let index = 0; index < times; index += 1) where.create(sale, 0, at + index * 60_000)
}
const withdrawn = (where: MemoryShop, index: number, now: number) => {
  const decision = where.cancel(index, { kind: 'full' }, now)
  if (decision.refused) throw new Error(decision.refused.code)
  return decision.estimate
}

describe('a stamp card', () => {
  it('takes a stamp of every receipt, and the full one gives a cup free next time', () => {
    const where = shop({ goal: 5 })
    buy(where, 4)
    expect(cardOf(where)).toEqual({ stamps: 4, gifts: 0 })
    const fifth = where.create(cups(1), 0, NOW + DAY)
    expect(fifth.receipt.totals.to_pay).toBe(5_000)
    expect(fifth.receipt.explain.slice(-2)).toEqual([
      {
        line: null,
        rule: 'stamps',
        amount: 0,
        params: { promotion: 'Кава', unit: 'receipts', goal: 5, count: 1, after: 0 },
      },
      {
        line: null,
        rule: 'stamp_gift',
        amount: 0,
        params: { promotion: 'Кава', gift: 'product', times: 1 },
      },
    ])
    expect(fifth.claims).toMatchObject([{ promotion_id: 'card', uses: 1, amount: 0 }])
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 1 })
    const sixth = where.create(cups(2), 0, NOW + 2 * DAY)
    expect(sixth.receipt.lines[0]).toMatchObject({ promotion_discount: 5_000, to_pay: 5_000 })
    expect(sixth.receipt.explain[0]).toMatchObject({ rule: 'promotion_gift', amount: -5_000 })
    expect(sixth.claims).toMatchObject([{ uses: 0, discount: 5_000, budget: null }])
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
  })

  it('of units counts whole units of its products, several cards at once', () => {
    const where = shop({ count: 'units', goal: 3 }, { products: category('кава') })
    const coffee = { category: 'Кава' }
    where.create(
      { lines: [line(5_000, 7, coffee), line(900, 9), line(9_000, 0.5, coffee)] },
      0,
      NOW,
    )
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 2 })
    expect(where.receipts[0]?.receipt.promotions[0]).toMatchObject({
      uses: 2,
      lines: [
        { line: 1, stamps: 7 },
        { line: 3, stamps: 0 },
      ],
    })
  })

  it('of units counts no unit that is itself a gift', () => {
    const where = shop({ count: 'units', goal: 3 })
    where.create(cups(3), 0, NOW)
    const { receipt } = where.create(cups(3), 0, NOW + DAY)
    expect(receipt.totals.promotion_discount).toBe(5_000)
    expect(cardOf(where)).toEqual({ stamps: 2, gifts: 0 })
  })

  it('of receipts gives no stamp for a receipt of the gift alone', () => {
    const where = shop({ goal: 2 })
    buy(where, 3)
    expect(where.receipts[2]?.receipt.totals.to_pay).toBe(1)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('of money counts what was paid for its products, not what bonuses paid', () => {
    const where = shop({ count: 'sum', goal: 10_000, gift: { kind: 'bonuses', amount: 700 } })
    where.grant(2_000, NOW)
    where.create(cups(1, 8_000), 2_000, NOW)
    expect(cardOf(where)).toEqual({ stamps: 6_000, gifts: 0 })
    where.create({ total: 4_000 }, 0, NOW + 1)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('takes one stamp a day when it says so, by the days of the shop', () => {
    const where = shop({ once_per_day: true, goal: 9 })
    const midnight = Date.UTC(2026, 4, 10, 21)
    buy(where, 3)
    where.create(cups(1), 0, midnight - 1)
    expect(cardOf(where)?.stamps).toBe(1)
    where.create(cups(1), 0, midnight)
    expect(cardOf(where)?.stamps).toBe(2)
  })

  it('loses stamps that are older than it keeps them', () => {
    const where = shop({ within_days: 10, goal: 3 })
    where.create(cups(1), 0, NOW)
    where.create(cups(1), 0, NOW + 5 * DAY)
    where.create(cups(1), 0, NOW + 11 * DAY)
    expect(cardOf(where)).toEqual({ stamps: 2, gifts: 0 })
    where.create(cups(1), 0, NOW + 15 * DAY)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 1 })
  })

  it('that does not repeat is filled once', () => {
    const where = shop({ repeat: false, goal: 2, count: 'units' })
    where.create(cups(5), 0, NOW)
    expect(cardOf(where)).toEqual({ stamps: 3, gifts: 1 })
    where.create(cups(2), 0, NOW + 1)
    expect(cardOf(where)).toEqual({ stamps: 3, gifts: 0 })
    expect(where.receipts[1]?.receipt.promotions[0]?.card?.stamps).toBe(0)
  })

  it('is filled no more often than the buyer’s limit allows', () => {
    const where = shop({ count: 'units', goal: 2 }, { max_uses_per_buyer: 2 })
    where.create(cups(9), 0, NOW)
    expect(cardOf(where)).toEqual({ stamps: 5, gifts: 2 })
    where.create({ lines: [line(1_000, 2, { exclude_discount: true })] }, 0, NOW + 1)
    expect(cardOf(where)).toEqual({ stamps: 5, gifts: 2 })
  })

  it('keeps twenty gifts at most; the rest waits as stamps', () => {
    const where = shop({ count: 'units', goal: 1 })
    where.create(cups(50), 0, NOW)
    expect(cardOf(where)).toEqual({ stamps: 30, gifts: 20 })
  })

  it('gives no stamp for products that earn nothing, nor without a license', () => {
    const where = shop({})
    where.create({ lines: [line(1_000, 1, { exclude_accrual: true })] }, 0, NOW)
    where.create(cups(1), 0, NOW + 1, { license: 'ended' })
    where.create(cups(1), 0, NOW + 2, { account: null })
    expect(where.account.promotions).toEqual([])
  })

  it('counts in a program of discounts too, unless it gives bonuses', () => {
    const discounts = { mode: 'discount' } as const
    const bonuses = shop({ gift: { kind: 'bonuses', amount: 100 } }, {}, discounts)
    buy(bonuses, 1)
    expect(bonuses.account.promotions).toEqual([])
    const product = shop({ goal: 1 }, {}, discounts)
    buy(product, 1)
    expect(cardOf(product)).toEqual({ stamps: 0, gifts: 1 })
  })

  it('gives its gift also when nothing is earned for want of a license', () => {
    const where = shop({ goal: 1 })
    buy(where, 1)
    const { receipt } = where.create(cups(1), 0, NOW + DAY, { license: 'ended' })
    expect(receipt.totals.promotion_discount).toBe(4_999)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('stands beside a discount: the line gets both', () => {
    const where = shop({})
    const half = productPromotion({ kind: 'percent_off', percent: 5_000 }, { id: 'half' })
    where.promotions = [...where.promotions, half]
    const { receipt } = where.create(cups(1), 0, NOW)
    expect(receipt.totals.promotion_discount).toBe(2_500)
    expect(cardOf(where)?.stamps).toBe(1)
  })
})

describe('the gift of a full card', () => {
  it('of bonuses is given at once, with its own term, above the cap of the receipt', () => {
    const where = shop(
      { goal: 2, gift: { kind: 'bonuses', amount: 3_000 }, gift_days: 7 },
      {},
      { max_accrual_per_receipt: 100 },
    )
    buy(where, 1)
    const { receipt, change } = where.create(cups(1), 0, NOW + DAY)
    expect(receipt.totals).toMatchObject({ accrual: 3_100, promotion_accrual: 3_000 })
    expect(change?.entries.at(-1)).toMatchObject({
      kind: 'promotion',
      amount: 3_000,
      expires_at: Date.UTC(2026, 4, 18, 21),
    })
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('of a percent works on all its products of one receipt, and once', () => {
    const where = shop(
      { goal: 1, gift: { kind: 'percent_off_next', percent: 2_000 } },
      { products: category('кава') },
    )
    const coffee = { category: 'Кава' }
    const sale = { lines: [line(5_000, 1, coffee), line(3_000, 1, coffee), line(1_000)] }
    buy(where, 2, { lines: [line(100, 1, { ...coffee, exclude_discount: true })] })
    expect(cardOf(where)?.gifts).toBe(2)
    expect(where.receipts[0]?.receipt.explain.at(-1)?.params).toEqual({
      promotion: 'Кава',
      gift: 'percent_off_next',
      times: 1,
      percent: 2_000,
    })
    const { receipt } = where.create(sale, 0, NOW + DAY)
    expect(receipt.lines.map((one) => one.promotion_discount)).toEqual([1_000, 600, 0])
    expect(cardOf(where)?.gifts).toBe(2)
    expect(receipt.promotions[0]?.card).toMatchObject({ used: [{ earned_at: NOW }] })
  })

  it('of products is the dearest unit of the set, one for each gift that waits', () => {
    const where = shop({ goal: 1 })
    where.create({ lines: [line(100, 1, { exclude_discount: true })] }, 0, NOW)
    where.create({ lines: [line(100, 1, { exclude_discount: true })] }, 0, NOW + 1)
    const sale = { lines: [line(3_000, 2), line(9_000), line(500, 9)] }
    const { receipt } = where.create(sale, 0, NOW + 2)
    expect(receipt.lines.map((one) => one.promotion_discount)).toEqual([3_000, 8_999, 0])
  })

  it('ends with its last day, and those that end first are taken first', () => {
    const where = shop({ goal: 1, gift_days: 3 })
    where.create({ lines: [line(100, 1, { exclude_discount: true })] }, 0, NOW)
    const end = Date.UTC(2026, 4, 13, 21)
    expect(where.calculate(cups(1), 0, end - 1).receipt.totals.promotion_discount).toBe(4_999)
    expect(where.calculate(cups(1), 0, end).receipt.totals.promotion_discount).toBe(0)
  })

  it('asks for its point of sale and its products only: not for hours, dates or levels', () => {
    const where = shop({ goal: 1 }, { pos_ids: ['pos'], date_to: '2026-05-10' })
    where.create({ lines: [line(100, 1, { exclude_discount: true })] }, 0, NOW)
    const later = NOW + 30 * DAY
    const off = (other = {}) =>
      where.calculate(cups(1), 0, later, other).receipt.totals.promotion_discount
    expect(off()).toBe(4_999)
    expect(off({ pos_id: 'other' })).toBe(0)
    expect(off({ pos_id: null })).toBe(0)
    expect(off({ exhausted: ['card'] })).toBe(4_999)
    where.create(cups(1), 0, later)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('is taken beyond budget and limit, which the next card asks', () => {
    const where = shop({ goal: 2 }, { max_uses_total: 9, budget: 9_000, max_uses_per_buyer: 2 })
    buy(where, 2)
    const taking = where.create(cups(2), 0, NOW + DAY)
    expect(taking.claims).toMatchObject([{ uses: 0, max_uses: null, budget: null }])
    const both = shop({ goal: 1 }, { max_uses_total: 9, budget: 9_000, max_uses_per_buyer: 2 })
    buy(both, 1)
    const filling = both.create(cups(2), 0, NOW + DAY)
    expect(filling.claims).toMatchObject([{ uses: 1, amount: 5_000, max_uses: 9, budget: 9_000 }])
    expect(both.account.promotions[0]?.uses).toEqual([{ period: 'ever', count: 2 }])
  })

  it('stays on the card when another promotion is better for the buyer', () => {
    const where = shop({ goal: 1, gift: { kind: 'percent_off_next', percent: 1_000 } })
    where.create({ lines: [line(100, 1, { exclude_discount: true })] }, 0, NOW)
    const half: Promotion = productPromotion(
      { kind: 'percent_off', percent: 5_000 },
      { id: 'half' },
    )
    where.promotions = [...where.promotions, half]
    where.create(cups(1), 0, NOW + 1)
    expect(cardOf(where)?.gifts).toBe(2)
  })
})

describe('a cancelled receipt', () => {
  it('takes its stamps back', () => {
    const where = shop({ goal: 9 })
    buy(where, 2)
    withdrawn(where, 1, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
    withdrawn(where, 0, NOW + DAY)
    expect(where.account.promotions).toEqual([])
  })

  it('of units takes them back part by part', () => {
    const where = shop({ count: 'units', goal: 9 })
    where.create(cups(4), 0, NOW)
    const part = (quantity: number) =>
      where.cancel(0, { kind: 'lines', lines: [{ line: 1, quantity }] }, NOW + 1)
    part(1_500)
    expect(cardOf(where)?.stamps).toBe(3)
    part(500)
    expect(cardOf(where)?.stamps).toBe(2)
    part(2_000)
    expect(where.account.promotions).toEqual([])
  })

  it('empties a card that it had filled, if the gift was not taken', () => {
    const where = shop({ goal: 3 })
    buy(where, 3)
    withdrawn(where, 1, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 2, gifts: 0 })
    buy(where, 1, cups(1), NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 1 })
  })

  it('leaves a gift that was taken; the next stamps work it off', () => {
    const where = shop({ goal: 3 })
    buy(where, 3)
    where.create(cups(2), 0, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
    const first = withdrawn(where, 0, NOW + DAY)
    expect(first.warnings).not.toContain('stamps_owed')
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
    const second = withdrawn(where, 1, NOW + DAY)
    expect(second.warnings).toContain('stamps_owed')
    expect(cardOf(where)).toEqual({ stamps: -1, gifts: 0 })
    buy(where, 1, cups(1), NOW + 2 * DAY)
    expect(where.receipts.at(-1)?.receipt.promotions[0]?.card?.after).toEqual({
      stamps: 0,
      gifts: 0,
    })
    buy(where, 1, cups(1), NOW + 3 * DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
  })

  it('gives the gift back that was taken on it', () => {
    const where = shop({ goal: 2 })
    buy(where, 2)
    where.create({ lines: [line(5_000), line(100)] }, 0, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
    withdrawn(where, 2, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 1 })
    expect(where.usage.get('card')).toEqual({ uses: 1, amount: 0 })
  })

  it('that gave bonuses for a full card takes them back and the stamps are as before', () => {
    const where = shop({ count: 'units', goal: 5, gift: { kind: 'bonuses', amount: 1_000 } })
    where.create(cups(4), 0, NOW)
    const before = structuredClone(where.account.promotions)
    where.create(cups(7), 0, NOW + DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
    const part = where.cancel(
      1,
      { kind: 'lines', lines: [{ line: 1, quantity: 3_000 }] },
      NOW + DAY,
    )
    if (part.refused) throw new Error('refused')
    // 3 of 7 units: of 2,750 earned and given, 1,178.57 down.
    expect(part.estimate.bonuses_withdraw).toBe(Math.floor(((1_750 + 2_000) * 3) / 7))
    expect(cardOf(where)).toEqual({ stamps: -2, gifts: 0 })
    withdrawn(where, 1, NOW + DAY)
    expect(where.account.promotions).toEqual(before)
  })

  it('of long ago takes no stamp: they are too old to count anyway', () => {
    const where = shop({ within_days: 10, goal: 9 })
    where.create(cups(1), 0, NOW)
    where.create(cups(1), 0, NOW + 20 * DAY)
    withdrawn(where, 0, NOW + 21 * DAY)
    expect(cardOf(where)).toEqual({ stamps: 1, gifts: 0 })
    withdrawn(where, 1, NOW + 30 * DAY)
    expect(cardOf(where)).toEqual({ stamps: 0, gifts: 0 })
  })

  it('lets the day take its stamp again', () => {
    const where = shop({ once_per_day: true, goal: 9 })
    buy(where, 1)
    withdrawn(where, 0, NOW + 60_000)
    buy(where, 2, cups(1), NOW + 120_000)
    expect(cardOf(where)?.stamps).toBe(1)
  })
})
