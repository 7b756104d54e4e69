import { isOwnAddress } from '#contract/redirect.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import { takeVisitorRate } from './visitor.ts'

const RESET_PAGE = '/auth/reset-password'

/**
 * Has a reset link mailed. Everything that depends on whether the account exists happens in the
 * job, so neither the answer nor its time tells. The link is built from PUBLIC_URL; `redirect_url`
 * is only checked to be ours.
 * Refuses: `validation_failed`, `rate_limited`.
 */
export async function forgotPassword(
  io: Io,
  call: Call,
  ask: { email: string; redirect_url: string },
): Promise<void> {
  if (!isOurs(io, call, ask.redirect_url)) {
    const fields = [{ path: 'redirect_url', code: 'not_our_address' }]
    throw new Refusal('validation_failed', { fields })
  }
  await takeVisitorRate(io, call, 'forgot', 20, 3600)
  await takeRate(io, `forgot of ${ask.email}`, 3, 3600)
  const email_sealed = io.secrets.encrypt('identity.forgot', ask.email)
  await io.jobs.send('identity.forgot', { email_sealed })
}

function isOurs(io: Io, call: Call, redirect_url: string): boolean {
  if (isOwnAddress(io.config.PUBLIC_URL, redirect_url, RESET_PAGE)) return true
  // While trying the product out by another name of this machine, the page's own host is ours.
  const host = call.header('host')
  if (io.config.production || host === undefined || !URL.canParse(`http://${host}`)) return false
  return isOwnAddress(`http://${host}`, redirect_url, RESET_PAGE)
}
