import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import { availableOf } from '#server/features/ledger/rules.ts'
import { livingCard, newCard } from '#server/features/promotions/card-rules.ts'
import { auditAccount } from '#server/testing/audit-account.ts'
import { anyPromotions, anySumCards } from '#server/testing/any-promotions.ts'
import { anyProgram, anySale } from '#server/testing/histories.ts'
import { runs } from '#server/testing/property-runs.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { stateOf } from './promotion-rules.ts'
import { wholeOf } from './returned-rules.ts'
import type { ExplainRule } from './explanation-rules.ts'
import type { CancelFigures, CancelPart, ReceiptAsk, SettledReceipt, Totals } from './rules.ts'

const NOW = Date.UTC(2026, 9, 24, 20, 59, 59, 999)
const HOUR = 3_600_000

/** A buyer with some past: gifts, a purchase, perhaps a debt. */
const anyPast = fc.record({
  program: anyProgram,
  promotions: fc.tuple(anyPromotions, anySumCards).map((all) => all.flat()),
  gifts: fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 3 }),
  before: fc.option(anySale),
  spent_and_cancelled: fc.boolean(),
  wait_hours: fc.integer({ min: 0, max: 400 }),
})
type Past = typeof anyPast extends fc.Arbitrary<infer T> ? T : never

function shopWith(past: Past) {
  const { program, promotions, gifts, before, spent_and_cancelled, wait_hours } = past
  const shop = new MemoryShop(program)
  shop.promotions = promotions
  let now = NOW - 401 * HOUR
  for (const gift of gifts) shop.grant(gift, (now += 1))
  if (before) {
    shop.create(before, 0, (now += 1))
    shop.create(before, 0, (now += 1))
    if (spent_and_cancelled && shop.account.balance > 0) {
      shop.withdraw(shop.account.balance, now)
      shop.cancel(0, { kind: 'full' }, now)
    }
  }
  shop.expire(now + wait_hours * HOUR)
  shop.expire(NOW)
  return shop
}

/**
 * What a cancellation must bring back: everything but counters, hashes and the level reached; of
 * promotions, what they promise now.
 */
function owed(shop: MemoryShop) {
  const { balance, debt, turnover, receipts, last_receipt_at, lots } = shop.account
  const today = dayOf(NOW, shop.program.timezone).number
  const promises = shop.promotions.map(({ id, effect }) => {
    const state = stateOf(shop.account, id)
    const within = effect.kind === 'stamp' ? effect.within_days : 0
    const card = livingCard(state?.card ?? newCard, within, today, NOW)
    const { uses, amount } = shop.usage.get(id) ?? { uses: 0, amount: 0 }
    return { id, card, uses_of_buyer: state?.uses ?? [], uses, amount }
  })
  return { balance, debt, turnover, receipts, last_receipt_at, lots, promises }
}

/** The printed order of the steps. */
const stepOf: Record<ExplainRule, number> = {
  till_discount: 1,
  promotion_exhausted: 2,
  promotion_discount: 3,
  promotion_gift: 3,
  level_discount: 3,
  price_floor: 3,
  discount_excluded: 3,
  bonus_limit: 5,
  bonus_spend: 5,
  license_ended: 6,
  accrual_excluded: 6,
  accrual_promoted: 6,
  accrual_min_receipt: 7,
  accrual_bonuses_spent: 7,
  accrual_own_percent: 7,
  accrual_cap: 7,
  accrual: 7,
  promotion_bonuses: 8,
  stamps: 9,
  stamp_gift: 9,
  gift_on_join: 10,
  gift_first_purchase: 10,
  gift_flyer: 10,
  gift_friend: 10,
  gift_birthday: 10,
  debt_repaid: 10,
  cash_rounding: 11,
}

const sumOf = (receipt: SettledReceipt, field: keyof SettledReceipt['lines'][number]) =>
  receipt.lines.reduce((sum, line) => sum + Number(line[field]), 0)

