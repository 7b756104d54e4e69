import { timingSafeEqual } from 'node:crypto'
import type { Tap } from '#server/features/bots/post-rules.ts'
import type { Config } from '#server/io/config.ts'
import type { Io } from '#server/io/io.ts'

const PURPOSE = 'post click'
const ID_BYTES = 16
const PROOF_BYTES = 12

const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')
const proofOf = (hex: string) => Buffer.from(hex, 'hex').subarray(0, PROOF_BYTES)

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/**
 * How a tap of one reader on a mailing's button is told of. It says which post and who, signed; where
 * the button leads stands in the post, so that nobody can make it lead elsewhere.
 */
export function tapOf(
  { config, secrets }: Pick<Io, 'secrets'> & { config: Pick<Config, 'https' | 'PUBLIC_URL'> },
  post_id: string,
  buyer_id: string,
): Tap {
  const who = Buffer.concat([bytesOf(post_id), bytesOf(buyer_id)])
  const proof = proofOf(secrets.hmac(PURPOSE, who.toString('hex')))
  const token = Buffer.concat([who, proof]).toString('base64url')
  // Telegram opens no link to a machine that the world cannot reach.
  return { token, link: config.https ? `${config.PUBLIC_URL}/r/${token}` : null }
}

/** Whose tap it is; undefined: the link was made up or changed. */
export function readClick(
  { secrets }: Pick<Io, 'secrets'>,
  token: string,
): { post_id: string; buyer_id: string } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== 2 * ID_BYTES + PROOF_BYTES) return undefined
  const who = bytes.subarray(0, 2 * ID_BYTES)
  const given = bytes.subarray(2 * ID_BYTES)
  const ours = secrets
    .hmacAll(PURPOSE, who.toString('hex'))
    .some((hex) => timingSafeEqual(proofOf(hex), given))
  if (!ours) return undefined
  return { post_id: idOf(who.subarray(0, ID_BYTES)), buyer_id: idOf(who.subarray(ID_BYTES)) }
}
