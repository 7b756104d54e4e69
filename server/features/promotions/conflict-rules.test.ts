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
