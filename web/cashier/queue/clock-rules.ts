/**
 * The clock of a till may be wrong: batteries are empty, zones are set by hand. What counts is the
 * server's clock, so the till remembers how far its own is away, and when it can no longer know.
 * Pure: the device's time is an argument. Decision 0054.
 */

/** `away_ms`: server − device; null: not known. `seen_ms`: the device's clock at the last look. */
export type TillClock = { away_ms: number | null; seen_ms: number }

/** Nearer than this a clock is right: the server tells whole seconds, and calls take their time. */
const RIGHT_MS = 30_000
/** A clock that went back by more was set, or lost its battery: what was known of it is void. */
const BACK_MS = 60_000

export const unknownClock = (device_ms: number): TillClock => ({
  away_ms: null,
  seen_ms: device_ms,
})

/** What is still known when the till looks at its clock again. */
export function seenAgain(clock: TillClock, device_ms: number): TillClock {
  const is_back = device_ms < clock.seen_ms - BACK_MS
  return { away_ms: is_back ? null : clock.away_ms, seen_ms: device_ms }
}

/** The server has told its time. */
export function learned(server_ms: number, device_ms: number): TillClock {
  const away = server_ms - device_ms
  return { away_ms: Math.abs(away) < RIGHT_MS ? 0 : away, seen_ms: device_ms }
}

/** The moment by the server's clock; null while the till cannot know. */
export const momentBy = ({ away_ms }: TillClock, device_ms: number): number | null =>
  away_ms === null ? null : device_ms + away_ms
