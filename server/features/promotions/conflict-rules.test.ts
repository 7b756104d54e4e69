import { expect, test } from 'vitest'
import { conflictsOf } from './conflict-rules.ts'
import type { Promotion } from './rules.ts'
import { plainTerms, termsProblems, type PromotionRules } from './terms-rules.ts'

const { image: _image, ...plain } = plainTerms()
const percent = { kind: 'percent_off', percent: 1000 } as const
const double = { kind: 'multiplier', times: 200 } as const
const made = (id: string, parts: Partial<Promotion>): Promotion =>
  ({ ...plain, id, version: 1, name: id, type: 2, effect: percent, ...parts }) as Promotion
const set = (...categories: string[]) => ({
  products: { all: false as const, barcodes: [], skus: [], categories },
})
const meets = (a: Partial<Promotion>, b: Partial<Promotion>) =>
  conflictsOf(made('a', a), [made('b', b)]).length > 0

test('discounts meet on the same products, and a set names what they share', () => {
  expect(meets({}, {})).toBe(true)
  expect(conflictsOf(made('a', set('кава', 'чай')), [made('b', set('чай'))])[0]?.shared).toEqual([
    'чай',
  ])
  expect(conflictsOf(made('a', set('кава')), [made('b', {})])[0]?.shared).toEqual(['кава'])
  expect(meets(set('кава'), set('чай'))).toBe(false)
})

test('what never works together does not meet: days, weekdays, hours, points, levels', () => {
  expect(meets({ date_to: '2026-11-30' }, { date_from: '2026-12-01' })).toBe(false)
  expect(meets({ weekdays: [1] }, { weekdays: [2] })).toBe(false)
  expect(meets({ pos_ids: ['x'] }, { pos_ids: ['y'] })).toBe(false)
  expect(meets({ levels: [1] }, { levels: [2] })).toBe(false)
  const evening = { time_from: '18:00', time_to: '22:00' }
  expect(meets(evening, { time_from: '22:00', time_to: '02:00' })).toBe(false)
  expect(meets(evening, { time_from: '21:00', time_to: '02:00' })).toBe(true)
  expect(
    meets({ time_from: '23:00', time_to: '03:00' }, { time_from: '01:00', time_to: '05:00' }),
  ).toBe(true)
})

test('stamps stand beside discounts, and two types stand beside each other', () => {
  const stamp = { kind: 'stamp' } as Promotion['effect']
  expect(meets({ effect: stamp } as Partial<Promotion>, {})).toBe(false)
  expect(meets({ type: 3, effect: double }, {})).toBe(false)
})

test('of accruals those meet that change one percent, or share a group', () => {
  const accrual = (parts: Partial<Promotion>) =>
    ({ type: 3, effect: double, ...parts }) as Partial<Promotion>
  const fixed = { kind: 'fixed_bonus', amount: 500 } as const
  expect(meets(accrual({}), accrual({}))).toBe(true)
  expect(meets(accrual({ stackable: true }), accrual({ stackable: true }))).toBe(false)
  expect(meets(accrual({ effect: fixed }), accrual({}))).toBe(false)
  const grouped = { effect: fixed, exclusive_group: 'осінь' }
  expect(meets(accrual(grouped), accrual({ exclusive_group: 'осінь' }))).toBe(true)
})

test('terms that cannot be are named field by field', () => {
  const shop = { pos_ids: new Set(['x']), levels: new Set([1]) }
  const rules = (parts: object) =>
    ({ ...plainTerms(), effect: percent, ...parts }) as PromotionRules
  expect(termsProblems(2, rules({ pos_ids: ['x'], levels: [1] }), shop)).toEqual([])
  const wrong = { time_to: '10:00', levels: [2], effect: double }
  expect(termsProblems(2, rules(wrong), shop).map(({ path, code }) => `${path} ${code}`)).toEqual([
    'effect.kind wrong_effect',
    'time_from time_incomplete',
    'levels not_ours',
  ])
  const same = { time_from: '10:00', time_to: '10:00' }
  expect(termsProblems(2, rules(same), shop)[0]?.code).toBe('same_time')
})

