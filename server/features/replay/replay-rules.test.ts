import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultProgram, type Program } from '#server/features/program/rules.ts'
import type { Promotion } from '#server/features/promotions/rules.ts'
import { accrualPromotion, productPromotion } from '#server/testing/promotions.ts'
import { plainLine } from '#server/features/receipts/line-rules.ts'
import { Replay } from './replay-rules.ts'
import { nothingBefore, type Opening, type PastReceipt, type ReplayFigures } from './rules.ts'
import type { SideFigures, Spending } from './rules.ts'

/** Monday, 7 September 2026, noon in Kyiv. */
const START = Date.UTC(2026, 8, 7, 9)
const DAY = 24 * 3_600_000

const base: Program = { ...defaultProgram(), cash_rounding: 1 }
const [level] = base.levels
if (!level) throw new Error('a ladder is never empty')
/** Percents as people say them. */
const program = (cashback: number, changes: Partial<Program> = {}): Program => ({
  ...base,
  levels: [{ ...level, cashback_percent: cashback * 100 }],
  ...changes,
})
const sold = (
  buyer: string | null,
  day: number,
  hryvnias: number,
  habit: PastReceipt['habit'] = null,
): PastReceipt => ({
  buyer,
  at: START + day * DAY,
  sale: { total: hryvnias * 100 },
  pos_id: null,
  flyer_id: null,
  habit,
})
/** Spent all that could be spent. */
const spender = { spent: 1, max: 1 }

function replay(
  receipts: readonly PastReceipt[],
  today: Program,
  changed: Program,
  spending: Spending = { kind: 'observed' },
  opening?: Opening,
  promotions: readonly Promotion[] = [],
): ReplayFigures {
  const run = new Replay({ today, changed, spending }, promotions)
  for (const receipt of receipts) run.add(receipt, opening && (() => opening))
  const figures = run.finish(START + 89 * DAY)
  if (!figures) throw new Error('nothing was replayed')
  return figures
}

describe('what a changed percent would cost', () => {
  // 1,000 ₴, then 400 ₴ paid with all the bonuses there are, at most the half.
  const receipts = [sold('olha', 0, 1_000), sold('olha', 7, 400, spender), sold(null, 8, 600)]
  const figures = replay(receipts, program(5), program(10))

  test('is the bonuses spent and the discounts, in money and in percent of the turnover', () => {
    // 5 %: 50 earned, 50 spent, 5 % of 350 = 17.5, in whole bonuses 17.
    expect(figures.today).toMatchObject({ accrued: 67_00, spent: 50_00, cost: 50_00 })
    // 10 %: 100 earned, 100 spent, 10 % of 300 = 30.
    expect(figures.changed).toMatchObject({ accrued: 130_00, spent: 100_00, cost: 100_00 })
    // 50 of 2,000 and 100 of 2,000.
    expect(figures.today.cost_percent).toBe(2_50)
    expect(figures.changed.cost_percent).toBe(5_00)
  })

  test('leaves what is still owed aside, as a liability', () => {
    expect(figures.today.liability).toBe(17_00)
    expect(figures.changed.liability).toBe(30_00)
  })

  test('counts sales without a card in the turnover only', () => {
    expect(figures).toMatchObject({
      receipts: 3,
      member_receipts: 2,
      buyers: 1,
      turnover: 2_000_00,
      start_date: '2026-09-07',
      end_date: '2026-09-15',
    })
    // 1,950 ₴ of money by three receipts.
    expect(figures.today.average_paid).toBe(650_00)
  })

  test('comes week by week, from Mondays', () => {
    expect(figures.today.weeks).toEqual([
      week('2026-09-07', { receipts: 1, turnover: 1_000_00, accrued: 50_00 }),
      week('2026-09-14', { receipts: 2, turnover: 1_000_00, accrued: 17_00, spent: 50_00 }),
    ])
  })

  test('is a gain for who gets more', () => {
    // 50 spent and 17 held against 100 spent and 30 held.
    const gain = { buyer: 'olha', receipts: 2, today: 67_00, changed: 130_00 }
    expect(figures).toMatchObject({
      more: { buyers: 1, amount: 63_00 },
      less: { buyers: 0, amount: 0 },
      same: 0,
      winners: [gain],
      losers: [],
    })
  })
})

