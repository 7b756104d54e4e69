import { z } from 'zod'
import { calculatedReceipt, type CompletedReceipt } from '#contract/receipt.ts'
import { consumeCode } from '#server/features/buyers/claim-code.ts'
import { setInviter } from '#server/features/buyers/set-inviter.ts'
import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { decideAndCommit, type Settled } from '#server/features/ledger/decide-and-commit.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import type { Answered, Once } from './answer-once.ts'
import { keepDraft, programOf } from './calculate-receipt.ts'
import { commitWithin } from './commit-within.ts'
import { decideReceipt, mayRegister, type DecidedReceipt, type SaleAsk } from './decide-receipt.ts'
import { sayLimit } from './explain-receipt.ts'
import type { GiftOffer } from './gift-rules.ts'
import { nameBuyer, readBuyer, type Named } from './identify-buyer.ts'
import { offerGifts } from './offer-gifts.ts'
import {
  askHash,
  prepareCreate,
  saleHash,
  type CreateAsk,
  type Prepared,
} from './prepare-create.ts'
import { readFrozen, type FrozenReceipt } from './freeze-receipt.ts'
import { presentCalculated, presentCompleted } from './present-receipt.ts'
import { operationOf } from './receipt-operation.ts'
import { readSale } from './read-sale.ts'
import { findKnown, findReceipt } from './store.ts'

/**
 * Makes a receipt: one commit, or none. Decides again with the account as it is.
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
): Promise<Answered<CompletedReceipt>> {
  const { organization_id } = cashier
  const key = { organization_id, receipt_id: ask.receipt_id }
  const known = await findKnown(io, key)
  if (known.request_hash !== null) return replay(io, cashier, ask, known.request_hash, language)
  const prepared = await prepareCreate(io, cashier, ask, known)
  try {
    return await make(io, ask, prepared, once, language)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Differs)) throw error
    // The same request may have been answered a moment ago, and what it did is what is refused now.
    const again = await findKnown(io, key)
    if (again.request_hash !== null) return replay(io, cashier, ask, again.request_hash, language)
    if (!(error instanceof Differs)) throw error
    const draft = await keepDraft(io, cashier, error.ask, error.frozen, prepared.named_in)
    throw new Refusal('version_conflict', { data: wireOf(error.frozen, draft, language) })
  }
}

/** Thrown out of a decision: the figures are not the ones that were shown. */
class Differs extends Error {
  readonly frozen: FrozenReceipt
  readonly ask: SaleAsk
  constructor(frozen: FrozenReceipt, ask: SaleAsk) {
    super('the figures differ from what was shown')
    this.frozen = frozen
    this.ask = ask
  }
}

const wireOf = (
  frozen: FrozenReceipt,
  draft: { receipt_id: string; expires_at: Date } | null,
  language: TextLanguage,
) => z.encode(calculatedReceipt, presentCalculated(frozen, draft, language))

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

/**
 * Names the buyer of a create. A code that an earlier try of this very receipt used up still names
 * the buyer it was calculated for; `consumeCode` proves that it was this receipt.
 */
async function nameForCreate(io: Io, prepared: Prepared): Promise<Named | null> {
  const { cashier, pos, program, named_in, drafted } = prepared
  try {
    return await nameBuyer(io, cashier, pos.id, program, named_in)
  } catch (error) {
    const id = drafted?.named.promocode === named_in.promocode ? drafted?.buyer_id : null
    if (!(error instanceof Refusal) || error.code !== 'code_used' || id == null) throw error
    return { proof: 'one_time', key: { id } }
  }
}

async function make(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  once: Once | null,
  language: TextLanguage,
): Promise<Answered<CompletedReceipt>> {
  const { cashier, pos } = prepared
  const { organization_id } = cashier
  const named = await nameForCreate(io, prepared)
  // A flyer is a gift to somebody.
  if (prepared.flyer && !named) refuseField('phone', 'required')
  const tried: Tried = { registered: false, exhausted: [] }
  const first = await read(io, ask, prepared, named, tried)
  const decide = (reading: Reading) =>
    decideCreate(io, ask, prepared, {
      ...{ ...reading, ...tried, once, language },
      proof: named?.proof ?? null,
    })
  if (named?.proof === 'one_time' && prepared.named_in.promocode !== undefined) {
    // The code is used up only for a receipt that can be made.
    decide(first)
    const till = { organization_id, cashier_id: cashier.cashier_id, pos_id: pos.id }
    await consumeCode(io, till, prepared.named_in.promocode, ask.receipt_id)
  }
  // What was read to name the buyer serves the first attempt; a stale one is read anew.
  let fresh: Reading | null = first
  const key = first.found
    ? { organization_id, buyer_id: first.found.buyer.id }
    : { organization_id, receipt_id: ask.receipt_id }
  const done = await commitWithin(tried.exhausted, () =>
    decideAndCommit(io, key, {
      read: async () => {
        const reading = fresh ?? (await read(io, ask, prepared, named, tried))
        fresh = null
        return reading
      },
      decide,
    }),
  )
  if (done.status === 'duplicate_receipt') {
    return replay(io, cashier, ask, done.request_hash, language)
  }
  return { answer: madeOr(done), replayed: false }
}

