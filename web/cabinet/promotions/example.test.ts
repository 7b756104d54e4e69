import { expect, test } from 'vitest'
import { exampleOf } from './example.ts'
import { changesOf, newValues, toWire, type Values } from './values.ts'

const of = (parts: Partial<Values>) => exampleOf({ ...newValues('products'), ...parts }, 65, 5)

test('a price is told for as many units as the promotion asks', () => {
  expect(of({ kind: 'percent_off', percent: 25, min_quantity: 2 })).toEqual({
    ...{ key: 'example.price', quantity: 2, before: 130, after: 97.5 },
  })
  expect(of({ kind: 'percent_off', percent: 25, min_amount: 150 })).toMatchObject({
    ...{ quantity: 3, before: 195 },
  })
  expect(of({ kind: 'every_nth_free', nth: 3 })).toMatchObject({ quantity: 3, after: 130 })
  expect(of({ kind: 'fixed_price', amount: 80 })).toMatchObject({ before: 65, after: 65 })
  expect(of({ kind: 'amount_off', amount: 90 })).toMatchObject({ after: 0.01 })
})

test('an accrual is told beside what it would be without', () => {
  expect(of({ kind: 'multiplier', times: 2 })).toMatchObject({ total: 400, before: 20, after: 40 })
  expect(of({ kind: 'replace_percent', percent: 3 })).toMatchObject({ before: 20, after: 20 })
  expect(of({ kind: 'fixed_bonus', amount: 50 })).toMatchObject({ before: 20, after: 70 })
})

test('only what was changed is sent, and an empty limit is none', () => {
  const stored = newValues('stamp')
  expect(changesOf(stored, newValues('stamp'))).toEqual({})
  expect(changesOf({ ...stored, name: 'Кава', budget: 500 }, stored)).toEqual({
    name: 'Кава',
    budget: 500,
  })
  expect(toWire(stored)).toMatchObject({ max_uses_total: null, date_from: null })
})

test('a stamp card by receipts may stamp once a day, one by units may not', () => {
  const stamp = newValues('stamp')
  expect(toWire(stamp)['effect']).toMatchObject({ once_per_day: true, gift: { kind: 'product' } })
  const units = toWire({ ...stamp, count: 'units', gift: 'bonuses', gift_amount: 50 })
  expect(units['effect']).toMatchObject({
    once_per_day: false,
    gift: { kind: 'bonuses', amount: 50 },
  })
})
