import { ownPath } from '#contract/redirect.ts'
import type { Provider } from '#contract/user.ts'
import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import type { Social } from '#server/io/social/open-social.ts'
import { readBrowser, setBrowser } from './cookies.ts'
import { requireOwner } from './require-owner.ts'
import { requireVerified } from './require-verified.ts'
import { after, SOCIAL_ATTEMPT_MS } from './rules.ts'
import * as store from './store.ts'
import { hashToken, newToken } from './tokens.ts'
import { takeVisitorRate } from './visitor.ts'

const HOME = '/organizations'

/**
 * Begins a social sign-in: state, nonce and PKCE verifier stay with us, bound to this browser by
 * a cookie of ten minutes; only what the provider must see leaves.
 * Refuses: `provider_not_configured`, `provider_refused`, `rate_limited`; with `link` also
 * `not_signed_in` and `verification_required`.
 */
export async function startProvider(
  io: Io,
  social: Social,
  call: Call,
  provider: Provider,
  ask: { redirect?: string | undefined; link: boolean },
): Promise<{ url: string; redirect_uri: string }> {
  const chosen = social[provider]
  if (!chosen) throw new Refusal('provider_not_configured')
  await takeVisitorRate(io, call, 'social start', 30, 600)
  const owner = ask.link ? await requireOwner(io, call) : undefined
  if (owner) requireVerified(io, owner)

  const redirect_uri = `${io.config.PUBLIC_URL}/auth/${provider}`
  const start = { redirect_uri, state: newToken(), nonce: newToken(), verifier: newToken() }
  const url = await chosen.authorizationUrl(start).catch((error: unknown) => {
    io.log.warn({ provider, err: error }, 'a sign-in provider could not be reached')
    throw new Refusal('provider_refused')
  })
  const known = readBrowser(io.config, call)
  const browser = known !== undefined && /^[\w-]{43}$/.test(known) ? known : newToken()
  await store.insertAttempt(io.db, {
    state_hash: hashToken(start.state),
    browser_hash: hashToken(browser),
    provider,
    nonce: start.nonce,
    verifier_sealed: io.secrets.encrypt('identity.social', start.verifier),
    redirect_uri,
    redirect: ownPath(ask.redirect) ?? HOME,
    link_user_id: owner?.user_id ?? null,
    expires_at: after(io.clock.now(), SOCIAL_ATTEMPT_MS),
  })
  setBrowser(io.config, call, browser)
  return { url, redirect_uri }
}