test('a promotion does not meet itself, and each it meets is named with its end', () => {
  const end = { date_to: '2026-11-30' }
  const others = [made('a', {}), made('b', end), made('c', { weekdays: [1] })]
  expect(conflictsOf(made('a', { weekdays: [2] }), others)).toEqual([
    { promotion_id: 'b', name: 'b', date_to: '2026-11-30', shared: [] },
  ])
})

test('days meet on a common day, whichever of the two is told first', () => {
  const until = { date_to: '2026-11-30' }
  const from = (date_from: string) => ({ date_from })
  for (const [a, b] of [
    [until, from('2026-11-30')],
    [from('2026-11-30'), until],
  ] as const) {
    expect(meets(a, b)).toBe(true)
  }
  expect(meets(from('2026-12-01'), until)).toBe(false)
  expect(meets(until, {})).toBe(true)
  expect(meets({}, until)).toBe(true)
  expect(meets(from('2026-12-01'), {})).toBe(true)
})

test('lists meet where they share one, and an empty list is all', () => {
  expect(meets({ weekdays: [1, 2] }, { weekdays: [2, 3] })).toBe(true)
  expect(meets({ weekdays: [1] }, {})).toBe(true)
  expect(meets({}, { weekdays: [1] })).toBe(true)
  expect(meets({ pos_ids: ['x'] }, { pos_ids: ['y', 'x'] })).toBe(true)
  expect(meets({ levels: [1, 2] }, { levels: [2] })).toBe(true)
})

test('hours meet where they overlap, not where one begins as the other ends', () => {
  const hours = (time_from: string, time_to: string) => ({ time_from, time_to })
  expect(meets(hours('09:00', '12:00'), hours('12:00', '15:00'))).toBe(false)
  expect(meets(hours('12:00', '15:00'), hours('09:00', '12:00'))).toBe(false)
  expect(meets(hours('09:00', '12:01'), hours('12:00', '15:00'))).toBe(true)
  expect(meets(hours('09:00', '12:00'), {})).toBe(true)
  expect(meets({}, hours('22:00', '02:00'))).toBe(true)
  expect(meets(hours('22:00', '02:00'), hours('01:00', '03:00'))).toBe(true)
  expect(meets(hours('22:00', '02:00'), hours('02:00', '22:00'))).toBe(false)
})

test('sets share what both name, by category, barcode or article', () => {
  const of = (parts: object) => ({
    products: { ...set('кава').products, categories: [], ...parts },
  })
  const shared = (a: object, b: object) => conflictsOf(made('a', a), [made('b', b)])[0]?.shared
  expect(shared(of({ barcodes: ['1', '2'] }), of({ barcodes: ['2'] }))).toEqual(['2'])
  expect(shared(of({ skus: ['A'] }), of({ skus: ['A', 'B'] }))).toEqual(['A'])
  expect(shared(of({ skus: ['A'] }), {})).toEqual(['A'])
  expect(shared({}, of({ barcodes: ['1'] }))).toEqual(['1'])
  expect(shared({}, {})).toEqual([])
})

test('which two compete is told by what they do, in either order', () => {
  const stamp = { effect: { kind: 'stamp' } as Promotion['effect'] } as Partial<Promotion>
  const accrual = (kind: string, parts: object = {}) =>
    ({
      type: 3,
      effect: { kind, times: 200, percent: 1, amount: 1 },
      ...parts,
    }) as Partial<Promotion>
  expect([meets(stamp, {}), meets({}, stamp), meets(stamp, stamp)]).toEqual([false, false, false])
  expect([meets({}, accrual('multiplier')), meets(accrual('multiplier'), {})]).toEqual([
    false,
    false,
  ])
  const grouped = accrual('fixed_bonus', { exclusive_group: 'g' })
  expect(meets({ exclusive_group: 'g' }, grouped)).toBe(false)
  expect(meets(grouped, { exclusive_group: 'g' })).toBe(false)
  expect(meets(grouped, accrual('fixed_bonus', { exclusive_group: 'h' }))).toBe(false)
  expect(meets(accrual('replace_percent'), accrual('multiplier'))).toBe(true)
  expect(meets(accrual('multiplier'), accrual('replace_percent'))).toBe(true)
  expect(meets(accrual('multiplier'), accrual('extra_percent'))).toBe(false)
  expect(meets(accrual('extra_percent'), accrual('multiplier'))).toBe(false)
  expect(meets(accrual('multiplier', { stackable: true }), accrual('multiplier'))).toBe(true)
})
