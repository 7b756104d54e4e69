import type { PostOutcome } from '#server/io/post-out.ts'
import { signedHeaders } from './rules.ts'

/**
 * The receiver of demo shops, inside the program, so that nothing of theirs leaves it: does what a
 * receiver should, and answers by it. `secret` is the address's own.
 */
export function receiveSample(
  headers: Record<string, string>,
  body: string,
  secret: string,
  now: Date,
): PostOutcome {
  const wanted = signedHeaders(headers['webhook-id'] ?? '', now, body, [secret])
  const given = headers['webhook-signature']?.split(' ') ?? []
  const signed = given.includes(wanted['webhook-signature'] ?? '')
  return {
    problem: signed ? null : 'status',
    answer_status: signed ? 200 : 400,
    excerpt: signed ? 'sample receiver: signed' : 'sample receiver: not signed',
  }
}
