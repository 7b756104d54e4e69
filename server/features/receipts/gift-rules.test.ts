import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultProgram } from '#server/features/program/rules.ts'
import { auditAccount } from '#server/testing/audit-account.ts'
import { MemoryShop } from '#server/testing/memory-shop.ts'
import { candidatesOf, flyerWorks, type Giftee } from './gift-offer-rules.ts'
import type { GiftOffer } from './gift-rules.ts'
import { plainLine } from './line-rules.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const offer = (other: Partial<GiftOffer> = {}): GiftOffer => ({
  ...{ gift: 'first_purchase', who: 'hmac', also: [], kind: 'welcome' },
  ...{ rule: 'gift_first_purchase', reward: { amount: 5_000 }, min_receipt: 0 },
  ...{ lifetime_days: 30, flyer: null, inviter_id: null },
  ...other,
})
const anyOffer: fc.Arbitrary<GiftOffer> = fc
  .record({
    reward: fc.oneof(
      fc.record({ amount: fc.integer({ min: 1, max: 20_000 }) }),
      fc.record({ percent: fc.integer({ min: 1, max: 10_000 }) }),
      fc.record({ times: fc.integer({ min: 101, max: 1_000 }) }),
    ),
    min_receipt: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(offer)
const anyOffers = fc
  .array(anyOffer, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((one, index) => ({ ...one, gift: `gift ${index}` })))
const anyLines = fc.array(
  fc
    .record({ price: fc.integer({ min: 1, max: 30_000 }), count: fc.integer({ min: 1, max: 4 }) })
    .map(({ price, count }) => plainLine(price, count * 1000)),
  { minLength: 1, maxLength: 4 },
)
const rounding = fc.constantFrom('whole_down' as const, 'down' as const)

function shopOf(accrual_rounding: 'whole_down' | 'down'): MemoryShop {
  return new MemoryShop({ ...defaultProgram(), accrual_rounding })
}

describe('gifts of any receipt', () => {
  it('are taken back whole, in parts of any order and size, and leave no trace in the balance', () => {
    fc.assert(
      fc.property(
        anyOffers,
        anyLines,
        rounding,
        fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
        (gifts, lines, rounded, order) => {
          const shop = shopOf(rounded)
          const { receipt } = shop.create({ lines }, 0, NOW, { gifts })
          const given = receipt.gifts.reduce((sum, { amount }) => sum + amount, 0)
          expect(receipt.totals.gifts).toBe(given)
          expect(shop.account.balance).toBe(receipt.totals.accrual + given)
          const units = lines.flatMap((line, index) =>
            Array.from({ length: line.quantity / 1000 }, () => index + 1),
          )
          const mixed = units
            .map((line, index) => ({ line, at: order[index] ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
          const over: string[] = []
          let withdrawn = 0
          for (const { line } of mixed) {
            const part = { kind: 'lines' as const, lines: [{ line, quantity: 1000 }] }
            const decision = shop.cancel(0, part, NOW)
            if (decision.refused) throw new Error(decision.refused.code)
            expect(decision.estimate.gifts_withdraw).toBeGreaterThanOrEqual(0)
            withdrawn += decision.estimate.gifts_withdraw
            over.push(...decision.gifts_over.map(({ gift }) => gift))
          }
          expect(withdrawn).toBe(given)
          expect(over.toSorted()).toEqual(receipt.gifts.map(({ gift }) => gift).toSorted())
          expect(shop.account).toMatchObject({ balance: 0, debt: 0, turnover: 0, receipts: 0 })
          expect(auditAccount(shop.account, shop.entries)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  it('are never given below their minimum, nor part of what lines earn', () => {
    fc.assert(
      fc.property(anyOffers, anyLines, rounding, (gifts, lines, rounded) => {
        const { receipt } = shopOf(rounded).calculate({ lines }, 0, NOW, { gifts })
        const plain = shopOf(rounded).calculate({ lines }, 0, NOW).receipt
        expect(receipt.lines).toEqual(plain.lines)
        for (const { min_receipt, amount } of receipt.gifts) {
          expect(receipt.totals.total).toBeGreaterThanOrEqual(min_receipt)
          if (rounded === 'whole_down' && gifts.every((one) => !('amount' in one.reward))) {
            expect(amount % 100).toBe(0)
          }
        }
      }),
    )
  })
})

describe('a gift of a receipt', () => {
  it('waits as long as what the receipt earns, and then lives its own term', () => {
    const program = { ...defaultProgram(), activation_delay_hours: 24 }
    const shop = new MemoryShop(program)
    shop.create({ total: 10_000 }, 0, NOW, { gifts: [offer()] })
    const lot = shop.account.lots.find(({ kind }) => kind === 'welcome')
    expect(lot?.active_from).toBe(NOW + 24 * 3_600_000)
    expect(new Date(lot?.expires_at ?? 0).toISOString()).toBe('2026-12-22T22:00:00.000Z')
  })

  it('is not given where nothing is earned: by discounts alone, or without a license', () => {
    const gifts = [offer()]
    const discounts = new MemoryShop({ ...defaultProgram(), mode: 'discount' })
    expect(discounts.calculate({ total: 10_000 }, 0, NOW, { gifts }).receipt.gifts).toEqual([])
    const ended = new MemoryShop(defaultProgram())
    const ask = { gifts, license: 'ended' as const }
    expect(ended.calculate({ total: 10_000 }, 0, NOW, ask).receipt.gifts).toEqual([])
  })

  it('is left out once its name or its flyer has run out', () => {
    const flyer = { id: 'flyer', code: 'KAVA', max_uses: 1 }
    const shop = new MemoryShop(defaultProgram())
    const settle = (exhausted: string[]) => {
      const ask = { gifts: [offer({ flyer })], exhausted }
      const { receipt, claims } = shop.calculate({ total: 10_000 }, 0, NOW, ask)
      return [receipt.gifts.length, claims.length]
    }
    expect([settle([]), settle(['first_purchase']), settle(['flyer'])]).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('who is offered what', () => {
  const buyer: Giftee = {
    ...{ id: 'buyer', birthday: null, birthday_entered_at: null, joined_at: new Date(NOW) },
    ...{ joined_via: 'till', referred_by: 'friend' },
  }
  const program = {
    ...defaultProgram(),
    welcome: [
      {
        ...{ kind: 'on_join' as const, on: true, amount: 5_000, lifetime_days: 30 },
        when: 'after_first_receipt' as const,
      },
    ],
    referral: { ...defaultProgram().referral, on: true },
  }
  const offered = (of: Giftee, receipts: number) =>
    candidatesOf(program, of, { receipts }, null, NOW).map(({ gift }) => gift)

  it('looks at the first receipt, the way of joining and who invited', () => {
    expect(offered(buyer, 0)).toEqual(['on_join', 'friend'])
    expect(offered(buyer, 1)).toEqual([])
    expect(offered({ ...buyer, joined_via: 'import' }, 0)).toEqual(['friend'])
    expect(offered({ ...buyer, referred_by: 'buyer' }, 0)).toEqual(['on_join'])
  })

  it('takes both days of a flyer whole', () => {
    const flyer = {
      ...{ kind: 'flyer' as const, on: true, id: 'f', code: 'KAVA', amount: 1, lifetime_days: 1 },
      ...{ pos_ids: ['a'], date_from: '2026-11-21', date_to: '2026-11-22', max_uses: null },
    }
    const works = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((day) =>
      flyerWorks(flyer, 'a', day),
    )
    expect(works).toEqual([false, true, true, false])
    expect(flyerWorks(flyer, 'b', '2026-11-21')).toBe(false)
  })
})

describe('what a gift comes to', () => {
  const settled = (other: Partial<GiftOffer>, total = 12_345, whole = false) => {
    const shop = shopOf(whole ? 'whole_down' : 'down')
    return shop.calculate({ total }, 0, NOW, { gifts: [offer(other)] }).receipt
  }
  const amount = (other: Partial<GiftOffer>, total?: number, whole?: boolean) =>
    settled(other, total, whole).gifts[0]?.amount

  it('is a sum, a share of the receipt, or so many times what it earns', () => {
    expect(amount({ reward: { amount: 5_055 } }, 12_345, true)).toBe(5_055)
    expect(amount({ reward: { percent: 1_000 } })).toBe(1_234)
    expect(amount({ reward: { percent: 1_000 } }, 12_345, true)).toBe(1_200)
    // 5 % of 123.45 is 6.17, and twice more of it.
    expect(amount({ reward: { times: 300 } })).toBe(1_234)
    expect(amount({ reward: { times: 300 } }, 12_345, true)).toBe(1_200)
  })

  it('asks for its minimum exactly, and tells itself with its flyer', () => {
    expect(amount({ min_receipt: 12_345 })).toBe(5_000)
    expect(amount({ min_receipt: 12_346 })).toBeUndefined()
    const flyer = { id: 'f', code: 'KAVA', max_uses: 9 }
    const { explain, gifts } = settled({ flyer, rule: 'gift_flyer' })
    const told = explain.find(({ rule }) => rule === 'gift_flyer')
    expect(told).toEqual({
      ...{ line: null, rule: 'gift_flyer', amount: 5_000, params: { code: 'KAVA' } },
    })
    expect(gifts).toMatchObject([{ flyer_id: 'f', in_proportion: false }])
    const plain = settled({}).explain.find(({ rule }) => rule === 'gift_first_purchase')
    expect(plain?.params).toEqual({})
  })

  it('of nothing is no gift, but for a friend whose inviter is still to be rewarded', () => {
    expect(settled({ reward: { amount: 0 } }).gifts).toEqual([])
    const friend = settled({ reward: { amount: 0 }, inviter_id: 'x', rule: 'gift_friend' })
    expect(friend.gifts).toMatchObject([{ amount: 0, inviter_id: 'x' }])
    expect(friend.explain.map(({ rule }) => rule)).not.toContain('gift_friend')
  })

  it('claims one use of its flyer, and a partial return gives it back with the bonuses', () => {
    const shop = shopOf('down')
    const flyer = { id: 'f', code: 'KAVA', max_uses: 9 }
    const gifts = [
      offer({ flyer, gift: 'flyer:f', min_receipt: 6_000 }),
      offer({ gift: 'share', reward: { percent: 1_000 } }),
    ]
    const sale = { lines: [plainLine(5_000, 2000)] }
    expect(shop.calculate(sale, 0, NOW, { gifts }).claims).toEqual([
      {
        ...{ promotion_id: 'f', uses: 1, amount: 5_000, max_uses: 9, budget: null },
        ...{ discount: 0, bonuses: 5_000 },
      },
    ])
    const { receipt } = shop.create(sale, 0, NOW, { gifts })
    expect(receipt.gifts.map((gift) => [gift.amount, gift.in_proportion])).toEqual([
      [5_000, false],
      [1_000, true],
    ])
    const half = { kind: 'lines' as const, lines: [{ line: 1, quantity: 1000 }] }
    const first = shop.cancel(0, half, NOW)
    if (first.refused) throw new Error('refused')
    // Under its minimum the flyer goes back whole; of the share the half goes.
    expect(first.estimate.gifts_withdraw).toBe(5_500)
    expect(first.gifts_over.map(({ gift }) => gift)).toEqual(['flyer:f'])
    expect(first.claims).toEqual([
      {
        ...{ promotion_id: 'f', uses: -1, amount: -5_000, max_uses: null, budget: null },
        ...{ discount: 0, bonuses: -5_000 },
      },
    ])
    const second = shop.cancel(0, half, NOW)
    if (second.refused) throw new Error('refused')
    expect(second.estimate.gifts_withdraw).toBe(500)
    expect(second.gifts_over.map(({ gift }) => gift)).toEqual(['share'])
    expect(second.claims).toEqual([])
  })

  it('stays whole while its minimum stands', () => {
    const shop = shopOf('down')
    const sale = { lines: [plainLine(3_000, 3000)] }
    shop.create(sale, 0, NOW, { gifts: [offer({ min_receipt: 6_000 })] })
    const one = { kind: 'lines' as const, lines: [{ line: 1, quantity: 1000 }] }
    const first = shop.cancel(0, one, NOW)
    const second = shop.cancel(0, one, NOW)
    if (first.refused || second.refused) throw new Error('refused')
    expect([first.estimate.gifts_withdraw, second.estimate.gifts_withdraw]).toEqual([0, 5_000])
  })

  it('lives as the program says of its kind when it has no term of its own', () => {
    const shop = new MemoryShop({ ...defaultProgram(), birthday_lifetime_days: 14 })
    const gifts = [
      offer({ kind: 'birthday', gift: 'birthday:2026', lifetime_days: null }),
      offer({ lifetime_days: 3 }),
    ]
    shop.create({ total: 10_000 }, 0, NOW, { gifts })
    const ends = Object.fromEntries(
      shop.account.lots.map(({ kind, expires_at }) => [
        kind,
        new Date(expires_at ?? 0).toISOString().slice(0, 10),
      ]),
    )
    expect(ends).toMatchObject({ birthday: '2026-12-05', welcome: '2026-11-24' })
  })
})
