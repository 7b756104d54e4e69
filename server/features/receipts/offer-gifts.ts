import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { phoneHash } from '#server/features/buyers/phone-hash.ts'
import { readCode } from '#server/features/buyers/rules.ts'
import { dayOf } from '#server/features/ledger/calendar-rules.ts'
import type { FlyerGift } from '#server/features/program/gift-rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { candidatesOf, flyerOf, flyerWorks } from './gift-offer-rules.ts'
import { isGone, type GiftOffer } from './gift-rules.ts'
import { selectGivenBefore } from './gift-store.ts'
import type { NamedIn } from './identify-buyer.ts'

/** What a till typed as a code of the buyer and is one of a flyer becomes the flyer's. */
export function tellFlyer(program: Program, named: NamedIn): NamedIn {
  const { promocode, ...rest } = named
  if (promocode === undefined || named.flyer !== undefined) return named
  if (readCode(promocode) !== null || !flyerOf(program, promocode)) return named
  return { ...rest, flyer: promocode }
}

/**
 * The flyer a till named, in force here and on the day of the sale.
 * Refuses: `validation_failed` (no flyer has this code), `code_expired` (off, over, not here).
 */
export function requireFlyer(
  program: Program,
  pos_id: string,
  named: NamedIn,
  at: Date,
): FlyerGift | null {
  if (named.flyer === undefined) return null
  const flyer = flyerOf(program, named.flyer)
  if (!flyer) {
    throw new Refusal('validation_failed', { fields: [{ path: 'flyer', code: 'invalid' }] })
  }
  const { text: day } = dayOf(at.getTime(), program.timezone)
  if (!flyerWorks(flyer, pos_id, day)) throw new Refusal('code_expired')
  return flyer
}

/** Where and when a sale is made, and what an earlier try of its commit learned. */
export type OfferAsk = {
  program: Program
  found: FoundBuyer | null
  flyer: FlyerGift | null
  at: Date
  /** Gifts that were given meanwhile, and ids of flyers that ran out: left out silently. */
  without: readonly string[]
  /** The till was shown this flyer's gift: if it went to others since, the sale is made without. */
  shown: boolean
}

/**
 * The gifts this receipt may give its buyer. Asks the database only when there is any: on a first
 * receipt, around a birthday, with a flyer.
 * Refuses, unless the till was shown it: `code_used` (this phone had the flyer's gift),
 * `code_expired` (the flyer ran out).
 */
export async function offerGifts(
  io: Io,
  organization_id: string,
  { program, found, flyer, at, without, shown }: OfferAsk,
): Promise<GiftOffer[]> {
  if (!found || found.buyer.phone === null) return []
  const { buyer, account } = found
  const candidates = candidatesOf(program, buyer, account, flyer, at.getTime()).filter(
    (offer) => !isGone(offer, without),
  )
  if (candidates.length === 0) return []
  const { who, also } = phoneHash(io, organization_id, found.buyer.phone)
  const known = await selectGivenBefore(io.db, organization_id, {
    gifts: candidates.map(({ gift }) => gift),
    whos: [who, ...also],
    flyer_id: flyer?.id ?? null,
  })
  const given = new Set(known.given)
  const offered = candidates.find((offer) => offer.flyer)
  const limit = offered?.flyer?.max_uses ?? null
  const ran_out = limit !== null && known.flyer_uses >= limit
  if (offered && !shown && given.has(offered.gift)) throw new Refusal('code_used')
  if (ran_out && !shown) throw new Refusal('code_expired')
  return candidates
    .filter((offer) => !given.has(offer.gift) && !(ran_out && offer === offered))
    .map((one) => ({ ...one, who, also }))
}
