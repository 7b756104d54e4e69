import type { MemberCard } from '#contract/card.ts'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { listEntries } from '#server/features/buyers/list-entries.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { cardOfBuyer } from './card-of-buyer.ts'
import { findMember } from './card-store.ts'
import { findClient, type ClientRow } from './client-store.ts'
import { ensureLink } from './ensure-link.ts'
import { tokenOf } from './client-secrets.ts'
import { readInitData } from './init-data-rules.ts'
import { chatLink } from './rules.ts'
import { findLink } from './store.ts'

const CODE_SECONDS = 120
const CARDS_A_MINUTE = 20
const ENTRIES = 3

type Ask = { client: string; shop?: string | undefined }

/**
 * The card of whoever opened the page in Telegram, with a fresh one-time code.
 * Refuses: `not_signed_in` (Telegram did not say who, or too long ago), `buyer_not_found` (no card
 * yet), `buyer_blocked`, `rate_limited`.
 */
export async function openMemberCard(io: Io, call: Call, ask: Ask): Promise<MemberCard> {
  const { client, user_id } = await requireMember(io, call, ask.client)
  const key = await buyerOf(io, client, user_id, ask.shop)
  if (!key) throw new Refusal('buyer_not_found')
  await takeRate(io, `member card ${key.organization_id} ${key.buyer_id}`, CARDS_A_MINUTE, 60)
  const card = await cardOfBuyer(io, key)
  if (!card) throw new Refusal('buyer_not_found')
  const { shop, design, found, view } = card
  if (found.buyer.status === 'blocked') throw new Refusal('buyer_blocked')
  // A merged buyer's code is of the one they were merged into.
  const buyer = { organization_id: key.organization_id, buyer_id: found.buyer.id }
  const code = await issueCode(io, { ...buyer, ttl_seconds: CODE_SECONDS })
  const slug = await ensureLink(io, key.organization_id, null)
  const { items } = await listEntries(io, buyer, { page: 1, limit: ENTRIES })
  return {
    shop: { name: shop.name, logo: shop.logo, currency: shop.currency },
    design,
    code: {
      digits: code.qr,
      spoken: code.code,
      expires_at: code.expires_at.toISOString(),
      seconds: CODE_SECONDS,
    },
    card_code: found.buyer.card_code,
    buyer: {
      name: fullName(found.buyer),
      ...{ level: view.level, balance: view.balance, pending: view.pending },
      next_expiry: view.next_expiry,
      stamps: view.stamps.map(({ name, count, goal, gifts }) => ({ name, count, goal, gifts })),
    },
    entries: items.map(({ kind, amount, occurred_at }) => ({ kind, amount, at: occurred_at })),
    timezone: shop.timezone,
    language: key.language,
    chat: {
      points: chatLink(client, { kind: 'view', slug, view: 'points' }),
      invite: chatLink(client, { kind: 'view', slug, view: 'invite' }),
    },
  }
}

/** Who opened a page of this bot. Refuses: `not_signed_in`, alike for whatever is wrong. */
async function requireMember(
  io: Io,
  call: Call,
  client_id: string,
): Promise<{ client: ClientRow; user_id: string }> {
  const [, init_data] = /^tma (.+)$/s.exec(call.header('authorization') ?? '') ?? []
  const client = init_data === undefined ? undefined : await findClient(io.db, client_id)
  if (init_data === undefined || client?.type !== 'telegram') throw new Refusal('not_signed_in')
  const told = readInitData(init_data, tokenOf(io, client), io.clock.now())
  if (!told) throw new Refusal('not_signed_in')
  return { client, user_id: told.user_id }
}

/** Whose card: of the bot's own shop, of the named one, or of the one chosen last. */
async function buyerOf(io: Io, client: ClientRow, user_id: string, slug: string | undefined) {
  const link = slug === undefined ? undefined : await findLink(io.db, slug)
  const organization_id = client.organization_id ?? link?.organization_id
  return findMember(io.db, { client_id: client.id, user_id, organization_id })
}
