import { setTimeout as sleep } from 'node:timers/promises'
import type { Minor } from '#contract/money.ts'
import { maskPhone } from '#contract/phone.ts'
import { availableOf } from '#server/features/ledger/rules.ts'
import type { Program } from '#server/features/program/rules.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findBuyer, type FoundBuyer } from './find-buyer.ts'
import { linkCodeHashes } from './issue-link-code.ts'
import { claimLinkCode, findLinkCode, useLinkCode } from './link-code-store.ts'
import { releasePhone } from './merge-store.ts'
import { commitMerge, decideMerge, readPair } from './merge-pair.ts'

type BuyerKey = { organization_id: string; buyer_id: string }

/** Codes typed beside one card, right ones too. */
const TRIES = 10
const TRIES_SECONDS = 15 * 60
/** One person has a card or two too many, not dozens of them. */
const LINKS_PER_DAY = 3
const ATTEMPTS = 20

/** The card that a code would join to this one. `id` names the code from then on. */
export type LinkOffer = { id: string; phone: string | null; available: Minor }
export type LinkAnswer =
  | { status: 'found'; offer: LinkOffer }
  /** `wrong`: no such code, or its time is over; `same`: a code of this very card. */
  | { status: 'wrong' | 'same' | 'blocked' }

/**
 * Whose code was typed beside this card. From then on it is this card's: nobody else can use it.
 * Safe to repeat. Refuses: `rate_limited`, `buyer_not_found`.
 */
export async function offerLink(
  io: Io,
  program: Program,
  key: BuyerKey,
  code: string,
): Promise<LinkAnswer> {
  const { organization_id } = key
  const here = await findOrRefuse(io, program, key)
  const { id: by } = here.buyer
  await takeRate(io, `link try ${organization_id} ${by}`, TRIES, TRIES_SECONDS)
  const hashes = linkCodeHashes(io, organization_id, code)
  const now = io.clock.now()
  const claimed = await claimLinkCode(io.db, organization_id, hashes, by, now)
  if (!claimed) return { status: 'wrong' }
  const other = await findBuyer(io, organization_id, { id: claimed.buyer_id }, program)
  if (!other) return { status: 'wrong' }
  if (other.buyer.id === by) return { status: 'same' }
  if (isBlocked(here) || isBlocked(other)) return { status: 'blocked' }
  const { phone } = other.buyer
  const offer = {
    id: claimed.id,
    phone: phone === null ? null : maskPhone(phone),
    available: availableOf(other.account, now.getTime()),
  }
  return { status: 'found', offer }
}

/**
 * Joins the card of a code that was typed beside this one to it, for good, as an owner's merge does.
 * Once per code: repeated, it answers as the first time. `gone_id` is the card that was joined.
 * Refuses: `rate_limited`, `buyer_not_found`.
 */
export async function linkCards(
  io: Io,
  program: Program,
  key: BuyerKey,
  code_id: string,
): Promise<{ status: 'done'; gone_id: string } | { status: 'late' | 'blocked' }> {
  const { organization_id } = key
  const { id: keep_id } = (await findOrRefuse(io, program, key)).buyer
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const code = await findLinkCode(io.db, organization_id, code_id)
    if (code?.claimed_by !== keep_id) return { status: 'late' }
    const gone_id = code.buyer_id
    if (code.used_at !== null) return { status: 'done', gone_id }
    if (code.expires_at <= io.clock.now()) return { status: 'late' }
    if (attempt === 1)
      await takeRate(io, `link ${organization_id} ${keep_id}`, LINKS_PER_DAY, 86_400)
    const pair = await pairOf(io, program, organization_id, { keep_id, gone_id })
    if (!pair) return { status: 'late' }
    if (isBlocked(pair.keep) || isBlocked(pair.gone)) return { status: 'blocked' }
    const { operations } = decideMerge(io, program, pair, 'buyer')
    const used = { organization_id, id: code_id, claimed_by: keep_id }
    const done = await commitMerge(io, pair, operations, {
      by: null,
      async also(tx) {
        if (!(await useLinkCode(tx, used, io.clock.now()))) return false
        // Nobody has proven it: whoever has that number must not find this card by it.
        if (code.by_till) await releasePhone(tx, { organization_id, buyer_id: gone_id })
        return true
      },
    })
    if (done) return { status: 'done', gone_id }
    await sleep((attempt * 7) % 19)
  }
  throw new Refusal('version_conflict', { retry_after: 1 })
}

const isBlocked = ({ buyer }: FoundBuyer): boolean => buyer.status === 'blocked'

async function findOrRefuse(
  io: Io,
  program: Program,
  { organization_id, buyer_id }: BuyerKey,
): Promise<FoundBuyer> {
  const found = await findBuyer(io, organization_id, { id: buyer_id }, program)
  if (!found) throw new Refusal('buyer_not_found')
  return found
}

/** Both cards; undefined: one of them was merged or forgotten since the code was told. */
async function pairOf(
  io: Io,
  program: Program,
  organization_id: string,
  { keep_id, gone_id }: { keep_id: string; gone_id: string },
) {
  try {
    return await readPair(io, organization_id, program, { keep_id, other: { id: gone_id } })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'validation_failed') return undefined
    throw error
  }
}
