import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Keeps secrets with keys that can be rotated without downtime.
 *
 * `purpose` separates uses: what was sealed for one purpose opens for no other. Sealed text is
 * `v1:kid:nonce:ciphertext:tag` (AES-256-GCM); the first key of SECRET_KEYS seals, any opens.
 */
export type Secrets = {
  /** HMAC-SHA-256 of `text` by the first key, hex. Changes when a new key is put first. */
  hmac(purpose: string, text: string): string
  /** The same by every key, the first key's first: for looking up what an older key made. */
  hmacAll(purpose: string, text: string): string[]
  encrypt(purpose: string, text: string): string
  /** Throws when the text was changed, sealed for another purpose, or its key is gone. */
  decrypt(purpose: string, sealed: string): string
  /** True when `sealed` is not under the first key and should be sealed again. */
  isStale(sealed: string): boolean
}

type Key = { kid: string; derive(use: string): Buffer }

function readKey(text: string): Key {
  const [kid = '', base64 = ''] = text.split(':')
  const root = Buffer.from(base64, 'base64')
  if (root.length !== 32) throw new Error('SECRET_KEYS: a key must be 32 bytes')
  const derived = new Map<string, Buffer>()
  return {
    kid,
    derive(use) {
      const known = derived.get(use)
      if (known) return known
      const key = Buffer.from(hkdfSync('sha256', root, '', `verta ${use}`, 32))
      derived.set(use, key)
      return key
    },
  }
}

/** Opens the keys of `SECRET_KEYS`: `kid:base64,kid:base64`, the active one first. */
export function openSecrets(secret_keys: string): Secrets {
  const keys = secret_keys.split(',').map(readKey)
  const [active] = keys
  if (!active) throw new Error('SECRET_KEYS: there is no key')
  const hmacBy = (key: Key, purpose: string, text: string) =>
    createHmac('sha256', key.derive(`hmac ${purpose}`))
      .update(text)
      .digest('hex')

  return {
    hmac: (purpose, text) => hmacBy(active, purpose, text),
    hmacAll: (purpose, text) => keys.map((key) => hmacBy(key, purpose, text)),
    encrypt(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', active.derive(`seal ${purpose}`), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const parts = [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url'))
      return ['v1', active.kid, ...parts].join(':')
    },
    decrypt(purpose, sealed) {
      const [version, kid, nonce, text, tag] = sealed.split(':')
      const key = keys.find((candidate) => candidate.kid === kid)
      if (
        version !== 'v1' ||
        !key ||
        nonce === undefined ||
        text === undefined ||
        tag === undefined
      ) {
        throw new Error('sealed text of an unknown key or version')
      }
      const decipher = createDecipheriv(
        'aes-256-gcm',
        key.derive(`seal ${purpose}`),
        Buffer.from(nonce, 'base64url'),
        { authTagLength: 16 },
      )
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      const opened = [decipher.update(Buffer.from(text, 'base64url')), decipher.final()]
      return Buffer.concat(opened).toString('utf8')
    },
    isStale: (sealed) => sealed.split(':')[1] !== active.kid,
  }
}

/**
 * The keys to open: those of the configuration, or outside production ones made once and kept in
 * `data_dir`, so that development needs no set-up and survives a restart.
 */
export async function findSecretKeys(config: {
  SECRET_KEYS?: string | undefined
  DATA_DIR: string
  production: boolean
}): Promise<string> {
  if (config.SECRET_KEYS !== undefined) return config.SECRET_KEYS
  if (config.production) throw new Error('SECRET_KEYS: is missing (needed in production)')
  const file = join(config.DATA_DIR, 'secret-keys')
  await mkdir(config.DATA_DIR, { recursive: true })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `dev:${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  try {
    // A link appears whole or not at all: two processes that start together read the same keys.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return (await readFile(file, 'utf8')).trim()
}
