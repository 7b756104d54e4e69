/**
 * Orders work so that one statement takes a buyer once: the first of each in the first round, the
 * second in the second… Who is nobody goes in the first.
 */
export function roundsOf<T>(all: readonly T[], whose: (one: T) => string | null): T[][] {
  const rounds: T[][] = []
  const taken = new Map<string, number>()
  for (const one of all) {
    const who = whose(one)
    const round = who === null ? 0 : (taken.get(who) ?? 0)
    if (who !== null) taken.set(who, round + 1)
    ;(rounds[round] ??= []).push(one)
  }
  return rounds
}
