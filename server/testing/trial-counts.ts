/**
 * How much a trial does: `quick` while it is being written, `everyday` in `npm test`, `release`
 * before a release (bar.md "Nothing lost, nothing doubled"). VERTA_TRIALS chooses.
 */
export type Counts = { quick: number; everyday: number; release: number }

/** The count of this run. */
export function countOf(counts: Counts): number {
  const tier = process.env['VERTA_TRIALS'] ?? 'everyday'
  return Object.hasOwn(counts, tier) ? counts[tier as keyof Counts] : counts.everyday
}

/** Longest that a trial of any count may take; the runner's own limit is for tests. */
export const TRIAL_MS = countOf({ quick: 30, everyday: 30, release: 360 }) * 60_000