/** Cuts all that a receipt holds into single cancellations, in any order. */
function partsOf(receipt: SettledReceipt, cuts: readonly number[], order: readonly number[]) {
  const parts: { part: CancelPart; key: number }[] = []
  for (const [index, line] of receipt.lines.entries()) {
    const whole = wholeOf(receipt, line)
    const edges = [0, ...cuts.map((cut) => Math.floor((whole * cut) / 1000)), whole]
    edges.sort((a, b) => a - b)
    for (const [at, edge] of edges.entries()) {
      const count = edge - (edges[at - 1] ?? 0)
      if (count === 0) continue
      const part: CancelPart = receipt.bare
        ? { kind: 'amount', amount: count }
        : { kind: 'lines', lines: [{ line: line.line, quantity: count }] }
      parts.push({ part, key: order[(index * 7 + at) % order.length] ?? 0 })
    }
  }
  return parts.toSorted((a, b) => a.key - b.key).map(({ part }) => part)
}

describe('any receipt', () => {
  it('has lines that sum to its header, none under its floor, and no spend above its limit', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(30_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const available = availableOf(shop.account, NOW)
        const { receipt, change, refused } = shop.calculate(sale, spend, NOW)
        const { totals } = receipt
        const summed: (keyof Totals & keyof SettledReceipt['lines'][number])[] = [
          'gross',
          'till_discount',
          'promotion_discount',
          'level_discount',
          'total',
          'bonuses_spent',
          'to_pay',
          'accrual',
          'promotion_accrual',
        ]
        for (const field of summed)
          expect([field, sumOf(receipt, field)]).toEqual([field, totals[field]])
        for (const line of receipt.lines) {
          const after_till = line.gross - line.till_discount
          expect(line.total).toBe(after_till - line.promotion_discount - line.level_discount)
          expect(line.to_pay).toBe(line.total - line.bonuses_spent)
          expect(line.to_pay).toBeGreaterThanOrEqual(line.floor)
          expect(line.floor).toBeGreaterThanOrEqual(Math.min(1, after_till))
          expect(line.accrual).toBeGreaterThanOrEqual(0)
          expect(line.bonuses_spent).toBeGreaterThanOrEqual(0)
        }
        for (const promotion of receipt.promotions) {
          const total = (of: 'discount' | 'bonuses') =>
            promotion.lines.reduce((sum, line) => sum + line[of], 0)
          expect([promotion.discount, promotion.bonuses]).toEqual([
            total('discount'),
            total('bonuses'),
          ])
        }
        const by_promotions = (of: 'discount' | 'bonuses') =>
          receipt.promotions.reduce((sum, promotion) => sum + promotion[of], 0)
        expect(by_promotions('discount')).toBe(totals.promotion_discount)
        expect(by_promotions('bonuses')).toBe(totals.promotion_accrual)
        expect(totals.bonuses_spent).toBeLessThanOrEqual(totals.bonuses_max)
        expect(totals.bonuses_max).toBeLessThanOrEqual(available)
        expect(totals.bonuses_max % shop.program.spend_step).toBe(0)
        expect(totals.bonuses_spent).toBeLessThanOrEqual(spend)
        expect(refused === null).toBe(totals.bonuses_spent === spend)
        expect(Math.abs(totals.rounding)).toBeLessThanOrEqual(shop.program.cash_rounding / 2)
        expect(totals.cash_to_pay % shop.program.cash_rounding).toBe(0)
        expect(change?.account.version).toBe(shop.account.version + 1)
        expect(change?.account.turnover).toBe(shop.account.turnover + totals.to_pay)
      }),
      runs(500),
    )
  })

  it('is never dearer with the card than without, nor with promotions than without', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(30_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const to_pay = (other: Partial<ReceiptAsk>, asked = 0) =>
          shop.calculate(sale, asked, NOW, other).receipt.lines.map((line) => line.to_pay)
        const guest = to_pay({ account: null })
        const plain = to_pay({ promotions: [] })
        const member = to_pay({})
        const spending = to_pay({}, spend)
        for (const [index, price] of guest.entries()) {
          expect(plain[index]).toBeLessThanOrEqual(price)
          expect(member[index]).toBeLessThanOrEqual(plain[index] ?? 0)
          expect(spending[index]).toBeLessThanOrEqual(member[index] ?? 0)
        }
      }),
      runs(500),
    )
  })

  it('earns no less with accrual promotions than without', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(30_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const earned = (types: number[]) => {
          const promotions = shop.promotions.filter(({ type }) => types.includes(type))
          return shop.calculate(sale, spend, NOW, { promotions }).receipt.totals.accrual
        }
        expect(earned([3])).toBeGreaterThanOrEqual(earned([]))
        expect(earned([2, 3])).toBeGreaterThanOrEqual(earned([2]))
      }),
      runs(500),
    )
  })

  it('is explained in the order of the pipeline', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(30_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const { explain } = shop.calculate(sale, spend, NOW).receipt
        const steps = explain.map(({ rule }) => stepOf[rule])
        expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      }),
      runs(300),
    )
  })

  it('can be paid with all that its limit says, and with no step more', () => {
    fc.assert(
      fc.property(anyPast, anySale, (past, sale) => {
        const shop = shopWith(past)
        const { bonuses_max } = shop.calculate(sale, 0, NOW).receipt.totals
        const most = shop.calculate(sale, bonuses_max, NOW)
        expect(most.refused).toBeNull()
        expect(most.receipt.totals).toMatchObject({ bonuses_spent: bonuses_max, bonuses_max })
        const more = shop.calculate(sale, bonuses_max + shop.program.spend_step, NOW)
        expect(more.refused?.params?.reason).toBe(most.receipt.totals.bonuses_max_reason)
        expect(more.receipt.totals).toEqual(most.receipt.totals)
      }),
      runs(300),
    )
  })

  it('is decided alike again, and what was asked is not touched', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(10_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const asked = structuredClone([shop.account, sale, shop.program])
        const first = shop.calculate(sale, spend, NOW)
        expect([shop.account, sale, shop.program]).toEqual(asked)
        expect(shop.calculate(sale, spend, NOW)).toEqual(first)
      }),
      runs(200),
    )
  })
})

