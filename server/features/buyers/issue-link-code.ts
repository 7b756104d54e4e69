import { randomInt } from 'node:crypto'
import { newId } from '#server/io/id.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { insertLinkCode } from './link-code-store.ts'

/** The purpose under which these codes are hashed: at a till such a code says nothing. */
const PURPOSE = 'link code'
const LIFETIME_MINUTES = 10
const PER_HOUR = 6

/** A code of one shop says nothing in another. */
const textOf = (organization_id: string, code: string) => `${organization_id} ${code}`

/** What a code of a shop may be kept as. */
export const linkCodeHashes = (io: Pick<Io, 'secrets'>, organization_id: string, code: string) =>
  io.secrets.hmacAll(PURPOSE, textOf(organization_id, code))

/**
 * Gives a buyer a code of 8 digits that joins this card to another one, once, within ten minutes.
 * It ends the codes given before. Only its HMAC is kept.
 * Refuses: `rate_limited`.
 */
export async function issueLinkCode(
  io: Io,
  key: { organization_id: string; buyer_id: string },
  by: 'chat' | 'till',
): Promise<{ code: string; minutes: number; expires_at: Date }> {
  const { organization_id, buyer_id } = key
  await takeRate(io, `link code ${organization_id} ${buyer_id}`, PER_HOUR, 3600)
  for (;;) {
    const now = io.clock.now()
    const expires_at = new Date(now.getTime() + LIFETIME_MINUTES * 60_000)
    const code = String(randomInt(10_000_000, 100_000_000))
    const code_hash = io.secrets.hmac(PURPOSE, textOf(organization_id, code))
    const row = {
      ...key,
      id: newId(now),
      code_hash,
      by_till: by === 'till',
      expires_at,
      created_at: now,
    }
    if (await insertLinkCode(io.db, row)) return { code, minutes: LIFETIME_MINUTES, expires_at }
  }
}
