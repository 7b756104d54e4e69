/**
 * Memory of answers that never change, apart for each time zone. It changes no answer, only how
 * often it is worked out; a zone with too many is forgotten whole, so that memory stays bounded.
 */

/** `find` with a memory of `most` answers for each zone. */
export function remembering<T extends {} | null>(
  most: number,
  find: (key: number, timezone: string) => T,
): (key: number, timezone: string) => T {
  const zones = new Map<string, Map<number, T>>()
  return (key, timezone) => {
    let zone = zones.get(timezone)
    if (!zone) zones.set(timezone, (zone = new Map()))
    const known = zone.get(key)
    if (known !== undefined) return known
    const found = find(key, timezone)
    if (zone.size >= most) zone.clear()
    zone.set(key, found)
    return found
  }
}
