import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  askOf,
  defaults,
  fieldError,
  fields,
  parseNumber,
  readState,
  writeState,
} from './profit-state.ts'

test('the defaults leave the address bare', () => {
  expect(writeState(readState({}))).toBe('')
  expect(askOf(readState({}))).toMatchObject({ cost: 100, markup: 0.4, max: 0.1, cap: 1 })
})

test('what is in the address comes back from it', () => {
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(fields.map((key) => [key, fc.string({ maxLength: 8 })]))),
      fc.boolean(),
      (typed, money_only) => {
        const state = { ...defaults, ...typed, money_only }
        const query = Object.fromEntries(new URLSearchParams(writeState(state)))
        expect(readState(query)).toEqual(state)
      },
    ),
  )
})

test('numbers are read as people write them', () => {
  expect(parseNumber('1 250,5')).toBe(1250.5)
  expect(parseNumber('0.1')).toBe(0.1)
  for (const wrong of ['', '-1', '1e3', '12a', '1,2,3']) expect(parseNumber(wrong)).toBeNaN()
})

test('a wrong field has its hint, and there is no answer', () => {
  expect(fieldError('cost', '0')).toBe('error.cost')
  expect(fieldError('markup', '0')).toBeUndefined()
  expect(fieldError('discount', '101')).toBe('error.percent')
  expect(askOf({ ...readState({}), cost: '' })).toBeUndefined()
})
