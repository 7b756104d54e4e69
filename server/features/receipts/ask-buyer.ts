import { timingSafeEqual } from 'node:crypto'
import { Otherwise } from '#contract/endpoint.ts'
import type { AwaitingReceipt } from '#contract/receipt.ts'
import { announce } from '#server/features/ledger/events.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import type { Answered } from './answer-once.ts'
import { CODE_TRIES, stateOf, WAITS_MS } from './confirmation-rules.ts'
import {
  insertConfirmation,
  selectConfirmation,
  takeTry,
  type ConfirmationKey,
  type ConfirmationRow,
} from './confirmation-store.ts'
import { codesOf } from './confirmation-code.ts'
import { confirmationRequested } from './events.ts'
import { shownIn, writeAsked, type Asked } from './keep-asked.ts'
import { askHash, type CreateAsk } from './prepare-create.ts'
import { presentCalculated } from './present-receipt.ts'
import { readSettled, settleYes } from './settle-confirmation.ts'

/** How often one buyer may be asked: a phone that never stops buzzing says yes by mistake. */
const ASKS = 10
const ASKS_SECONDS = 600

/** Every clock has to agree that the time is over. */
const LATE_MS = 1_000

type Waiting = Answered<Otherwise<AwaitingReceipt>>

/**
 * Asks the buyer whether this much may be spent: keeps what was asked, tells who asks them, and
 * sees to the end of the waiting. Nothing is held.
 * Refuses: `rate_limited`; what `answerAsked` refuses.
 */
export async function askBuyer(io: Io, asked: Asked, language: TextLanguage): Promise<Waiting> {
  const { ask, prepared, frozen, buyer_id } = asked
  const { organization_id } = prepared.cashier
  const key = { organization_id, receipt_id: ask.receipt_id }
  const before = await answerAsked(io, key, ask, language)
  if (before) return before
  await takeRate(io, `confirmation ${organization_id} ${buyer_id}`, ASKS, ASKS_SECONDS)
  const created_at = io.clock.now()
  const expires_at = new Date(created_at.getTime() + WAITS_MS)
  const row = {
    ...{ ...key, buyer_id, pos_id: prepared.pos.id },
    amount: frozen.settled.totals.bonuses_spent,
    request_hash: prepared.request_hash,
    content: writeAsked(asked),
    ...{ created_at, expires_at },
  }
  const inserted = await inTransaction(io.db, async (tx) => {
    if (!(await insertConfirmation(tx, row))) return false
    await announce(io, tx, organization_id, [confirmationRequested({ ...key, buyer_id })])
    await io.jobs.send('end-confirmation', key, {
      tx,
      start_after: new Date(expires_at.getTime() + LATE_MS),
    })
    return true
  })
  const present = await answerAsked(io, key, ask, language)
  if (!present) throw new Error('a waiting that was kept is there')
  return { ...present, replayed: !inserted }
}

/**
 * How a create stands that was asked about before; undefined when it was not.
 * Refuses: `idempotency_conflict` (the same id, other content), `confirmation_declined`,
 * `version_conflict`, `receipt_expired`: those carry the state.
 */
export async function answerAsked(
  io: Io,
  key: ConfirmationKey,
  ask: CreateAsk,
  language: TextLanguage,
): Promise<Waiting | undefined> {
  const row = await selectConfirmation(io.db, key)
  if (!row) return undefined
  refuseOther(row, ask)
  const now = io.clock.now()
  const state = stateOf(key.receipt_id, row, now)
  if (state.status === 'declined') {
    const conflict = state.reason === 'version_conflict'
    throw new Refusal(conflict ? 'version_conflict' : 'confirmation_declined', { data: state })
  }
  if (state.status === 'expired') throw new Refusal('receipt_expired', { data: state })
  const draft = { receipt_id: key.receipt_id, expires_at: row.expires_at }
  const figures = presentCalculated(shownIn(row.content), draft, language)
  const answer = {
    ...figures,
    receipt_id: key.receipt_id,
    status: 'awaiting_confirmation' as const,
    waiting: state,
  }
  return { answer: new Otherwise(answer), replayed: true }
}

function refuseOther(row: ConfirmationRow, ask: CreateAsk): void {
  if (!row.request_hash.startsWith(askHash(ask))) throw new Refusal('idempotency_conflict')
}

/**
 * Takes the 4 digits that the buyer read out: the right ones are their yes, and the receipt is made
 * before this answers. False: this receipt does not wait.
 * Refuses: `validation_failed` (wrong digits, with the tries left), `locked` (no tries left).
 */
export async function typeCode(io: Io, key: ConfirmationKey, ask: CreateAsk): Promise<boolean> {
  const typed = ask.confirmation_code
  const row = await selectConfirmation(io.db, key)
  if (!row || typed === undefined) return false
  refuseOther(row, ask)
  const right = codesOf(io, key).some((code) => isSame(code, typed))
  const now = io.clock.now()
  if (await takeTry(io.db, key, right, now)) {
    if (right) await settleYes(io, { ...row, status: 'confirmed' })
    else refuseCode(CODE_TRIES - row.tries - 1)
    return true
  }
  const settled = await readSettled(io, key)
  if (settled?.status === 'awaiting' && settled.expires_at > now) {
    throw new Refusal('locked', { retry_after: Math.ceil(WAITS_MS / 1000) })
  }
  return true
}

const isSame = (code: string, typed: string) =>
  typed.length === code.length && timingSafeEqual(Buffer.from(code), Buffer.from(typed))

function refuseCode(tries_left: number): never {
  const fields = [{ path: 'confirmation_code', code: 'invalid' }]
  throw new Refusal('validation_failed', { fields, data: { tries_left: Math.max(0, tries_left) } })
}
