/** Random histories of a buyer as HTTP calls make them, for the trial against the reference model. */
import fc from 'fast-check'
import type { Program } from '#server/features/program/rules.ts'
import { anyProgram } from './histories.ts'
import type { ModelSale } from './reference-model.ts'

/** Lines of this category neither earn nor are paid with bonuses. */
export const EXCLUDED = 'алкоголь'

export type TrialSale =
  | { total: number }
  | { lines: { price: number; quantity: number; till_discount: number; excluded: boolean }[] }

/** One call, or a few that belong together. Choices are fractions, so that any history can be played. */
export type Step =
  | {
      does: 'buys'
      sale: TrialSale
      spend: number | 'max'
      /** Creates the draft that calculate kept, brings its own id, or names the buyer by a code. */
      by: 'draft' | 'own_id' | 'code'
      /** Tries to spend more than there may be, first. */
      greedy: boolean
    }
  | { does: 'sells to nobody'; total: number }
  | { does: 'repeats'; which: number; twisted: boolean }
  | {
      does: 'cancels'
      which: number
      how: 'full' | 'part'
      parts: number[]
      through: 'till' | 'owner'
      again: boolean
    }
  | { does: 'cancels nobody’s'; which: number; part: number | null }
  | { does: 'is given'; amount: number; again: boolean }
  | { does: 'loses'; part: number }
  | { does: 'is compensated'; amount: number }
  | { does: 'changes settings'; program: Settings; keep_levels: boolean }
export const kinds: Step['does'][] = [
  'buys',
  'sells to nobody',
  'repeats',
  'cancels',
  'cancels nobody’s',
  'is given',
  'loses',
  'is compensated',
  'changes settings',
]

/** What an owner may set of a program; the zone is the shop's. */
export type Settings = Omit<Program, 'timezone' | 'version' | 'currency'>
export type History = { settings: Settings; steps: Step[] }
/** Histories that live through the same time: how long each step comes after the one before. */
export type Times = { waits: number[]; nightly: boolean[] }

const DAY = 86_400_000
export const STEPS_MAX = 60

const line = fc
  .record({
    price: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 100, max: 50_000 })),
    quantity: fc.oneof(
      fc.constant(1000),
      fc.integer({ min: 1, max: 5 }).map((count) => count * 1000),
      fc.integer({ min: 1, max: 3500 }),
    ),
    discount: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 100 })),
    excluded: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
  })
  .map(({ discount, ...rest }) => {
    const gross = Math.floor((rest.price * rest.quantity + 500) / 1000)
    return { ...rest, till_discount: Math.floor((gross * discount) / 100) }
  })
const sale: fc.Arbitrary<TrialSale> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ total: fc.integer({ min: 1, max: 200_000 }) }) },
)
const settings = anyProgram.map(
  ({ timezone: _zone, version: _version, currency: _currency, ...rest }): Settings => rest,
)
const seldom = fc.integer({ min: 0, max: 4 }).map((n) => n === 0)
const some = <T extends object>(does: Step['does'], weight: number, rest: fc.Arbitrary<T>) => ({
  weight,
  arbitrary: rest.map((more) => ({ does, ...more }) as unknown as Step),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  some(
    'buys',
    12,
    fc.record({
      sale,
      spend: fc.oneof(
        fc.constant(0),
        fc.constant('max' as const),
        fc.integer({ min: 1, max: 20_000 }),
      ),
      by: fc.constantFrom('draft', 'draft', 'own_id', 'own_id', 'code'),
      greedy: seldom,
    }),
  ),
  some('sells to nobody', 2, fc.record({ total: fc.integer({ min: 1, max: 100_000 }) })),
  some('repeats', 2, fc.record({ which: fc.nat(100), twisted: seldom })),
  some(
    'cancels',
    7,
    fc.record({
      which: fc.nat(100),
      how: fc.constantFrom('full', 'part', 'part'),
      parts: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 5, maxLength: 5 }),
      through: fc.constantFrom('till', 'owner'),
      again: seldom,
    }),
  ),
  some(
    'cancels nobody’s',
    2,
    fc.record({ which: fc.nat(100), part: fc.option(fc.integer({ min: 1, max: 1000 })) }),
  ),
  some('is given', 3, fc.record({ amount: fc.integer({ min: 1, max: 10_000 }), again: seldom })),
  some('loses', 2, fc.record({ part: fc.integer({ min: 0, max: 1100 }) })),
  some('is compensated', 1, fc.record({ amount: fc.integer({ min: 1, max: 5_000 }) })),
  some('changes settings', 1, fc.record({ program: settings, keep_levels: fc.boolean() })),
)

