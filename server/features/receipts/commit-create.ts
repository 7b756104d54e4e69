import type { CompletedReceipt } from '#contract/receipt.ts'
import { decideAndCommit, type Settled } from '#server/features/ledger/decide-and-commit.ts'
import type { Announced } from '#server/features/ledger/events.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import type { Once } from './answer-once.ts'
import { commitWithin } from './commit-within.ts'
import { decideCreate } from './decide-create.ts'
import type { Named } from './identify-buyer.ts'
import type { CreateAsk, Prepared } from './prepare-create.ts'
import { readForCreate, type Reading, type Tried } from './read-for-create.ts'

export type CommitContext = {
  named: Named | null
  /** What was read to name the buyer: it serves the first attempt, a stale one is read anew. */
  first: Reading
  tried: Tried
  once: Once | null
  language: TextLanguage
  announced?: readonly Announced[]
}

/** Decides and commits a create, again while others move the same account. */
export async function commitCreate(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  { named, first, tried, once, language, announced = [] }: CommitContext,
) {
  const { organization_id } = prepared.cashier
  let fresh: Reading | null = first
  const key = first.found
    ? { organization_id, buyer_id: first.found.buyer.id }
    : { organization_id, receipt_id: ask.receipt_id }
  const proof = named?.proof ?? null
  return commitWithin(tried.exhausted, () =>
    decideAndCommit(io, key, {
      read: async () => {
        const reading = fresh ?? (await readForCreate(io, ask, prepared, named, tried))
        fresh = null
        return reading
      },
      decide: (reading: Reading) =>
        decideCreate(io, ask, prepared, {
          ...{ ...reading, ...tried, once, language, proof, announced },
        }),
    }),
  )
}

/** What was made, or why the ledger did not take it. */
export function madeOr(
  done: Exclude<
    Settled<CompletedReceipt>,
    { status: 'duplicate_receipt' | 'duplicate_once' | 'exhausted' }
  >,
): CompletedReceipt {
  switch (done.status) {
    case 'committed':
      return done.result
    case 'duplicate_number':
      throw new Refusal('duplicate_number', { data: { receipt_id: done.receipt_id } })
    case 'duplicate_key':
      // This key made another receipt: the same one would have been found by its id.
      throw new Refusal('idempotency_conflict')
    case 'duplicate_source':
      throw new Error('a receipt id is a source once')
  }
}
