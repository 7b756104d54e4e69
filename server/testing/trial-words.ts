/**
 * Says which faults a trial injected and what came of them: `annotate` of its test. The report of
 * `npm run torture` shows it beside the trial's name.
 */
export type Tell = (text: string) => Promise<unknown>

/** How soon it was well again, of times in milliseconds. */
export function tellRecovery(times_ms: readonly number[]): string {
  const sorted = times_ms.map((ms) => Math.round(ms)).toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `well again after ${middle} ms (median), ${sorted.at(-1) ?? 0} ms at most`
}
