import type { Io } from '#server/io/io.ts'

const PURPOSE = 'buyer phone'

/**
 * The HMAC of a phone (E.164) in an organization: what is kept of it when its buyer is forgotten.
 * `also`: the same under earlier keys, for what was written before the key was changed.
 */
export function phoneHash(
  io: Pick<Io, 'secrets'>,
  organization_id: string,
  phone: string,
): { who: string; also: string[] } {
  const text = `${organization_id} ${phone}`
  const who = io.secrets.hmac(PURPOSE, text)
  return { who, also: io.secrets.hmacAll(PURPOSE, text).filter((hash) => hash !== who) }
}
