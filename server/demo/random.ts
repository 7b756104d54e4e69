/** Chance that is the same every time: a small generator with a seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** In [0, 1). */
    next,
    /** A whole number in [min, max]. */
    between: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    /** One of a list. */
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}
