/** What the charts share: round marks, quiet axes, nothing that moves. */

/** Four round marks from zero up; returns of a bad day may dip under without a mark of their own. */
export function roundScale(values: (number | null)[]) {
  const known = values.filter((value) => value !== null)
  const third = Math.max(1, ...known) / 3
  const power = 10 ** Math.floor(Math.log10(third))
  const step = ([1, 2, 2.5, 5, 10].find((round) => round * power >= third) ?? 10) * power
  return {
    ticks: [0, step, 2 * step, 3 * step],
    domain: [Math.min(0, ...known), 3 * step] as [number, number],
  }
}

export const axis = { fontSize: 12, fill: 'var(--v-text-3)' }
export const still = { isAnimationActive: false, dot: false } as const
