import type { Config } from '#server/io/config.ts'
import type { Call } from '#server/io/http.ts'
import { ACCESS_MS, IDLE_MS, PENDING_MS, SOCIAL_ATTEMPT_MS } from './rules.ts'

// `__Host-` makes browsers refuse the cookie from a subdomain, a plain connection or another path.
const nameOf = (config: Config, name: 'at' | 'rt' | 'oa' | 'sf') =>
  config.https ? `__Host-${name}` : name

const options = (config: Config) =>
  ({ path: '/', httpOnly: true, secure: config.https, sameSite: 'lax' }) as const

export type TokenPair = { access: string; refresh: string }

export function readTokens(config: Config, call: Call): Partial<TokenPair> {
  const access = call.cookie(nameOf(config, 'at'))
  const refresh = call.cookie(nameOf(config, 'rt'))
  return { ...(access !== undefined && { access }), ...(refresh !== undefined && { refresh }) }
}

/** Gives the browser a pair. Without `remember` both cookies end with the browser's session. */
export function setTokens(config: Config, call: Call, pair: TokenPair, remember: boolean): void {
  const age = (ms: number) => (remember ? { maxAge: Math.floor(ms / 1000) } : {})
  call.setCookie(nameOf(config, 'at'), pair.access, { ...options(config), ...age(ACCESS_MS) })
  call.setCookie(nameOf(config, 'rt'), pair.refresh, { ...options(config), ...age(IDLE_MS) })
}

export function clearTokens(config: Config, call: Call): void {
  call.clearCookie(nameOf(config, 'at'), options(config))
  call.clearCookie(nameOf(config, 'rt'), options(config))
}

/** Which browser a social sign-in began in. */
export const readBrowser = (config: Config, call: Call) => call.cookie(nameOf(config, 'oa'))

export function setBrowser(config: Config, call: Call, browser: string): void {
  const maxAge = SOCIAL_ATTEMPT_MS / 1000
  call.setCookie(nameOf(config, 'oa'), browser, { ...options(config), maxAge })
}

/** The sign-in of this browser that waits for its second factor. */
export const readPending = (config: Config, call: Call) => call.cookie(nameOf(config, 'sf'))

export function setPending(config: Config, call: Call, pending: string): void {
  call.setCookie(nameOf(config, 'sf'), pending, { ...options(config), maxAge: PENDING_MS / 1000 })
}

export const clearPending = (config: Config, call: Call): void =>
  call.clearCookie(nameOf(config, 'sf'), options(config))