describe('any cancellation', () => {
  it('with nothing in between changes nothing of what the buyer is owed', () => {
    fc.assert(
      fc.property(anyPast, anySale, fc.nat(30_000), (past, sale, spend) => {
        const shop = shopWith(past)
        const before = owed(shop)
        shop.create(sale, spend, NOW)
        const decision = shop.cancel(shop.receipts.length - 1, { kind: 'full' }, NOW)
        expect(decision.refused).toBeNull()
        expect(owed(shop)).toEqual(before)
        expect(auditAccount(shop.account, shop.entries)).toEqual([])
      }),
      runs(500),
    )
  })

  it('in parts, in any order, sums to the whole one exactly', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 3 })
    const order = fc.array(fc.nat(1000), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(
        anyPast,
        anySale,
        fc.nat(30_000),
        cuts,
        order,
        (past, sale, spend, cut, sorted) => {
          const shop = shopWith(past)
          const before = owed(shop)
          shop.create(sale, spend, NOW)
          const index = shop.receipts.length - 1
          const receipt = shop.receipts[index]?.receipt
          const whole = shop.estimate(index, { kind: 'full' }, NOW)
          if (!receipt || whole.refused) throw new Error('the receipt cannot be cancelled')
          const sums = { refund_money: 0, refund_cash: 0, bonuses_return: 0, bonuses_withdraw: 0 }
          for (const part of partsOf(receipt, cut, sorted)) {
            const decision = shop.cancel(index, part, NOW)
            if (decision.refused) throw new Error(decision.refused.code)
            for (const field of Object.keys(sums) as (keyof typeof sums)[]) {
              expect(decision.estimate[field]).toBeGreaterThanOrEqual(0)
              sums[field] += decision.estimate[field]
            }
            expectConsistent(decision.estimate)
          }
          expect(whole.estimate).toMatchObject(sums)
          if (receipt.totals.total === 0) return
          expect(owed(shop)).toEqual(before)
          expect(shop.receipts[index]?.returned.whole).toBe(true)
          expect(auditAccount(shop.account, shop.entries)).toEqual([])
        },
      ),
      runs(500),
    )
  })
})

function expectConsistent(estimate: CancelFigures): void {
  expect(
    estimate.bonuses_withdraw_pending +
      estimate.bonuses_withdraw_active +
      estimate.bonuses_already_spent,
  ).toBe(estimate.bonuses_withdraw)
  expect(estimate.available_after + estimate.pending_after).toBe(estimate.balance_after)
  expect(
    estimate.balance_after - estimate.balance_before - (estimate.debt_after - estimate.debt_before),
  ).toBe(
    estimate.bonuses_return -
      estimate.bonuses_return_expired -
      (estimate.bonuses_withdraw - estimate.shop_loss),
  )
}
