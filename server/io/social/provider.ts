import { cut, oneLine } from '#contract/plain-text.ts'

/** What a sign-in begins with; all of it is ours and is checked again at the end. */
type SocialStart = {
  redirect_uri: string
  state: string
  nonce: string
  /** The PKCE verifier; the provider is given only its SHA-256. */
  verifier: string
}

/** Who the provider says has signed in. `subject` is the identity; `email` is only a claim. */
export type SocialProfile = {
  subject: string
  email: string | undefined
  email_verified: boolean
  first_name: string
  last_name: string
}

/** A provider of sign-in by authorization code. Both calls throw when it refuses or is silent. */
export type SocialProvider = {
  /** The page to send the browser to. */
  authorizationUrl(start: SocialStart): Promise<string>
  /** Exchanges the code, on our own connection to the provider, for who it stands for. */
  readProfile(
    start: SocialStart,
    back: { code: string; iss: string | undefined },
  ): Promise<SocialProfile>
}

/** A provider that is silent longer than this refuses. */
export const SOCIAL_TIMEOUT_MS = 10_000

const emailPattern = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/

/** An e-mail as we write it, or undefined when the provider's word is not one. */
export function cleanEmail(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const email = value.trim().toLowerCase()
  return email.length <= 254 && emailPattern.test(email) ? email : undefined
}

/** A name as our own forms would take it. */
export function cleanName(value: unknown): string {
  return typeof value === 'string' ? cut(oneLine(value), 60) : ''
}
