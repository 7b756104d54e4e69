import type { Settled } from '#server/features/ledger/decide-and-commit.ts'

/**
 * Commits; when others took the last of a promotion meanwhile, its id goes to `exhausted`, which the
 * decision reads, and it is decided and committed again, each time with one promotion less.
 */
export async function commitWithin<Result>(
  exhausted: string[],
  commit: () => Promise<Settled<Result>>,
): Promise<Exclude<Settled<Result>, { status: 'exhausted' }>> {
  for (;;) {
    const done = await commit()
    if (done.status !== 'exhausted') return done
    const gone = done.promotion_ids.filter((id) => !exhausted.includes(id))
    if (gone.length === 0) throw new Error('what has run out is claimed no more')
    exhausted.push(...gone)
  }
}
