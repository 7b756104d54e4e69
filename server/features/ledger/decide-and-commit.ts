import { setTimeout as sleep } from 'node:timers/promises'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Operation, Outcome } from './commit-operations.ts'
import { commitSoon } from './commit-soon.ts'
import { takeTurns } from './take-turns.ts'

/** What `decide` gives: the operation to write and what to answer when it is written. */
export type Decided<Result> = { operation: Operation; result: Result }

/** An outcome that `decideAndCommit` hands back: written now, or a repetition of an earlier one. */
export type Settled<Result> =
  | { status: 'committed'; result: Result }
  | Exclude<Outcome, { status: 'committed' | 'stale' }>

const ATTEMPTS = 20

/**
 * Reads, decides and commits; when somebody else's commit came in between, reads and decides
 * again. `decide` is pure but may throw a Refusal: nothing is written then. No lock is held while
 * Node thinks, and there is no transaction around it.
 * `key` is what is read and written, so that this process does not race against itself.
 * Refuses: `version_conflict` when the account never stood still, with Retry-After.
 */
export async function decideAndCommit<Read, Result>(
  io: Io,
  key:
    | { organization_id: string; buyer_id: string }
    | { organization_id: string; receipt_id: string },
  steps: {
    /** Everything the decision needs, read anew at each attempt. */
    read(): Promise<Read>
    decide(read: Read): Decided<Result>
  },
): Promise<Settled<Result>> {
  const thing = 'buyer_id' in key ? key.buyer_id : key.receipt_id
  return takeTurns(`${key.organization_id}/${thing}`, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { operation, result } = steps.decide(await steps.read())
      const outcome = await commitSoon(io, operation)
      if (outcome.status === 'committed') return { status: 'committed', result }
      if (outcome.status !== 'stale') return outcome
      // Another process works on the same buyer: step aside, differently long each time.
      await sleep((attempt * 7) % 19)
    }
    throw new Refusal('version_conflict', { retry_after: 1 })
  })
}