const week = (monday: string, given: Partial<SideFigures['weeks'][number]>) => ({
  week: monday,
  receipts: 0,
  turnover: 0,
  discounts: 0,
  accrued: 0,
  spent: 0,
  expired: 0,
  ...given,
})

describe('spending', () => {
  const receipts = [1, 2, 3, 4].map((visit) => sold('ivan', visit, 100))

  test('is assumed at every n-th visit when it was not observed', () => {
    const every = { kind: 'every', nth: 2, percent: 10_000 } as const
    const { today } = replay(receipts, program(10), program(10), every)
    // Earned 10, spent them; 10 % of 90 = 9, then 10 more, 19 spent; 10 % of 81 = 8.
    expect(today).toMatchObject({ accrued: 37_00, spent: 29_00, liability: 8_00 })
  })

  test('may be a part of what is possible', () => {
    const half = { kind: 'every', nth: 2, percent: 5_000 } as const
    const { today } = replay(receipts.slice(0, 2), program(10), program(10), half)
    expect(today.spent).toBe(5_00)
  })

  test('follows the habit of the receipt: the same share of what the new rules allow', () => {
    // Really spent a fifth of what could be: 20 of 100.
    const seen = [sold('ivan', 0, 1_000), sold('ivan', 1, 1_000, { spent: 20_00, max: 100_00 })]
    const { today, changed } = replay(seen, program(5), program(10))
    expect(today.spent).toBe(10_00)
    expect(changed.spent).toBe(20_00)
  })
})

test('bonuses that are not spent in time expire, in the week their lot ends', () => {
  const short = program(10, { expiry_days: 10 })
  const { today, changed } = replay([sold('ivan', 0, 1_000)], short, program(10))
  // Until the end of the tenth day after: Thursday, 17 September.
  expect(today.weeks).toEqual([
    week('2026-09-07', { receipts: 1, turnover: 1_000_00, accrued: 100_00 }),
    week('2026-09-14', { expired: 100_00 }),
  ])
  expect(today).toMatchObject({ expired: 100_00, liability: 0, cost: 0 })
  expect(changed).toMatchObject({ expired: 0, liability: 100_00 })
})

test('a level is reached by what was bought before and during the receipts', () => {
  const ladder = program(5, {
    levels: [
      { ...level, cashback_percent: 500 },
      { ...level, number: 2, name: 'Золотий', min_turnover: 2_000_00, cashback_percent: 1_000 },
    ],
  })
  const opening = { ...nothingBefore, turnover: 1_500_00 }
  const receipts = [sold('ivan', 0, 500), sold('ivan', 1, 500)]
  const { changed } = replay(receipts, program(5), ladder, { kind: 'observed' }, opening)
  // 5 % of the first 500, then 10 % of the second.
  expect(changed.accrued).toBe(75_00)
})

test('a window of days forgets what was bought before it', () => {
  const ladder = program(5, {
    level_base: 'rolling_days',
    level_days: 30,
    level_downgrade: 'at_period_end',
    levels: [
      { ...level, cashback_percent: 500 },
      { ...level, number: 2, name: 'Золотий', min_turnover: 1_000_00, cashback_percent: 1_000 },
    ],
  })
  const receipts = [sold('ivan', 0, 1_000), sold('ivan', 10, 100), sold('ivan', 80, 100)]
  const { changed } = replay(receipts, program(5), ladder)
  // 5 % of 1,000; 10 % of 100; 5 % of 100 again.
  expect(changed.accrued).toBe(65_00)
})