/** What earlier attempts of one create have done and learned. */
type Tried = {
  registered: boolean
  /** What has run out for all buyers together, and gifts given meanwhile: decided without. */
  exhausted: string[]
}

/** What a create is decided from, read anew at each attempt. */
type Reading = { found: FoundBuyer | null; gifts: GiftOffer[] }

async function read(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  named: Named | null,
  tried: Tried,
): Promise<Reading> {
  if (!named) return { found: null, gifts: [] }
  const { cashier, pos, program, flyer, occurred_at: at } = prepared
  const found = await readBuyer(io, cashier, pos.id, program, named, ask.register !== undefined)
  if (found) {
    const inviter = ask.register?.inviter_phone
    const newcomer = found.account.receipts === 0 && found.buyer.referred_by === null
    if (inviter !== undefined && newcomer) {
      const buyer = { organization_id: cashier.organization_id, buyer_id: found.buyer.id }
      await setInviter(io, program, buyer, { phone: inviter }, 'register.inviter_phone')
      return read(io, ask, prepared, named, tried)
    }
    const offer = { program, found, flyer, at, without: tried.exhausted }
    return { found, gifts: await offerGifts(io, cashier.organization_id, offer) }
  }
  if (!ask.register || !('phone' in named.key)) throw new Refusal('buyer_not_found')
  const made = await register(io, prepared, named.key.phone, ask.register.name)
  tried.registered = made || tried.registered
  return read(io, ask, prepared, named, tried)
}

/** What was made, or why the ledger did not take it. */
function madeOr(
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

/** Registers the unknown phone, if this till may. Answers whether the buyer is new. */
async function register(
  io: Io,
  { cashier, pos, program }: Prepared,
  phone: string,
  name: string | undefined,
): Promise<boolean> {
  if (!mayRegister(cashier, program)) throw new Refusal('not_allowed')
  const [first_name, ...rest] = (name ?? '').trim().split(/\s+/)
  const { organization_id } = cashier
  const { created } = await registerBuyer(io, {
    organization_id,
    phone,
    first_name: first_name === '' ? null : first_name,
    last_name: rest.length > 0 ? rest.join(' ') : null,
    via: cashier.role === 'integration' ? 'integration' : 'till',
    pos_id: pos.id,
    cashier_id: cashier.cashier_id,
  })
  return created
}

type Context = Reading &
  Tried & {
    proof: Named['proof'] | null
    once: Once | null
    language: TextLanguage
  }

function decideCreate(io: Io, ask: CreateAsk, prepared: Prepared, context: Context) {
  const now = io.clock.now()
  const { found, gifts, exhausted, proof, registered, once, language } = context
  const sale_ask: SaleAsk = {
    receipt_id: ask.receipt_id,
    sent: prepared.sent,
    sale: prepared.sale,
    number: prepared.number,
    found,
    proof,
    unknown_phone: false,
    spend: ask.spend,
    gifts,
    exhausted,
    occurred_at: prepared.occurred_at.getTime(),
    now: now.getTime(),
  }
  const decided = decideReceipt(prepared, sale_ask, true)
  refuse(ask, prepared, decided, sale_ask, language)
  const { frozen } = decided
  if (prepared.approved_by && frozen.limits.length > 0) frozen.approved_by = prepared.approved_by
  const operation = operationOf(ask, prepared, decided, { registered, once, now, gifts })
  const { receipt } = operation
  const row = { ...receipt, created_at: now }
  return { operation, result: presentCompleted(row, decided.frozen, language) }
}

const spendRefusals = new Set([
  'insufficient_bonuses',
  'spend_limit_exceeded',
  'min_price_violated',
  'spend_not_permitted',
])

/** Throws unless the receipt can be made and is what the till was shown. */
function refuse(
  ask: CreateAsk,
  prepared: Prepared,
  { decision, frozen, refused }: DecidedReceipt,
  sale_ask: SaleAsk,
  language: TextLanguage,
): void {
  const { shown } = prepared
  const totals = decision.receipt.totals
  if (refused) {
    // What was possible a moment ago and is not any more is a change, not a mistake.
    if (shown && spendRefusals.has(refused.code) && ask.spend === shown.spent) {
      throw new Differs(frozen, sale_ask)
    }
    throw new Refusal(refused.code, {
      ...(refused.fields && { fields: refused.fields }),
      ...(spendRefusals.has(refused.code) && { data: wireOf(frozen, null, language) }),
    })
  }
  if (frozen.limits.length > 0 && !prepared.approved_by) {
    const limits = frozen.limits.map((limit) => ({
      kind: limit.kind,
      text: sayLimit(limit, language),
    }))
    throw new Refusal('not_allowed', { data: { limits } })
  }
  if (!shown) return
  const other_buyer = shown.buyer_id !== null && shown.buyer_id !== (frozen.buyer?.id ?? null)
  if (other_buyer || shown.spent !== totals.bonuses_spent || shown.to_pay !== totals.to_pay) {
    throw new Differs(frozen, sale_ask)
  }
}

function refuseField(path: string, code: string): never {
  throw new Refusal('validation_failed', { fields: [{ path, code }] })
}
