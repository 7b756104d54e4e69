/**
 * What a license allows at a moment.
 *
 * Invariant: buyers are not punished for a shop that did not pay. After the end come three days in
 * which nothing changes, then thirty in which bonuses can be spent but none are earned.
 * Source: spec/engine.md "Receipt life"; design/screens.md §5.16.
 */
import type { LicenseState, LicenseStatus } from '#contract/licensing.ts'

const GRACE_DAYS = 3
const SPEND_ONLY_DAYS = 30

const DAY_MS = 24 * 60 * 60 * 1000

/** What is stored of a license; the rest follows from the time. */
export type StoredLicense = {
  status: 'trial' | 'created' | 'awaiting_payment' | 'active' | 'cancelled'
  starts_at: Date
  expires_at: Date
}

/**
 * What a till may do under `license` at `now`: `active` and `grace` everything, `spend_only`
 * spend without earning, `none` nothing new. Never paid for, or absent, is `none`.
 * The end itself is outside: a license that expires at noon no longer covers noon.
 */
export function licenseStateAt(license: StoredLicense | null | undefined, now: Date): LicenseState {
  if (!license || !wasGranted(license) || now < license.starts_at) return 'none'
  const over_ms = now.getTime() - license.expires_at.getTime()
  if (over_ms < 0) return 'active'
  if (over_ms < GRACE_DAYS * DAY_MS) return 'grace'
  return over_ms < (GRACE_DAYS + SPEND_ONLY_DAYS) * DAY_MS ? 'spend_only' : 'none'
}

/** How the owner is told of it: an ended license is past due in the grace and expired after. */
export function licenseStatusAt(license: StoredLicense, now: Date): LicenseStatus {
  if (!wasGranted(license) || now < license.expires_at) return license.status
  return licenseStateAt(license, now) === 'grace' ? 'past_due' : 'expired'
}

/** The end of `days` days from `start`, to the same time of day in UTC. */
export function daysAfter(start: Date, days: number): Date {
  return new Date(start.getTime() + days * DAY_MS)
}

const wasGranted = ({ status }: StoredLicense) =>
  status === 'trial' || status === 'active' || status === 'cancelled'