test('floors tell what they held back of discounts and of bonuses', () => {
  const discount = program(0, {
    mode: 'both',
    levels: [{ ...level, cashback_percent: 1_000, discount_percent: 2_000 }],
    max_pay_percent: 10_000,
  })
  const lines = [
    { ...plainLine(100_00, 1000), floor: 90_00 },
    { ...plainLine(100_00, 1000), floor: 0 },
  ]
  const receipts = [
    { ...sold('ivan', 0, 0), sale: { lines } },
    { ...sold('ivan', 1, 0, spender), sale: { lines: lines.slice(0, 1) } },
  ]
  const { changed, today } = replay(receipts, program(0), discount)
  // 20 % of each: 10 of 20 held back on the first line, twice. 90 + 80 paid earn 17; the second
  // receipt stands at its floor, so none of the 17 can be spent.
  expect(changed.floors).toEqual({ receipts: 2, lines: 2, discounts: 20_00, bonuses: 17_00 })
  expect(changed.discounts).toBe(40_00)
  expect(today.floors).toEqual({ receipts: 0, lines: 0, discounts: 0, bonuses: 0 })
})

test('who gets less is told with the largest loss first', () => {
  const receipts = [sold('anna', 0, 100), sold('bohdan', 0, 300), sold('vira', 0, 5)]
  const { less, same, losers } = replay(receipts, program(10), program(5))
  expect(less).toEqual({ buyers: 2, amount: 20_00 })
  // Of 5 ₴ neither program gives a whole bonus.
  expect(same).toBe(1)
  expect(losers.map(({ buyer }) => buyer)).toEqual(['bohdan', 'anna'])
})

test('without receipts there is nothing to compare', () => {
  const run = new Replay({ today: base, changed: base, spending: { kind: 'observed' } })
  expect(run.finish(START)).toBeNull()
})

