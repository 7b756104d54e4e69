import { z } from 'zod'
import { tillProduct } from '#contract/products.ts'
import { claimCode, noteCodeMiss } from '#server/features/buyers/claim-code.ts'
import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { findScanned } from '#server/features/catalog/find-products.ts'
import type { Cashier } from '#server/features/pos/require-cashier.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Proof } from './confirmation-rules.ts'
import { presentProduct } from './present-product.ts'
import { limitPhones, limitUnknownPhones } from './limit-lookups.ts'
import { buyerAhead, type Ahead } from './read-ahead.ts'

/** How a call names the buyer; both absent: a sale without a member. */
export type NamedIn = {
  phone?: string | undefined
  promocode?: string | undefined
  /** The code of a flyer, beside what names the buyer. */
  flyer?: string | undefined
}

/** A buyer by name, not read yet. */
export type Named = {
  proof: Proof
  key: { phone: string } | { id: string } | { card_code: string }
}

/**
 * Tells how the buyer is named, and claims a one-time code for this till.
 * Refuses: `validation_failed`, `not_allowed` (the shop does not identify so), `buyer_not_found`
 * (no such code), `code_expired`, `code_used`, `rate_limited`.
 */
export async function nameBuyer(
  io: Io,
  cashier: Cashier,
  pos_id: string,
  program: Program,
  { phone, promocode }: NamedIn,
): Promise<Named | null> {
  if (phone !== undefined && promocode !== undefined) {
    throw new Refusal('validation_failed', { fields: [{ path: 'promocode', code: 'invalid' }] })
  }
  if (phone !== undefined) {
    if (!program.identify_by_phone) throw new Refusal('not_allowed')
    await limitPhones(io, cashier, phone)
    return { proof: 'phone', key: { phone } }
  }
  if (promocode === undefined) return null
  const till = { organization_id: cashier.organization_id, cashier_id: cashier.cashier_id, pos_id }
  const named = await claimCode(io, till, promocode)
  if (!named) {
    await refuseProductCode(io, cashier, promocode)
    await noteCodeMiss(io, till)
    throw new Refusal('buyer_not_found')
  }
  const allowed = named.by === 'card' ? program.identify_by_card : program.identify_by_code
  if (!allowed) throw new Refusal('not_allowed')
  return named.by === 'card'
    ? { proof: 'card', key: { card_code: named.card_code } }
    : { proof: 'one_time', key: { id: named.id } }
}

/** Codes of buyers begin so, and codes that shops print on their own goods. */
const SHARED_PREFIX = /^2[78]\d{11}$/

/**
 * A scanned code that is no buyer's may be a product's: then it is no miss, and the refusal says
 * which product it is. Refuses: `buyer_not_found` with `data.product`.
 */
async function refuseProductCode(io: Io, cashier: Cashier, code: string): Promise<void> {
  if (!cashier.has_products || !SHARED_PREFIX.test(code)) return
  const product = await findScanned(io, cashier.organization_id, code)
  if (!product) return
  const data = { product: z.encode(tillProduct, presentProduct(product)) }
  throw new Refusal('buyer_not_found', { data })
}

/**
 * Reads the named buyer with the account. An unknown phone answers undefined, because it may be
 * registered; an unknown card is a miss like an unknown code.
 * Refuses: `buyer_not_found`, `buyer_blocked`, `rate_limited`.
 */
export async function readBuyer(
  io: Io,
  cashier: Cashier,
  pos_id: string,
  program: Program,
  named: Named,
  {
    registering = false,
    ahead = null,
  }: {
    /** The phone will be registered: then not knowing it is no miss. */
    registering?: boolean
    /** Only for the first reading of a call. */
    ahead?: Ahead | null
  } = {},
): Promise<FoundBuyer | undefined> {
  const found = await buyerAhead(io, cashier, named, program, ahead)
  if (!found || found.buyer.status === 'forgotten') {
    if ('phone' in named.key) {
      if (!registering) await limitUnknownPhones(io, cashier, named.key.phone)
      return undefined
    }
    const { organization_id, cashier_id } = cashier
    if ('card_code' in named.key) await refuseProductCode(io, cashier, named.key.card_code)
    await noteCodeMiss(io, { organization_id, cashier_id, pos_id })
    throw new Refusal('buyer_not_found')
  }
  if (found.buyer.status === 'blocked') throw new Refusal('buyer_blocked')
  return found
}
