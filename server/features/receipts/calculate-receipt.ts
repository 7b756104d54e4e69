import type { CalculatedReceipt, ReceiptBody } from '#contract/receipt.ts'
import { choosePos } from '#server/features/pos/choose-pos.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import { findExhausted } from '#server/features/promotions/find-exhausted.ts'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import type { TextLanguage } from '#server/io/text.ts'
import { decideReceipt, requireSelling, type AtTill, type SaleAsk } from './decide-receipt.ts'
import { packDraft, type DraftContent } from './draft-content.ts'
import { fillFromCatalogue } from './fill-from-catalogue.ts'
import { nameBuyer, readBuyer, type NamedIn } from './identify-buyer.ts'
import type { FrozenReceipt } from './freeze-receipt.ts'
import { offerGifts, requireFlyer, tellFlyer } from './offer-gifts.ts'
import { presentCalculated } from './present-receipt.ts'
import type { Ahead } from './read-ahead.ts'
import { readSale } from './read-sale.ts'
import { saveDraft } from './store.ts'
import { programOf, promotionsOf } from './till-program.ts'

/** How long the figures of a calculate are good for. */
const DRAFT_MS = 24 * 60 * 60 * 1000

export type CalculateAsk = { named: NamedIn; spend: number; body: ReceiptBody }

/**
 * Finds the buyer and decides a receipt; writes nothing but the draft that create will need.
 * Refuses: `validation_failed`, `pos_inactive`, `license_required`, `not_allowed`,
 * `buyer_not_found` (by a code), `buyer_blocked`, `code_expired`, `code_used`, `rate_limited`.
 */
export async function calculateReceipt(
  io: Io,
  cashier: Cashier,
  ask: CalculateAsk,
  language: TextLanguage,
  ahead: Ahead | null,
): Promise<CalculatedReceipt> {
  const pos = choosePos(cashier, ask.body.pos_id)
  requireSelling(pos)
  const program = await programOf(io, cashier)
  const sale = readSale(ask.body, program)
  const named_in = tellFlyer(program, ask.named)
  const now = io.clock.now()
  const flyer = requireFlyer(program, pos.id, named_in, now)
  const named = await nameBuyer(io, cashier, pos.id, program, named_in)
  const found = named ? await readBuyer(io, cashier, pos.id, program, named, { ahead }) : undefined
  const offers = { program, found: found ?? null, flyer, at: now, without: [], shown: false }
  const sale_ask: SaleAsk = {
    receipt_id: newId(now),
    sent: sale ?? { lines: [] },
    sale: sale ? await fillFromCatalogue(io, cashier, pos.id, sale, now) : { lines: [] },
    number: ask.body.number ?? null,
    found: found ?? null,
    proof: named && found ? named.proof : null,
    unknown_phone: named !== null && !found,
    spend: ask.spend,
    exhausted: [],
    gifts: await offerGifts(io, cashier.organization_id, offers),
    occurred_at: now.getTime(),
    now: now.getTime(),
  }
  const promotions = await promotionsOf(io, cashier)
  const frozen = await decideWithin(io, { cashier, pos, program, promotions }, sale_ask)
  if (!sale) return presentCalculated(frozen, null, language)
  const draft = await keepDraft(io, cashier, sale_ask, frozen, named_in)
  return presentCalculated(frozen, draft, language)
}

/** Decides without what has run out already, so that the till is shown what it can have. */
async function decideWithin(io: Io, till: AtTill, ask: SaleAsk): Promise<FrozenReceipt> {
  const { decision, frozen } = decideReceipt(till, ask, false)
  const gone = await findExhausted(io, till.cashier.organization_id, decision.claims)
  if (gone.length === 0) return frozen
  return decideWithin(io, till, { ...ask, exhausted: [...ask.exhausted, ...gone] })
}

/** Keeps what was shown under the receipt's id; shown again, it is kept anew. */
export async function keepDraft(
  io: Io,
  cashier: Cashier,
  ask: SaleAsk,
  frozen: FrozenReceipt,
  named: NamedIn,
): Promise<{ receipt_id: string; expires_at: Date }> {
  const { receipt_id, sent, sale, number } = ask
  const { settled } = frozen
  const content: DraftContent = {
    sale: sent,
    ...(sale !== sent && { filled: sale }),
    number,
    named,
    buyer_id: frozen.buyer?.id ?? null,
    program_version: settled.program_version,
  }
  const expires_at = new Date(io.clock.now().getTime() + DRAFT_MS)
  await saveDraft(io, {
    organization_id: cashier.organization_id,
    receipt_id,
    cashier_id: cashier.cashier_id,
    pos_id: frozen.pos.id,
    content: packDraft(content),
    shown_spent: settled.totals.bonuses_spent,
    shown_to_pay: settled.totals.to_pay,
    expires_at,
  })
  return { receipt_id, expires_at }
}
