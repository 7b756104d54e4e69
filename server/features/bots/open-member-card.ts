import type { MemberCard } from '#contract/card.ts'
import { issueCode } from '#server/features/buyers/issue-code.ts'
import { listEntries } from '#server/features/buyers/list-entries.ts'
import { fullName } from '#server/features/buyers/rules.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { cardOfBuyer } from './card-of-buyer.ts'
import { ensureLink } from './ensure-link.ts'
import { requireMember, type MemberAsk } from './require-member.ts'
import { chatLink } from './rules.ts'

const CODE_SECONDS = 120
const ENTRIES = 3

/**
 * The card of whoever opened the page in Telegram, with a fresh one-time code.
 * Refuses: `not_signed_in` (Telegram did not say who, or too long ago), `buyer_not_found` (no card
 * yet), `buyer_blocked`, `rate_limited`.
 */
export async function openMemberCard(io: Io, call: Call, ask: MemberAsk): Promise<MemberCard> {
  const { client, ...key } = await requireMember(io, call, ask)
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
      birthday_known: found.buyer.birthday !== null,
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
