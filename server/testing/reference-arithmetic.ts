/**
 * Arithmetic of the reference model: exact fractions, and days by `Intl` and by halving.
 * Shares no code with the rules on purpose.
 */

/** Σ */
export const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
/** a × b ÷ c, rounded down. */
export const floorOf = (a: number, b: number, c: number) =>
  Number((BigInt(a) * BigInt(b)) / BigInt(c))

/** Largest remainder, the first of equals. */
export function share(total: number, weights: bigint[]): number[] {
  const all = weights.reduce((a, b) => a + b, 0n)
  if (total === 0 || all === 0n) return weights.map(() => 0)
  const parts = weights.map((weight) => Number((BigInt(total) * weight) / all))
  const rests = weights.map((weight) => (BigInt(total) * weight) % all)
  while (sum(parts) < total) {
    let best = 0
    for (const [index, rest] of rests.entries()) if (rest > (rests[best] ?? 0n)) best = index
    parts[best] = (parts[best] ?? 0) + 1
    rests[best] = -1n
  }
  return parts
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** `YYYY-MM-DD` of a moment in a zone. */
export function modelDay(at: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(at)
}
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
const starts = new Map<string, number>()
/** The first moment whose local day is `day`, found by halving. */
export function firstMoment(day: string, zone: string): number {
  const known = starts.get(day + zone)
  if (known !== undefined) return known
  let before = Date.parse(`${day}T00:00:00Z`) - 2 * 86_400_000
  let after = before + 4 * 86_400_000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (modelDay(middle, zone) < day) before = middle
    else after = middle
  }
  starts.set(day + zone, after)
  return after
}
export const endOfDay = (at: number, days: number, zone: string) =>
  firstMoment(plusDays(modelDay(at, zone), days + 1), zone)
export function endOfMonth(at: number, months: number, zone: string): number {
  const [year = 0, month = 0] = modelDay(at, zone).split('-').map(Number)
  return firstMoment(
    new Date(Date.UTC(year, month - 1 + months + 1, 1)).toISOString().slice(0, 10),
    zone,
  )
}
