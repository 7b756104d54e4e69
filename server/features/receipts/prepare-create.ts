import { OFFLINE_HOURS_MAX } from '#contract/limits.ts'
import type { ReceiptBody } from '#contract/receipt.ts'
import { choosePos } from '#server/features/pos/choose-pos.ts'
import {
  licenseStateOf,
  type Cashier,
  type CashierPos,
} from '#server/features/pos/require-cashier.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { FlyerGift } from '#server/features/program/gift-rules.ts'
import { momentOfId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { hashOf } from './answer-once.ts'
import { readApproval, type Approver } from './approve-receipt.ts'
import { programOf, promotionsOf } from './till-program.ts'
import { requireSelling, type AtTill } from './decide-receipt.ts'
import { readDraft } from './draft-content.ts'
import { fillFromCatalogue } from './fill-from-catalogue.ts'
import type { NamedIn } from './identify-buyer.ts'
import { requireFlyer, tellFlyer } from './offer-gifts.ts'
import { readSale } from './read-sale.ts'
import type { Sale } from './rules.ts'
import type { KnownRow } from './store.ts'

export type CreateAsk = {
  receipt_id: string
  named: NamedIn
  spend: number
  body: ReceiptBody | undefined
  register: { name?: string | undefined; inviter_phone?: string | undefined } | undefined
  occurred_at: Date | undefined
  /** A senior's word, sealed. */
  approval?: string | undefined
  /** The 4 digits from the buyer's bot. */
  confirmation_code?: string | undefined
}

const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE
/** How far a caller's clock may be from ours, and how late a till may report a sale. */
const AHEAD_MS = 5 * MINUTE
const LATE_MS = OFFLINE_HOURS_MAX * HOUR
/** Reported later than this, a sale was made offline. */
const OFFLINE_MS = 5 * MINUTE

/** A create that is understood and not decided yet. */
export type Prepared = AtTill & {
  /** As the till told it. */
  sent: Sale
  /** With what the catalogue says of it. */
  sale: Sale
  number: string | null
  named_in: NamedIn
  /** In force at the moment of the sale. */
  flyer: FlyerGift | null
  /** What the till was shown; null when it keeps no draft with us. */
  shown: { spent: number; to_pay: number; buyer_id: string | null } | null
  /** How the draft named its buyer, and who that was. */
  drafted: { named: NamedIn; buyer_id: string | null } | null
  occurred_at: Date
  /** Nothing can be taken off any more: it only earns. */
  money_taken: boolean
  offline: boolean
  /** Who let it pass the limits; null: nobody was asked. */
  approved_by: Approver | null
  request_hash: string
}

/** The hash has two halves: how it was asked, and what was sold (a retry may leave that to us). */
export const askHash = ({ spend, named }: CreateAsk) =>
  hashOf([spend, named.phone, named.promocode, ...(named.flyer === undefined ? [] : [named.flyer])])
export const saleHash = (sale: Sale, number: string | null, occurred_at: Date | undefined) =>
  hashOf([sale, number, occurred_at?.getTime()])

/**
 * Understands a create: what is sold, where, under which program, and what the till was shown.
 * Refuses: `receipt_not_found`, `receipt_expired`, `validation_failed`, `spend_not_permitted`,
 * `pos_inactive`, `license_required`.
 */
export async function prepareCreate(
  io: Io,
  cashier: Cashier,
  ask: CreateAsk,
  known: KnownRow,
): Promise<Prepared> {
  const now = io.clock.now()
  const living = known.expires_at !== null && known.expires_at > now
  const draft = living && known.content !== null ? readDraft(known.content) : null
  if (!draft && !ask.body)
    throw new Refusal(isOldId(ask.receipt_id, now) ? 'receipt_expired' : 'receipt_not_found')
  if (!draft) refuseForeignId(ask.receipt_id, now)
  const occurred_at = occurredAt(ask, now)
  const pos_id = draft ? (known.pos_id ?? undefined) : ask.body?.pos_id
  const at_till = await tillAt(io, cashier, choosePos(cashier, pos_id), {
    late: ask.occurred_at && occurred_at,
    version: draft?.program_version,
  })
  const { pos, program } = at_till
  const carried = ask.body && readSale(ask.body, program)
  const sent = carried ?? draft?.sale
  if (!sent)
    throw new Refusal('validation_failed', {
      fields: [{ path: 'receipt.total', code: 'required' }],
    })
  const number = (carried ? ask.body?.number : draft?.number) ?? null
  const sold = saleHash(sent, number, ask.occurred_at)
  const same_sale = draft !== null && saleHash(draft.sale, draft.number, ask.occurred_at) === sold
  const sale =
    draft !== null && same_sale
      ? (draft.filled ?? draft.sale)
      : await fillFromCatalogue(io, cashier, pos.id, sent, occurred_at)
  const unnamed = Object.values(ask.named).every((name) => name === undefined)
  const named_in = tellFlyer(program, unnamed && draft ? draft.named : ask.named)
  return {
    ...at_till,
    sent,
    sale,
    number,
    named_in,
    flyer: requireFlyer(program, pos.id, named_in, occurred_at),
    shown:
      draft && same_sale
        ? {
            spent: known.shown_spent ?? 0,
            to_pay: known.shown_to_pay ?? 0,
            buyer_id: draft.buyer_id,
          }
        : null,
    drafted: draft && { named: draft.named, buyer_id: draft.buyer_id },
    // Figures that were shown hold; without any the buyer has paid what the till said.
    money_taken: ask.occurred_at !== undefined && !(draft !== null && same_sale),
    occurred_at,
    offline: now.getTime() - occurred_at.getTime() > OFFLINE_MS,
    approved_by: readApproval(io, cashier, ask.receipt_id, ask.approval),
    request_hash: askHash(ask) + sold,
  }
}

/**
 * A till with what is valid there: now, or when a sale was made that is reported late.
 * Refuses: `pos_inactive`, `license_required`.
 */
async function tillAt(
  io: Io,
  cashier: Cashier,
  sold_at: CashierPos,
  { late, version }: { late: Date | undefined; version: number | undefined },
): Promise<AtTill> {
  const pos = late ? { ...sold_at, license_state: licenseStateOf(sold_at, late) } : sold_at
  requireSelling(pos)
  const program = late
    ? await loadProgram(io, { ...cashier, id: cashier.organization_id }, late)
    : await programOf(io, cashier, version)
  return { cashier, pos, program, promotions: await promotionsOf(io, cashier, late) }
}

/** True for an id that calculate may have given out, of which the draft is gone by now. */
function isOldId(receipt_id: string, now: Date): boolean {
  const made = momentOfId(receipt_id)
  return made !== undefined && now.getTime() - made.getTime() > 24 * HOUR
}

/** An id made by the caller names its moment; one far from now would land in another time's range. */
function refuseForeignId(receipt_id: string, now: Date): void {
  const made = momentOfId(receipt_id)
  const away = made === undefined ? Number.NaN : made.getTime() - now.getTime()
  if (away <= AHEAD_MS && away >= -LATE_MS) return
  throw new Refusal('validation_failed', { fields: [{ path: 'receipt_id', code: 'invalid' }] })
}

/** When the sale happened. A late one may only earn: nobody can confirm a spend of yesterday. */
function occurredAt(ask: CreateAsk, now: Date): Date {
  if (ask.occurred_at === undefined) return now
  const away = ask.occurred_at.getTime() - now.getTime()
  if (away > AHEAD_MS || away < -LATE_MS) {
    throw new Refusal('validation_failed', { fields: [{ path: 'occurred_at', code: 'invalid' }] })
  }
  if (ask.spend > 0) throw new Refusal('spend_not_permitted')
  return away > 0 ? now : ask.occurred_at
}
