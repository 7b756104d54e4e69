import type { FoundBuyer } from '#server/features/buyers/find-buyer.ts'
import { registerBuyer } from '#server/features/buyers/register-buyer.ts'
import { checkInviter, setInviter } from '#server/features/buyers/set-inviter.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { mayRegister } from './decide-receipt.ts'
import type { GiftOffer } from './gift-rules.ts'
import { nameBuyer, readBuyer, type Named } from './identify-buyer.ts'
import { offerGifts } from './offer-gifts.ts'
import type { CreateAsk, Prepared } from './prepare-create.ts'
import type { Ahead } from './read-ahead.ts'

/**
 * Names the buyer of a create. A code that an earlier try of this very receipt used up still names
 * the buyer it was calculated for; `consumeCode` proves that it was this receipt.
 */
export async function nameForCreate(io: Io, prepared: Prepared): Promise<Named | null> {
  const { cashier, pos, program, named_in, drafted } = prepared
  try {
    return await nameBuyer(io, cashier, pos.id, program, named_in)
  } catch (error) {
    const id = drafted?.named.promocode === named_in.promocode ? drafted?.buyer_id : null
    if (!(error instanceof Refusal) || error.code !== 'code_used' || id == null) throw error
    return { proof: 'one_time', key: { id } }
  }
}

/** What earlier attempts of one create have done and learned. */
export type Tried = {
  registered: boolean
  /** What has run out for all buyers together, and gifts given meanwhile: decided without. */
  exhausted: string[]
}

/** What a create is decided from, read anew at each attempt. */
export type Reading = { found: FoundBuyer | null; gifts: GiftOffer[] }

/**
 * Reads the named buyer with the account and the gifts due; a phone nobody has is registered. Only
 * the first reading of a call takes what was read ahead.
 */
export async function readForCreate(
  io: Io,
  ask: CreateAsk,
  prepared: Prepared,
  named: Named | null,
  tried: Tried,
  ahead: Ahead | null = null,
): Promise<Reading> {
  if (!named) return { found: null, gifts: [] }
  const { cashier, pos, program, flyer, named_in, drafted, occurred_at: at } = prepared
  const found = await readBuyer(io, cashier, pos.id, program, named, {
    ...{ registering: ask.register !== undefined, ahead },
  })
  if (found) {
    const inviter = ask.register?.inviter_phone
    const newcomer = found.account.receipts === 0 && found.buyer.referred_by === null
    if (inviter !== undefined && newcomer) {
      const buyer = { organization_id: cashier.organization_id, buyer_id: found.buyer.id }
      await setInviter(io, program, buyer, { phone: inviter }, 'register.inviter_phone')
      return readForCreate(io, ask, prepared, named, tried)
    }
    const shown = flyer !== null && drafted?.named.flyer === named_in.flyer
    const offer = { program, found, flyer, at, without: tried.exhausted, shown }
    return { found, gifts: await offerGifts(io, cashier.organization_id, offer) }
  }
  if (!ask.register || !('phone' in named.key)) throw new Refusal('buyer_not_found')
  const { inviter_phone } = ask.register
  if (inviter_phone !== undefined) {
    const { organization_id } = cashier
    const path = 'register.inviter_phone'
    await checkInviter(io, program, organization_id, { phone: inviter_phone }, path)
  }
  const made = await register(io, prepared, named.key.phone, ask.register.name)
  tried.registered = made || tried.registered
  return readForCreate(io, ask, prepared, named, tried)
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
