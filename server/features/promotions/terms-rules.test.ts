import { describe, expect, it } from 'vitest'
import {
  plainTerms,
  termsProblems,
  tidyRules,
  type Effect,
  type PromotionRules,
} from './terms-rules.ts'

const shop = { pos_ids: new Set(['x', 'y']), levels: new Set([1, 2]) }
const effect: Effect = { kind: 'percent_off', percent: 1_000 }
const rules = (parts: Partial<PromotionRules>): PromotionRules => ({
  ...plainTerms(),
  effect,
  ...parts,
})
const wrong = (parts: Partial<PromotionRules>, type: 2 | 3 = 2) =>
  termsProblems(type, rules(parts), shop).map(({ path, code }) => `${path} ${code}`)
const set = (parts: object) => ({
  all: false as const,
  barcodes: [],
  skus: [],
  categories: [],
  ...parts,
})

describe('a promotion of which nothing was said', () => {
  it('is for everybody, always, on everything, without a limit', () => {
    expect(plainTerms()).toEqual({
      image: null,
      date_from: null,
      date_to: null,
      weekdays: [],
      time_from: null,
      time_to: null,
      pos_ids: [],
      levels: [],
      segment_id: null,
      first_purchase_only: false,
      min_receipt_amount: 0,
      products: { all: true },
      min_quantity: 0,
      min_amount: 0,
      max_uses_total: null,
      max_uses_per_buyer: null,
      per_buyer_period: 'ever',
      budget: null,
      priority: 0,
      stackable: false,
      exclusive_group: null,
      bonus_lifetime_days: null,
    })
    expect(wrong({})).toEqual([])
  })
})

describe('an effect', () => {
  const kinds = {
    2: [
      effect,
      { kind: 'amount_off', amount: 1 },
      { kind: 'fixed_price', price: 1 },
      { kind: 'every_nth_free', nth: 2 },
      { kind: 'cheapest_free', nth: 2 },
      { kind: 'bonus_per_unit', amount: 1 },
      {
        ...{ kind: 'stamp', count: 'receipts', goal: 6, within_days: 0, gift: { kind: 'product' } },
        ...{ gift_days: 0, once_per_day: false, repeat: true },
      },
    ],
    3: [
      { kind: 'multiplier', times: 200 },
      { kind: 'extra_percent', percent: 100 },
      { kind: 'fixed_bonus', amount: 1 },
      { kind: 'replace_percent', percent: 100 },
    ],
  } as { 2: Effect[]; 3: Effect[] }

  it.each([2, 3] as const)('belongs to type %d or is refused', (type) => {
    for (const one of kinds[type]) {
      expect(wrong({ effect: one }, type)).toEqual([])
      expect(wrong({ effect: one }, type === 2 ? 3 : 2)).toEqual(['effect.kind wrong_effect'])
    }
  })
})

describe('days and hours', () => {
  it('may be one day, and may be open at either end', () => {
    expect(wrong({ date_from: '2026-11-21', date_to: '2026-11-21' })).toEqual([])
    expect(wrong({ date_from: '2026-11-21' })).toEqual([])
    expect(wrong({ date_to: '2026-11-21' })).toEqual([])
    expect(wrong({ date_from: '2026-11-21', date_to: '2026-11-20' })).toEqual([
      'date_to end_before_start',
    ])
  })

  it('of one clock time are none, half told are not enough, past midnight are fine', () => {
    expect(wrong({ time_from: '22:00', time_to: '02:00' })).toEqual([])
    expect(wrong({ time_from: '10:00' })).toEqual(['time_to time_incomplete'])
    expect(wrong({ time_to: '10:00' })).toEqual(['time_from time_incomplete'])
    expect(wrong({ time_from: '10:00', time_to: '10:00' })).toEqual(['time_to same_time'])
  })
})

describe('what a promotion names', () => {
  it('must be there: products of some kind, own points, own levels', () => {
    expect(wrong({ products: set({}) })).toEqual(['products products_empty'])
    for (const list of ['barcodes', 'skus', 'categories']) {
      expect(wrong({ products: set({ [list]: ['a'] }) })).toEqual([])
    }
    expect(wrong({ pos_ids: ['x', 'y'], levels: [1, 2] })).toEqual([])
    expect(wrong({ pos_ids: ['x', 'z'], levels: [1, 3] })).toEqual([
      'pos_ids not_ours',
      'levels not_ours',
    ])
  })

  it('is kept once and in order, categories in lower case as receipts compare them', () => {
    const tidy = tidyRules(
      rules({
        weekdays: [5, 1, 5],
        pos_ids: ['y', 'x', 'y'],
        levels: [10, 2, 10],
        products: set({
          barcodes: ['1', '1'],
          skus: ['A', 'A', 'b'],
          categories: ['Кава', 'кава'],
        }),
      }),
    )
    expect(tidy).toMatchObject({
      weekdays: [1, 5],
      pos_ids: ['y', 'x'],
      levels: [2, 10],
      products: { all: false, barcodes: ['1'], skus: ['A', 'b'], categories: ['кава'] },
    })
    expect(tidyRules(rules({})).products).toEqual({ all: true })
  })
})
