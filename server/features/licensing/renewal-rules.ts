/**
 * When a renewal is charged, tried again and given up.
 *
 * A day before the end, so that a hiccup is over before anything stops; then once a day to the end
 * of the grace. A license that could not be charged until then renews no more.
 */
const DAY_MS = 24 * 60 * 60 * 1000
/** −1 day, the end itself, +1, +2, and the last hours of the grace. */
const OFFSETS_MS = [-DAY_MS, 0, DAY_MS, 2 * DAY_MS, 3 * DAY_MS - 60 * 60 * 1000]

/** When to make the charge after `failed` failed ones; null when that was the last. */
export function chargeAt(expires_at: Date, failed: number): Date | null {
  const offset = OFFSETS_MS[failed]
  return offset === undefined ? null : new Date(expires_at.getTime() + offset)
}

/** Days before an end at which its owner is told. */
export const NOTICE_DAYS = [7, 3, 1] as const

/** Which of the notices is due: the nearest one that its moment has come for. */
export function noticeDue(expires_at: Date, now: Date): (typeof NOTICE_DAYS)[number] | undefined {
  const left = expires_at.getTime() - now.getTime()
  if (left <= 0) return undefined
  return NOTICE_DAYS.findLast((days) => left <= days * DAY_MS)
}
