/**
 * What Telegram tells a page of its bot about who opened it, and the proof that Telegram said so.
 * Source: core.telegram.org/bots/webapps "Validating data received via the Mini App".
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** A page may be open this long before it has to be opened anew. */
const AGE_MAX_MS = 60 * 60 * 1000
/** Two machines' clocks. */
const AHEAD_MS = 60 * 1000
const LENGTH_MAX = 4096

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Who opened the page; null when this bot's Telegram did not say so, or said it too long ago. */
export function readInitData(
  init_data: string,
  token: string,
  now: Date,
): { user_id: string } | null {
  if (init_data.length > LENGTH_MAX) return null
  const fields = new URLSearchParams(init_data)
  const keys = [...fields.keys()]
  // A field given twice could be read one way and signed another.
  if (new Set(keys).size !== keys.length) return null
  const hash = fields.get('hash') ?? ''
  if (!/^[0-9a-f]{64}$/.test(hash)) return null
  const told = Buffer.from(hash, 'hex')
  const text = [...fields]
    .filter(([key]) => key !== 'hash')
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')
  const right = hmac(hmac('WebAppData', token), text)
  if (!timingSafeEqual(told, right)) return null
  const at = Number(fields.get('auth_date')) * 1000
  const age = now.getTime() - at
  if (!(age <= AGE_MAX_MS && age >= -AHEAD_MS)) return null
  return userOf(fields.get('user') ?? '')
}

function userOf(json: string): { user_id: string } | null {
  try {
    const { id } = JSON.parse(json) as { id?: unknown }
    return typeof id === 'number' && Number.isSafeInteger(id) ? { user_id: String(id) } : null
  } catch {
    return null
  }
}
