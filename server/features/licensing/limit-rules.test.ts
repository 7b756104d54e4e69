import { expect, test } from 'vitest'
import { limitOf, type LimitedLicense } from './limit-rules.ts'

const now = new Date('2027-01-01T12:00:00Z')
const day = (count: number) => new Date(now.getTime() + count * 86_400_000)
const small = { pos: 1, cashiers: 5, buyers: 1000, messages: 3000, bots: 1 }
const license = (over: Partial<LimitedLicense> = {}): LimitedLicense => ({
  ...{ status: 'active', starts_at: day(-10), expires_at: day(10), limits: small },
  ...over,
})

test('the limits of licenses add up; the trial and «no limit» lift them', () => {
  expect(limitOf([license()], 'pos', now)).toBe(1)
  expect(limitOf([license(), license()], 'cashiers', now)).toBe(10)
  expect(limitOf([license(), license({ limits: { ...small, pos: null } })], 'pos', now)).toBeNull()
  expect(limitOf([license({ status: 'trial', limits: null })], 'bots', now)).toBeNull()
})

test('a license counts to the end of its grace and not before it began', () => {
  const ended = (days: number) => license({ expires_at: day(-days) })
  expect(limitOf([ended(2)], 'messages', now)).toBe(3000)
  expect(limitOf([ended(4)], 'messages', now)).toBe(0)
  expect(limitOf([license({ starts_at: day(1) })], 'bots', now)).toBe(0)
})

test('without a license setting up is free, and messages and bots are none', () => {
  expect(limitOf([], 'pos', now)).toBeNull()
  expect(limitOf([], 'buyers', now)).toBeNull()
  expect([limitOf([], 'messages', now), limitOf([], 'bots', now)]).toEqual([0, 0])
})
