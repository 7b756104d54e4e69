import { expect, test } from 'vitest'
import { daysAfter, licenseStateAt, licenseStatusAt, type StoredLicense } from './rules.ts'

const starts_at = new Date('2026-03-01T12:00:00Z')
const expires_at = new Date('2026-04-01T12:00:00Z')
const active: StoredLicense = { status: 'active', starts_at, expires_at }
const after = (days: number, ms = 0) => new Date(daysAfter(expires_at, days).getTime() + ms)

test('a license covers its time from the first moment to just before the last', () => {
  expect(licenseStateAt(active, new Date(starts_at.getTime() - 1))).toBe('none')
  expect(licenseStateAt(active, starts_at)).toBe('active')
  expect(licenseStateAt(active, after(0, -1))).toBe('active')
})

test('for three days after its end nothing changes', () => {
  expect(licenseStateAt(active, after(0))).toBe('grace')
  expect(licenseStateAt(active, after(3, -1))).toBe('grace')
})

test('for thirty days more bonuses are spent but not earned, then nothing works', () => {
  expect(licenseStateAt(active, after(3))).toBe('spend_only')
  expect(licenseStateAt(active, after(33, -1))).toBe('spend_only')
  expect(licenseStateAt(active, after(33))).toBe('none')
})

test('a trial and a cancelled renewal cover their time like a paid one', () => {
  for (const status of ['trial', 'cancelled'] as const) {
    expect(licenseStateAt({ ...active, status }, starts_at)).toBe('active')
  }
})

test('a license that was never paid for covers nothing, and neither does none', () => {
  for (const status of ['created', 'awaiting_payment'] as const) {
    expect(licenseStateAt({ ...active, status }, starts_at)).toBe('none')
    expect(licenseStatusAt({ ...active, status }, after(90))).toBe(status)
  }
  expect(licenseStateAt(null, starts_at)).toBe('none')
})

test('the owner reads past due in the grace and expired afterwards', () => {
  expect(licenseStatusAt({ ...active, status: 'trial' }, after(0, -1))).toBe('trial')
  expect(licenseStatusAt({ ...active, status: 'trial' }, after(0))).toBe('past_due')
  expect(licenseStatusAt(active, after(3))).toBe('expired')
  expect(licenseStatusAt({ ...active, status: 'cancelled' }, after(0, -1))).toBe('cancelled')
})
