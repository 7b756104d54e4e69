/**
 * Codes of an app by RFC 6238 as apps understand it: SHA-1, six digits, half a minute. Kept here:
 * a code is of one step, and a step is taken once.
 */
import { Secret, TOTP } from 'otpauth'

const STEP_SECONDS = 30
/** Steps before and after the present one whose codes are taken: clocks differ, people are slow. */
const WINDOW = 1
const ISSUER = 'Verta'
/** The length of the key that RFC 4226 recommends. */
export const SECRET_BYTES = 20
export const RECOVERY_CODES = 10
/** 80 bits each. */
export const RECOVERY_BYTES = 10

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS })

/** The key as apps and people write it. */
export const writeSecret = (bytes: Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32

/** What an app reads from the QR. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString()

/**
 * The step whose code this is, or undefined: it must be a code of the key, of about now, and later
 * than `last_step`.
 */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  last_step: number,
): number | undefined {
  // The library compares bytes of equal length only.
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW })
  if (delta === null) return undefined
  const step = Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
  return step > last_step ? step : undefined
}

// Without the signs that people take for others.
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten bytes as a recovery code that can be typed off paper: «7k2m-…», four groups of four. */
export function writeRecoveryCode(bytes: Uint8Array): string {
  let rest = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  let signs = ''
  for (let n = 0; n < 16; n += 1) {
    signs = (SIGNS[Number(rest & 31n)] ?? '') + signs
    rest >>= 5n
  }
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/** What was typed: six digits of the app, or sixteen signs of a recovery code, however spaced. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | undefined {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  const likely = code.replaceAll('o', '0').replace(/[il]/g, '1')
  return /^[0-9a-hjkmnp-tv-z]{16}$/.test(likely) ? { kind: 'recovery', code: likely } : undefined
}
