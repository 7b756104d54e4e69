import { expect, test } from 'vitest'
import { nameCountries } from './rules.ts'

const codes = ['PL', 'UA', 'AT'].map((code) => ({ code }))

test('countries are named in the reader’s language and sorted by its alphabet, Ukraine first', () => {
  expect(nameCountries(codes, 'uk').map(({ name }) => name)).toEqual([
    'Україна',
    'Австрія',
    'Польща',
  ])
  expect(nameCountries(codes, 'en').map(({ name }) => name)).toEqual([
    'Ukraine',
    'Austria',
    'Poland',
  ])
})

test('a code that is no country is called by its code', () => {
  expect(nameCountries([{ code: 'QX' }], 'en')).toEqual([{ code: 'QX', name: 'QX' }])
})
