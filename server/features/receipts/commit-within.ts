import type { Settled } from '#server/features/ledger/decide-and-commit.ts'

/**
 * Commits; when others took the last of a promotion meanwhile, or the person was given a gift, its
 * id or name goes to `exhausted`, which the decision reads, and it is decided and committed again,
 * each time with one thing less.
 */
export async function commitWithin<Result>(
  exhausted: string[],
  commit: () => Promise<Settled<Result>>,
): Promise<Exclude<Settled<Result>, { status: 'exhausted' | 'duplicate_once' }>> {
  for (;;) {
    const done = await commit()
    if (done.status !== 'exhausted' && done.status !== 'duplicate_once') return done
    const named = done.status === 'exhausted' ? done.promotion_ids : done.gifts
    const gone = named.filter((id) => !exhausted.includes(id))
    if (gone.length === 0) throw new Error('what has run out is claimed no more')
    exhausted.push(...gone)
  }
}
