import { expect, test } from 'vitest'
import { chargeAt, noticeDue } from './renewal-rules.ts'

const HOUR_MS = 3_600_000
const end = new Date('2027-01-31T12:00:00Z')
const before = (days: number, ms = 0) => new Date(end.getTime() - days * 24 * HOUR_MS + ms)

test('an owner is told seven, three and one day before the end, by the nearest notice', () => {
  expect(noticeDue(end, before(7, -1))).toBeUndefined()
  expect([noticeDue(end, before(7)), noticeDue(end, before(3, -1))]).toEqual([7, 7])
  expect([noticeDue(end, before(3)), noticeDue(end, before(1, -1))]).toEqual([3, 3])
  expect([noticeDue(end, before(1)), noticeDue(end, before(0, -1))]).toEqual([1, 1])
  expect(noticeDue(end, end)).toBeUndefined()
})

test('a renewal is charged a day before the end, then daily to the last hour of the grace', () => {
  expect([0, 1, 2, 3, 4].map((failed) => chargeAt(end, failed))).toEqual([
    before(1),
    before(0),
    before(-1),
    before(-2),
    before(-3, -HOUR_MS),
  ])
  expect(chargeAt(end, 5)).toBeNull()
})
