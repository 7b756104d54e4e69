import { createHmac } from 'node:crypto'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const GIVE_UP_MS = 72 * HOUR_MS
/** How long a former secret signs beside the new one. */
export const BOTH_SECRETS_MS = 24 * HOUR_MS
export const SECRET_PREFIX = 'whsec_'

// Twice as long each time, from a minute, and at most six hours: some twenty tries in three days.
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

/** How long to wait after the try of this number (from 1) failed. */
export const waitAfter = (attempts: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 30), LONGEST_WAIT_MS)

/** What becomes of a delivery whose try failed. */
export function afterFailure(
  attempts: number,
  now: Date,
  give_up_at: Date,
): { status: 'pending'; next_at: Date } | { status: 'failed' } {
  if (now >= give_up_at) return { status: 'failed' }
  const next = Math.min(now.getTime() + waitAfter(attempts), give_up_at.getTime())
  return { status: 'pending', next_at: new Date(next) }
}

/**
 * The headers of Standard Webhooks: HMAC-SHA256 of `id.seconds.body`, by each secret, with a space
 * between.
 */
export function signedHeaders(
  id: string,
  now: Date,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
  }
}
