import { randomInt } from 'node:crypto'
import { PIN_DIGITS } from '#contract/limits.ts'
import { hashToken, newToken } from '#server/features/identity/tokens.ts'
import { hashSecret } from '#server/io/argon2.ts'
import { isWeakPin } from './rules.ts'

/** What opens a till, shown once: a person's PIN, or the token of an integration. */
export type CashierSecret =
  | { pin: string; pin_hash: string; token: null }
  | { pin: null; pin_hash: null; token: { text: string; hash: Buffer } }

/**
 * Makes a cashier's PIN and its hash, or an integration's token. Takes about 30 ms for a PIN, so
 * it is made before a transaction begins.
 */
export async function makeSecret(
  role: 'cashier' | 'senior' | 'integration',
): Promise<CashierSecret> {
  if (role === 'integration') {
    const text = newToken()
    return { pin: null, pin_hash: null, token: { text, hash: hashToken(text) } }
  }
  const pin = newPin()
  return { pin, pin_hash: await hashSecret(pin), token: null }
}

function newPin(): string {
  for (;;) {
    const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0')
    if (!isWeakPin(pin)) return pin
  }
}
