import { expect, test } from 'vitest'
import { hasAll, placesOf, stemsOf } from './search-words.ts'

const found = (text: string, query: string) => hasAll(text, stemsOf(query))

test('a word is found in another form', () => {
  expect(found('Списані бонуси повертаються покупцеві', 'бонусів')).toBe(true)
  expect(found('Як скасувати чек', 'скасування чека')).toBe(true)
})

test('every word of the query has to be there', () => {
  expect(found('Як скасувати чек', 'чек флаєр')).toBe(false)
})

test('a word is found from its beginning, not in the middle of another', () => {
  expect(found('перечекати', 'чек')).toBe(false)
})

test('case and the look of an apostrophe do not matter', () => {
  expect(found('Звʼязок зник', "ЗВ'ЯЗОК")).toBe(true)
})

test('an empty query finds everything, and signs in it harm nobody', () => {
  expect(found('що завгодно', '')).toBe(true)
  expect(found('що завгодно', ' (*) [')).toBe(true)
})

test('the places are those of whole words', () => {
  const text = 'Чек: два чеки'
  expect(placesOf(text, stemsOf('чеку')).map(([from, to]) => text.slice(from, to))).toEqual([
    'Чек',
    'чеки',
  ])
})
