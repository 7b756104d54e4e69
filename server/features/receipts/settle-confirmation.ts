import { announce } from '#server/features/ledger/events.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { commitCreate, madeOr } from './commit-create.ts'
import {
  endConfirmation,
  selectConfirmation,
  type ConfirmationKey,
  type ConfirmationRow,
} from './confirmation-store.ts'
import { Differs } from './decide-create.ts'
import { confirmationSettled } from './events.ts'
import type { Named } from './identify-buyer.ts'
import { readAsked } from './keep-asked.ts'
import { readForCreate, type Tried } from './read-for-create.ts'

/** What processes tell each other of one waiting. */
export const topicOf = ({ organization_id, receipt_id }: ConfirmationKey): string =>
  `confirmation ${organization_id} ${receipt_id}`

type End = { status: 'completed' | 'declined' | 'expired'; reason: string | null }

/**
 * Ends a waiting and tells of it, in one transaction; false when somebody else was first. A receipt
 * that was made has announced its end in its own commit.
 */
export async function endWaiting(
  io: Io,
  row: ConfirmationKey & { buyer_id: string },
  from: 'awaiting' | 'confirmed',
  { status, reason }: End,
): Promise<boolean> {
  const now = io.clock.now()
  return inTransaction(io.db, async (tx) => {
    if (!(await endConfirmation(tx, row, { from, status, reason, now }))) return false
    if (status !== 'completed') {
      await announce(io, tx, row.organization_id, [confirmationSettled(factOf(row))])
    }
    await io.live.tell(tx, topicOf(row))
    return true
  })
}

const factOf = ({
  organization_id,
  receipt_id,
  buyer_id,
}: ConfirmationKey & { buyer_id: string }) => ({ organization_id, receipt_id, buyer_id })

/**
 * Makes the receipt that the buyer said yes to, with the very commit of any create; called by who
 * claimed the yes. What cannot be made any more is declined. A fault leaves it `confirmed`, and the
 * job of this waiting takes it up.
 */
export async function settleYes(io: Io, row: ConfirmationRow): Promise<void> {
  const reason = await makeOr(io, row)
  await endWaiting(
    io,
    row,
    'confirmed',
    reason === null ? { status: 'completed', reason } : { status: 'declined', reason },
  )
}

/** Null when the receipt is made, else the code of why it is not. */
async function makeOr(io: Io, row: ConfirmationRow): Promise<string | null> {
  try {
    const { ask, prepared, once } = await readAsked(io, row)
    const named: Named = { proof: 'confirmed', key: { id: row.buyer_id } }
    const tried: Tried = { registered: false, exhausted: [] }
    const first = await readForCreate(io, ask, prepared, named, tried)
    const announced = [confirmationSettled(factOf(row))]
    const done = await commitCreate(io, ask, prepared, {
      ...{ named, first, tried, once, language: 'uk' as const, announced },
    })
    if (done.status === 'duplicate_receipt') {
      return done.request_hash === row.request_hash ? null : 'idempotency_conflict'
    }
    madeOr(done)
    return null
  } catch (error) {
    if (error instanceof Differs) return 'version_conflict'
    if (error instanceof Refusal)
      return spendCodes.has(error.code) ? 'version_conflict' : error.code
    throw error
  }
}

/** What was possible when it was asked and is not any more: the figures no longer hold. */
const spendCodes = new Set([
  'insufficient_bonuses',
  'spend_limit_exceeded',
  'min_price_violated',
  'spend_not_permitted',
])

const LOOKS = 40
const LOOK_MS = 50

/** The waiting once it is settled; a yes of a moment ago is given the time its commit takes. */
export async function readSettled(
  io: Io,
  key: ConfirmationKey,
): Promise<ConfirmationRow | undefined> {
  for (let look = 1; ; look += 1) {
    const row = await selectConfirmation(io.db, key)
    if (row?.status !== 'confirmed' || look === LOOKS) return row
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
