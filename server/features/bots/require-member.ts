import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { findMember } from './card-store.ts'
import { findClient, type ClientRow } from './client-store.ts'
import { tokenOf } from './client-secrets.ts'
import { readInitData } from './init-data-rules.ts'
import { findLink } from './store.ts'

const CALLS_A_MINUTE = 20

/** Which bot opened the page, and in a bot of many shops whose card is meant. */
export type MemberAsk = { client: string; shop?: string | undefined }

export type Member = NonNullable<Awaited<ReturnType<typeof findMember>>> & {
  client: ClientRow
  /** As Telegram calls them. */
  user_id: string
}

/**
 * The buyer who opened a page of a bot.
 * Refuses: `not_signed_in`, alike for whatever is wrong (Telegram did not say who, or too long
 * ago); `buyer_not_found` (no card yet), `rate_limited`.
 */
export async function requireMember(io: Io, call: Call, ask: MemberAsk): Promise<Member> {
  const [, init_data] = /^tma (.+)$/s.exec(call.header('authorization') ?? '') ?? []
  const client = init_data === undefined ? undefined : await findClient(io.db, ask.client)
  if (init_data === undefined || client?.type !== 'telegram') throw new Refusal('not_signed_in')
  const told = readInitData(init_data, tokenOf(io, client), io.clock.now())
  if (!told) throw new Refusal('not_signed_in')
  const { user_id } = told
  const key = await buyerOf(io, client, user_id, ask.shop)
  if (!key) throw new Refusal('buyer_not_found')
  await takeRate(io, `member card ${key.organization_id} ${key.buyer_id}`, CALLS_A_MINUTE, 60)
  return { ...key, client, user_id }
}

/** Whose card: of the bot's own shop, of the named one, or of the one chosen last. */
async function buyerOf(io: Io, client: ClientRow, user_id: string, slug: string | undefined) {
  const link = slug === undefined ? undefined : await findLink(io.db, slug)
  const organization_id = client.organization_id ?? link?.organization_id
  return findMember(io.db, { client_id: client.id, user_id, organization_id })
}
