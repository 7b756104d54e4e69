/**
 * What the licenses of an organization allow together.
 *
 * The limits of the licenses that hold now add up, as their prices do; the trial allows everything.
 * Without any license nothing is limited here: nothing is served either (`licenseStateAt`), and
 * setting up beforehand harms nobody. Messages and bots are served by no till, so they need a
 * license.
 */
import type { Feature, Limits } from '#contract/licensing.ts'
import { licenseStateAt, type StoredLicense } from './rules.ts'

export type LimitKind = keyof Limits

/** A license with the limits of its tariff; null for the trial. */
export type LimitedLicense = StoredLicense & { limits: Limits | null }

/** The most there may be of `kind`; null is no limit. */
export function limitOf(
  licenses: readonly LimitedLicense[],
  kind: LimitKind,
  now: Date,
): number | null {
  const holding = licenses.filter((license) => holds(license, now))
  if (holding.length === 0) return kind === 'messages' || kind === 'bots' ? 0 : null
  let together = 0
  for (const { limits } of holding) {
    const limit = limits === null ? null : limits[kind]
    if (limit === null) return null
    together += limit
  }
  return together
}

/** Whether any license that holds now includes `feature`; the trial, null, includes all. */
export function includesFeature(
  licenses: readonly (StoredLicense & { features: readonly Feature[] | null })[],
  feature: Feature,
  now: Date,
): boolean {
  const holding = licenses.filter((license) => holds(license, now))
  if (holding.length === 0) return true
  return holding.some(({ features }) => features === null || features.includes(feature))
}

function holds(license: StoredLicense, now: Date): boolean {
  const state = licenseStateAt(license, now)
  return state === 'active' || state === 'grace'
}
