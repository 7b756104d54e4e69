import type { Call } from '#server/io/http.ts'
import type { Io } from '#server/io/io.ts'
import { maskedAddress } from '#server/io/masked-address.ts'
import { Refusal } from '#server/io/refusal.ts'
import { readTokens } from './cookies.ts'
import * as store from './store.ts'
import { hashToken } from './tokens.ts'

/** Who signed in to the cabinet. Only `requireOwner` makes one. */
export type Owner = {
  user_id: string
  session_id: string
  email: string
  email_confirmed: boolean
  first_name: string
  last_name: string
  /** A language id of the wire: `ua-UA`, `ru-RU`, `en`… */
  language: string
  theme: string
  /** The e-mail is confirmed and named in PLATFORM_ADMIN_EMAILS; no call can set this. */
  is_platform_administrator: boolean
  /** Whether signing in asks for a code beside the password. */
  has_second_factor: boolean
  /** When a password or a provider last proved who sits there. */
  verified_at: Date
  /** Whether this session's cookies outlive the browser's. */
  remember: boolean
  /** Where this call came from, masked; a job that acts for an owner has none. */
  address?: string
}

/**
 * Tells who is calling by the access cookie. The session is looked up at each call, so an ended
 * one stops at once.
 * Refuses: `not_signed_in`.
 */
export async function requireOwner(io: Io, call: Call): Promise<Owner> {
  const { access } = readTokens(io.config, call)
  if (access === undefined) throw new Refusal('not_signed_in')
  const row = await store.findSignedIn(io.db, hashToken(access), io.clock.now())
  if (!row) throw new Refusal('not_signed_in')
  call.noteWho({ user_id: row.id })
  const email_confirmed = row.email_confirmed_at !== null
  const { session_id, email, first_name, last_name, language, theme, verified_at, remember } = row
  const has_second_factor = Boolean(row.has_second_factor)
  return {
    user_id: row.id,
    ...{ session_id, email, email_confirmed, first_name, last_name, language, theme },
    is_platform_administrator: email_confirmed && io.config.PLATFORM_ADMIN_EMAILS.includes(email),
    ...{ verified_at, remember, has_second_factor },
    address: maskedAddress(call.ip),
  }
}