const anyReceipts = fc
  .array(
    fc.record({
      buyer: fc.constantFrom('a', 'b', 'c', null),
      day: fc.integer({ min: 0, max: 88 }),
      total: fc.integer({ min: 1, max: 500_000 }),
      floor: fc.constantFrom(0, 0, 100, 40_000),
      spent: fc.integer({ min: 0, max: 100 }),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all
      .toSorted((a, b) => a.day - b.day)
      .map(({ buyer, day, total, floor, spent }): PastReceipt => ({
        buyer,
        at: START + day * DAY,
        sale: { lines: [{ ...plainLine(total, 1000), floor }] },
        pos_id: null,
        flyer_id: null,
        habit: { spent, max: 100 },
      })),
  )
const anyProgram = fc
  .record({
    cashback: fc.integer({ min: 0, max: 30 }),
    mode: fc.constantFrom('bonus' as const, 'discount' as const, 'both' as const),
    expiry_days: fc.constantFrom(1, 20, 180),
    max_pay_percent: fc.constantFrom(0, 3_000, 10_000),
    discount: fc.integer({ min: 0, max: 30 }),
    level_base: fc.constantFrom(
      'lifetime' as const,
      'rolling_days' as const,
      'calendar_year' as const,
    ),
    activation_delay_hours: fc.constantFrom(0, 48),
  })
  .map(({ cashback, discount, ...changes }) =>
    program(cashback, {
      ...changes,
      levels: [
        { ...level, cashback_percent: cashback * 100, discount_percent: discount * 50 },
        { ...level, number: 2, min_turnover: 300_000, discount_percent: discount * 100 },
      ],
    }),
  )

const someone: Opening = {
  ...nothingBefore,
  giftee: {
    ...{ id: 'x', birthday: null, birthday_entered_at: null, joined_at: new Date(START) },
    ...{ joined_via: 'till', referred_by: null },
  },
}
const first_purchase: Program['welcome'][number] = {
  kind: 'first_purchase',
  on: true,
  reward: 'amount',
  ...{ amount: 40_00, percent: 0, min_receipt: 100_00, lifetime_days: 30 },
}
const promotions = [
  productPromotion({ kind: 'percent_off', percent: 1_000 }, { id: 'p1', budget: 5_000 }),
  accrualPromotion({ kind: 'multiplier', times: 200 }, { id: 'p2', max_uses_total: 3 }),
]

test('promotions work in the days they ran, within their limits and budgets, on both sides', () => {
  const september = { date_from: '2026-09-08', date_to: '2026-09-09' }
  const twice = accrualPromotion({ kind: 'multiplier', times: 200 }, { id: 'a', ...september })
  const sales = [sold('a', 0, 100), sold('a', 1, 100), sold('b', 2, 100), sold('a', 3, 100)]
  const rules = [program(5), program(10), { kind: 'observed' }, undefined] as const
  expect(replay(sales, ...rules, [twice])).toMatchObject({
    today: { accrued: 30_00, promotions: { discounts: 0, bonuses: 10_00 } },
    changed: { accrued: 60_00, promotions: { discounts: 0, bonuses: 20_00 } },
  })
  const once = { ...twice, max_uses_total: 1 }
  expect(replay(sales, ...rules, [once]).today.promotions.bonuses).toBe(5_00)
  const off = productPromotion({ kind: 'percent_off', percent: 1_000 }, { id: 'b', budget: 25_00 })
  expect(replay(sales, ...rules, [off]).today).toMatchObject({
    ...{ discounts: 20_00, cost: 20_00, promotions: { discounts: 20_00, bonuses: 0 } },
  })
})

test('a first purchase is a newcomer’s only, and given once', () => {
  const gifts = program(5, { welcome: [first_purchase] })
  const sales = [sold('a', 0, 50), sold('a', 1, 100), sold('b', 2, 100), sold('b', 3, 100)]
  const given = (opening: Opening) =>
    replay(sales, gifts, gifts, { kind: 'observed' }, opening).today.gifts
  // Of the first receipts one is under the minimum.
  expect(given(someone)).toBe(40_00)
  expect(given({ ...someone, receipts: 3 })).toBe(0)
  expect(given(nothingBefore)).toBe(0)
})

test('for any receipts, unchanged settings make no difference', () => {
  fc.assert(
    fc.property(anyReceipts, anyProgram, (receipts, same) => {
      const figures = replay(receipts, same, same)
      expect(figures.changed).toEqual(figures.today)
      expect(figures).toMatchObject({ winners: [], losers: [], same: figures.buyers })
    }),
  )
})

test('for any receipts and programs the figures agree with each other', () => {
  fc.assert(
    fc.property(anyReceipts, anyProgram, anyProgram, (receipts, today, changed) => {
      const terms = { kind: 'observed' } as const
      const figures = replay(receipts, today, changed, terms, someone, promotions)
      const difference = { more: figures.more.amount, less: figures.less.amount }
      let total_gain = 0
      for (const [sign, side] of [
        [-1, figures.today],
        [1, figures.changed],
      ] as const) {
        const sum = (name: 'turnover' | 'discounts' | 'accrued' | 'spent' | 'expired') =>
          side.weeks.reduce((total, one) => total + one[name], 0)
        expect(sum('turnover')).toBe(figures.turnover)
        for (const name of ['discounts', 'accrued', 'spent', 'expired'] as const) {
          expect(sum(name)).toBe(side[name])
        }
        expect(side.weeks.reduce((total, one) => total + one.receipts, 0)).toBe(figures.receipts)
        expect(side.liability).toBe(side.accrued + side.gifts - side.spent - side.expired)
        expect(side.cost).toBe(side.discounts + side.spent)
        total_gain += sign * (side.cost + side.liability)
      }
      expect(total_gain).toBe(difference.more - difference.less)
      expect(figures.more.buyers + figures.less.buyers + figures.same).toBe(figures.buyers)
    }),
  )
})
