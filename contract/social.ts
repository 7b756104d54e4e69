/**
 * Signing in with Google and Facebook: authorization code, PKCE, state and nonce, all of it on our
 * server; no script of theirs on our pages.
 * Source: spec/api.md "User and session".
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { provider, user } from './user.ts'

/** A path of our own site to go to after sign-in; anything else leads to `/organizations`. */
const ownPath = z.string().max(500)

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/v1/user/providers',
  summary: 'Which social sign-ins this server is set up for; the others’ buttons are hidden',
  access: 'anyone',
  response: z.object({ google: z.boolean(), facebook: z.boolean() }),
})

export const unlinkProvider = endpoint({
  method: 'DELETE',
  path: '/api/v1/user/providers/{provider}',
  summary:
    'Take a social sign-in away; needs `verify` within five minutes and another way to sign in',
  access: 'owner',
  params: z.strictObject({ provider }),
  refusals: ['not_found', 'verification_required'],
})

const startQuery = z.strictObject({
  /** Where to go after sign-in: a path of our own site. */
  redirect: ownPath.optional(),
  /** `true`: add this social account to the one signed in now; needs `verifyUser` before. */
  link: z.enum(['true', 'false']).optional(),
})
/**
 * Go to `url`. The provider comes back to our page `/auth/google` or `/auth/facebook` with `code`
 * and `state` in the query; that page posts them with the same `redirect_uri`.
 */
const startAnswer = z.object({ url: z.string(), redirect_uri: z.string() })
const socialSignInBody = z.strictObject({
  code: z.string().min(1).max(2048),
  state: z.string().min(1).max(512),
  redirect_uri: z.string().max(500),
  /** The provider's name for itself, when it came back with one (RFC 9207). */
  iss: z.string().max(500).optional(),
})
/** `redirect` is the checked path given at the start, `/organizations` when there was none. */
const socialSignInAnswer = z.object({ user, redirect: z.string(), is_new: z.boolean() })

const startRefusals = ['provider_not_configured', 'provider_refused', 'rate_limited'] as const

export const startGoogle = endpoint({
  method: 'GET',
  path: '/api/v1/google/start',
  summary: 'Where to send the browser for signing in with Google',
  access: 'anyone',
  query: startQuery,
  response: startAnswer,
  refusals: startRefusals,
})

export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/api/v1/google/signin',
  summary: 'Finish signing in with Google; a stale or foreign state is `link_expired`',
  access: 'anyone',
  body: socialSignInBody,
  response: socialSignInAnswer,
  refusals: [...startRefusals, 'link_expired', 'email_taken', 'second_factor_required'],
})

export const startFacebook = endpoint({
  method: 'GET',
  path: '/api/v1/facebook/start',
  summary: 'Where to send the browser for signing in with Facebook',
  access: 'anyone',
  query: startQuery,
  response: startAnswer,
  refusals: startRefusals,
})

export const signInWithFacebook = endpoint({
  method: 'POST',
  path: '/api/v1/facebook/signin',
  summary: 'Finish signing in with Facebook; never joins an account by e-mail alone',
  access: 'anyone',
  body: socialSignInBody,
  response: socialSignInAnswer,
  refusals: [...startRefusals, 'link_expired', 'email_taken', 'second_factor_required'],
})
