import { createHash } from 'node:crypto'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { subscriberOf, takeRate } from '#server/io/rate-limit.ts'

/** From where a call came, as the list of sessions tells it. */
export function visitorOf(call: Call): { ip: string; user_agent: string } {
  return { ip: call.ip, user_agent: (call.header('user-agent') ?? '').slice(0, 300) }
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/**
 * Takes one of `limit` tries that an address has for `what` in `window_seconds`. Outside production
 * the own machine is not limited, so that trying the product out never meets a lock.
 * Refuses: `rate_limited`.
 */
export async function takeVisitorRate(
  io: Io,
  call: Call,
  what: string,
  limit: number,
  window_seconds: number,
): Promise<void> {
  if (!io.config.production && loopback.test(call.ip)) return
  await takeRate(io, `${what} of ${subscriberOf(call.ip)}`, limit, window_seconds)
}

/** The key of an address in the guard: no e-mail can be read from it at a glance. */
export const hashEmail = (email: string): Buffer =>
  createHash('sha256').update(`sign in ${email}`).digest()