export const historyOf = (steps_max: number): fc.Arbitrary<History> =>
  fc.record({
    settings,
    steps: fc.array(step, { minLength: 1, maxLength: steps_max, size: 'max' }),
  })

/** Mostly a minute, sometimes days, rarely most of a year. */
const wait = fc.oneof(
  { weight: 14, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 600 }).map((n) => n * 60_000) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 40 }).map((n) => n * DAY) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 400 }).map((n) => n * DAY) },
)
export const anyTimes: fc.Arbitrary<Times> = fc.record({
  waits: fc.array(wait, { minLength: STEPS_MAX, maxLength: STEPS_MAX, size: 'max' }),
  nightly: fc.array(seldom, { minLength: STEPS_MAX, maxLength: STEPS_MAX, size: 'max' }),
})

/** The sale as the model reads it. */
export function modelSaleOf(sale: TrialSale): ModelSale {
  const lines = 'total' in sale ? [{ ...wholeLine, price: sale.total }] : sale.lines
  return {
    bare: 'total' in sale,
    lines: lines.map(({ price, quantity, till_discount, excluded }) => ({
      price,
      quantity,
      barcode: null,
      sku: null,
      category: null,
      till_discount,
      floor: 0,
      exclude_discount: false,
      exclude_accrual: excluded,
      exclude_spend: excluded,
      accrual_percent: null,
    })),
  }
}
const wholeLine = { quantity: 1000, till_discount: 0, excluded: false }

/** The sale as it is sent. */
export function bodyOf(sale: TrialSale): object {
  if ('total' in sale) return { total: sale.total / 100 }
  return {
    products: sale.lines.map(({ price, quantity, till_discount, excluded }) => ({
      price: price / 100,
      quantity: quantity / 1000,
      discount_amount: till_discount / 100,
      ...(excluded && { category: 'Алкоголь' }),
    })),
  }
}

/** The bonus settings as they are sent; levels of these numbers stay themselves. */
export function bonusesOf(settings: Settings, numbers: readonly number[]): object {
  const money = (amount: number | null) => (amount === null ? null : amount / 100)
  return {
    level_base: settings.level_base,
    level_days: settings.level_days,
    level_downgrade: settings.level_downgrade,
    accrue_on: settings.accrue_on,
    accrue_when_bonuses_spent: settings.accrue_when_bonuses_spent,
    accrual_rounding: settings.accrual_rounding,
    min_receipt_for_accrual: money(settings.min_receipt_for_accrual),
    max_accrual_per_receipt: money(settings.max_accrual_per_receipt),
    activation_delay_hours: settings.activation_delay_hours,
    expiry_mode: settings.expiry_mode,
    expiry_days: settings.expiry_days,
    expiry_months: settings.expiry_months,
    manual_lifetime_days: settings.manual_lifetime_days,
    max_pay_percent: money(settings.max_pay_percent),
    min_receipt_for_spend: money(settings.min_receipt_for_spend),
    spend_step: money(settings.spend_step),
    return_policy: settings.return_policy,
    restore_grace_days: settings.restore_grace_days,
    excluded_categories: [EXCLUDED],
    accrue_on_promoted: settings.accrue_on_promoted,
    spend_on_promoted: settings.spend_on_promoted,
    levels: settings.levels.map((level, index) => ({
      ...(numbers[index] !== undefined && { number: numbers[index] }),
      name: level.name,
      min_turnover: money(level.min_turnover),
      cashback_percent: money(level.cashback_percent),
      discount_percent: money(level.discount_percent),
      max_pay_percent: money(level.max_pay_percent),
    })),
  }
}
