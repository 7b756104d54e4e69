/**
 * The PIN without a line: a slow hash of it on this device, made when the server has taken it. It
 * opens the till for sales that wait and nothing else: every call still needs the token, and after
 * five misses only the server decides. Decision 0054.
 */
import { getSession } from './session.ts'

type Proof = { cashier_id: string; salt: string; hash: string; misses: number }

const KEY = 'till_pin'
const ROUNDS = 600_000
const MISSES_MAX = 5

const encode = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const decode = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const typed = new TextEncoder().encode(pin)
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ROUNDS }
  return encode(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)))
}

const readProof = (): Proof | null => {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Proof | null
  } catch {
    return null
  }
}

/** After the server took the PIN. Plain http away from localhost has no such means: then none is kept. */
export async function keepPin(cashier_id: string, pin: string): Promise<void> {
  if (!('subtle' in crypto)) return
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const proof: Proof = { cashier_id, salt: encode(salt), hash: await hashOf(pin, salt), misses: 0 }
  // Who signed in may have left again while this was counted.
  if (getSession()?.manager.id === cashier_id) localStorage.setItem(KEY, JSON.stringify(proof))
}

export const forgetPin = (): void => localStorage.removeItem(KEY)

/** Whether it is the PIN of the cashier whose till this is. */
export async function checkPin(pin: string): Promise<'right' | 'wrong' | 'spent' | 'unknown'> {
  const proof = readProof()
  if (!proof || proof.cashier_id !== getSession()?.manager.id) return 'unknown'
  if (proof.misses >= MISSES_MAX) return 'spent'
  // A miss is written down before it is known, so that a reload gives no more tries.
  localStorage.setItem(KEY, JSON.stringify({ ...proof, misses: proof.misses + 1 }))
  if ((await hashOf(pin, decode(proof.salt))) !== proof.hash) {
    return proof.misses + 1 >= MISSES_MAX ? 'spent' : 'wrong'
  }
  localStorage.setItem(KEY, JSON.stringify({ ...proof, misses: 0 }))
  return 'right'
}
