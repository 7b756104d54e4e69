import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.ts'

// OWASP's smallest argon2id: 19 MiB, two passes, one lane; about 30 ms on one core.
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

// At most two hashes run at once and 32 wait: a login flood must not starve the tills, which
// share the same cores. Whoever comes later is told to try again.
const lanes = 2
const queueMax = 32
let running = 0
const waiting: (() => void)[] = []

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (running >= lanes) {
    if (waiting.length >= queueMax) throw new Refusal('rate_limited', { retry_after: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    // The lane is handed to the next in line, or given up.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

type Cost = { memory: number; passes: number; parallelism: number; tagLength: number }

function derive(secret: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFC, so that «й» typed on two systems is one password.
    const parameters = { message: secret.normalize('NFC'), nonce, ...cost }
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/**
 * Hashes a password or PIN with argon2id; answers a PHC string.
 * Refuses: `rate_limited` when too many hashes wait already.
 */
export function hashSecret(secret: string): Promise<string> {
  return inLane(async () => {
    const nonce = randomBytes(16)
    const key = await derive(secret, nonce, { memory, passes, parallelism, tagLength })
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(key)}`
  })
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Tells whether `secret` is the one of `hash`. Without a hash (nobody has that name, or no
 * password) it works as long as with one and answers false, so that time tells nothing.
 * Refuses: `rate_limited` when too many hashes wait already.
 */
export function checkSecret(hash: string | null | undefined, secret: string): Promise<boolean> {
  return inLane(async () => {
    const [, m, t, p, nonce, key] = phc.exec(hash ?? '') ?? []
    if (nonce === undefined || key === undefined) {
      await derive(secret, randomBytes(16), { memory, passes, parallelism, tagLength })
      return false
    }
    const expected = Buffer.from(key, 'base64')
    const derived = await derive(secret, Buffer.from(nonce, 'base64'), {
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: expected.length,
    })
    return timingSafeEqual(derived, expected)
  })
}
