import { expect, test } from 'vitest'
import { npsOf, starsOfScore } from './rating-rules.ts'

test('a score comes to stars of the same group', () => {
  const stars = Array.from({ length: 11 }, (_one, score) => starsOfScore(score))
  expect(stars).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
})

test('the score is the share of promoters less that of detractors', () => {
  expect(npsOf({ promoters: 0, passives: 0, detractors: 0 })).toBeNull()
  expect(npsOf({ promoters: 3, passives: 5, detractors: 2 })).toBe(10)
  expect(npsOf({ promoters: 0, passives: 0, detractors: 4 })).toBe(-100)
  expect(npsOf({ promoters: 1, passives: 1, detractors: 1 })).toBe(0)
  expect(npsOf({ promoters: 2, passives: 1, detractors: 0 })).toBe(67)
})
