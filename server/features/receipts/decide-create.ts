import { z } from 'zod'
import { calculatedReceipt, type CompletedReceipt } from '#contract/receipt.ts'
import type { Decided } from '#server/features/ledger/decide-and-commit.ts'
import type { Announced } from '#server/features/ledger/events.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { TextLanguage } from '#server/io/text.ts'
import type { Once } from './answer-once.ts'
import type { Proof } from './confirmation-rules.ts'
import { decideReceipt, type DecidedReceipt, type SaleAsk } from './decide-receipt.ts'
import { sayLimit } from './explain-receipt.ts'
import type { FrozenReceipt } from './freeze-receipt.ts'
import type { CreateAsk, Prepared } from './prepare-create.ts'
import { presentCalculated, presentCompleted } from './present-receipt.ts'
import type { Reading, Tried } from './read-for-create.ts'
import { operationOf } from './receipt-operation.ts'

/** Thrown out of a decision: the figures are not the ones that were shown. */
export class Differs extends Error {
  readonly frozen: FrozenReceipt
  readonly ask: SaleAsk
  constructor(frozen: FrozenReceipt, ask: SaleAsk) {
    super('the figures differ from what was shown')
    this.frozen = frozen
    this.ask = ask
  }
}

/** The figures as a refusal carries them. */
export const wireOf = (
  frozen: FrozenReceipt,
  draft: { receipt_id: string; expires_at: Date } | null,
  language: TextLanguage,
) => z.encode(calculatedReceipt, presentCalculated(frozen, draft, language))

export type CreateContext = Reading &
  Tried & {
    proof: Proof | null
    once: Once | null
    language: TextLanguage
    /** What the commit tells of beside the receipt itself. */
    announced: readonly Announced[]
  }

/**
 * Decides a create: what is written and what is answered. Pure but for the clock.
 * Throws a Refusal, or `Differs` when the figures are not the ones that were shown.
 */
export function decideCreate(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  context: CreateContext,
): Decided<CompletedReceipt> & { frozen: FrozenReceipt } {
  const now = io.clock.now()
  const { found, gifts, exhausted, proof, registered, once, language, announced } = context
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
    money_taken: prepared.money_taken,
    occurred_at: prepared.occurred_at.getTime(),
    now: now.getTime(),
  }
  const decided = decideReceipt(prepared, sale_ask, true)
  refuse(ask, prepared, decided, sale_ask, language)
  const { frozen } = decided
  if (prepared.approved_by && frozen.limits.length > 0) frozen.approved_by = prepared.approved_by
  const operation = operationOf(ask, prepared, decided, {
    ...{ registered, once, now, gifts, announced },
    reachable: (found?.buyer.messengers.length ?? 0) > 0,
  })
  const { receipt } = operation
  const row = { ...receipt, created_at: now }
  return { operation, frozen, result: presentCompleted(row, frozen, language) }
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
