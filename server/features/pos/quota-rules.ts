/**
 * How many buyers a till may look up in a window, and how answers tell it: the fields RateLimit and
 * RateLimit-Policy of draft-ietf-httpapi-ratelimit-headers.
 */
import { LOOKUP_WINDOW_SECONDS, LOOKUPS_PER_WINDOW, MISSES_PER_WINDOW } from '#contract/limits.ts'
import type { CashierRole } from '#contract/pos.ts'

export type Quota = 'buyers' | 'unknown-buyers'

/** Different phones in a window; null is any number, for a program sells for a whole chain. */
export const quotaOf = (role: CashierRole, quota: Quota): number | null => {
  if (quota === 'unknown-buyers') return MISSES_PER_WINDOW[role]
  return role === 'integration' ? null : LOOKUPS_PER_WINDOW
}

const policyFor = (role: CashierRole): string =>
  (['buyers', 'unknown-buyers'] as const)
    .flatMap((quota) => {
      const limit = quotaOf(role, quota)
      return limit === null ? [] : [`"${quota}";q=${limit};w=${LOOKUP_WINDOW_SECONDS}`]
    })
    .join(', ')

// Three strings for every answer there will be.
const policies = {
  cashier: policyFor('cashier'),
  senior: policyFor('senior'),
  integration: policyFor('integration'),
}

/** RateLimit-Policy: what holds for this role, whatever was used of it. */
export const policyOf = (role: CashierRole): string => policies[role]

/** One item of RateLimit. */
export const leftItem = (quota: Quota, left: number, seconds: number): string =>
  `"${quota}";r=${left};t=${seconds}`
