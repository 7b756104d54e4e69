import type { AwaitingReceipt, CompletedReceipt } from '#contract/receipt.ts'
import { Otherwise } from '#contract/endpoint.ts'
import { consumeCode } from '#server/features/buyers/claim-code.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import type { Answered, Once } from './answer-once.ts'
import { answerAsked, askBuyer, typeCode } from './ask-buyer.ts'
import { keepDraft } from './calculate-receipt.ts'
import { commitCreate, madeOr } from './commit-create.ts'
import { needsWord } from './confirmation-rules.ts'
import { decideCreate, Differs, wireOf } from './decide-create.ts'
import { readFrozen } from './freeze-receipt.ts'
import {
  askHash,
  prepareCreate,
  saleHash,
  type CreateAsk,
  type Prepared,
} from './prepare-create.ts'
import { presentCompleted } from './present-receipt.ts'
import { knownAhead, type Ahead } from './read-ahead.ts'
import { nameForCreate, readForCreate, type Tried } from './read-for-create.ts'
import { readSale } from './read-sale.ts'
import { findKnown, findReceipt } from './store.ts'
import { programOf } from './till-program.ts'

/** A create makes the receipt, or waits for the buyer's word. */
export type Created = CompletedReceipt | Otherwise<AwaitingReceipt>

/**
 * Makes a receipt: one commit, or none. Decides again with the account as it is. A spend that the
 * buyer must confirm is asked about instead, and a repetition answers how that stands.
 * Repeated with the same content, it answers what it answered first.
 * Refuses: every code of the till in spec/api.md "POS API"; `version_conflict` carries the new
 * figures, kept under the same id.
 */
export async function createReceipt(
  io: Io,
  cashier: Cashier,
  ask: CreateAsk,
  once: Once | null,
  language: TextLanguage,
  ahead: Ahead | null = null,
): Promise<Answered<Created>> {
  const { organization_id } = cashier
  const key = { organization_id, receipt_id: ask.receipt_id }
  const known = await knownAhead(io, cashier, ask.receipt_id, ahead)
  if (known.request_hash !== null) return replay(io, cashier, ask, known.request_hash, language)
  if (ask.confirmation_code !== undefined && (await typeCode(io, key, ask))) {
    return createReceipt(io, cashier, { ...ask, confirmation_code: undefined }, once, language)
  }
  let prepared: Prepared | undefined
  try {
    prepared = await prepareCreate(io, cashier, ask, known)
    return await make(io, ask, prepared, { once, language, ahead })
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Differs)) throw error
    // The same request may have been answered a moment ago, and what it did is what is refused now.
    const again = await findKnown(io, key)
    if (again.request_hash !== null) return replay(io, cashier, ask, again.request_hash, language)
    const asked = await answerAsked(io, key, ask, language)
    if (asked) return asked
    if (!(error instanceof Differs) || !prepared) throw error
    const draft = await keepDraft(io, cashier, error.ask, error.frozen, prepared.named_in)
    throw new Refusal('version_conflict', { data: wireOf(error.frozen, draft, language) })
  }
}

async function replay(
  io: Io,
  cashier: Cashier,
  ask: CreateAsk,
  request_hash: string,
  language: TextLanguage,
): Promise<Answered<CompletedReceipt>> {
  const sale = ask.body && readSale(ask.body, await programOf(io, cashier))
  const sold = sale && saleHash(sale, ask.body?.number ?? null, ask.occurred_at)
  const same =
    request_hash.startsWith(askHash(ask)) && (sold === undefined || request_hash.endsWith(sold))
  if (!same) throw new Refusal('idempotency_conflict')
  const key = { organization_id: cashier.organization_id, receipt_id: ask.receipt_id }
  const row = await findReceipt(io.db, key)
  if (!row) throw new Error('a known receipt is there')
  return { answer: presentCompleted(row, readFrozen(row), language), replayed: true }
}

async function make(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  { once, language, ahead }: { once: Once | null; language: TextLanguage; ahead: Ahead | null },
): Promise<Answered<Created>> {
  const { cashier, pos } = prepared
  const { organization_id } = cashier
  const named = await nameForCreate(io, prepared)
  // A flyer is a gift to somebody.
  if (prepared.flyer && !named) {
    throw new Refusal('validation_failed', { fields: [{ path: 'phone', code: 'required' }] })
  }
  const tried: Tried = { registered: false, exhausted: [] }
  const first = await readForCreate(io, ask, prepared, named, tried, ahead)
  const proof = named?.proof ?? null
  const tryFirst = () =>
    decideCreate(io, ask, prepared, {
      ...{ ...first, ...tried, once, language, proof, announced: [] },
    })
  if (first.found && needsWord(prepared.program, proof, ask.spend)) {
    const { frozen } = tryFirst()
    const asked = { ask, prepared, once, frozen, buyer_id: first.found.buyer.id }
    return askBuyer(io, asked, language)
  }
  if (named?.proof === 'one_time' && prepared.named_in.promocode !== undefined) {
    // The code is used up only for a receipt that can be made.
    tryFirst()
    const till = { organization_id, cashier_id: cashier.cashier_id, pos_id: pos.id }
    await consumeCode(io, till, prepared.named_in.promocode, ask.receipt_id)
  }
  const done = await commitCreate(io, ask, prepared, { named, first, tried, once, language })
  if (done.status === 'duplicate_receipt') {
    return replay(io, cashier, ask, done.request_hash, language)
  }
  io.metrics.countReceipt()
  return { answer: madeOr(done), replayed: false }
}
