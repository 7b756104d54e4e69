import { randomInt } from 'node:crypto'
import type { Io } from '#server/io/io.ts'
import { insertCode } from './code-store.ts'
import { isOneTimeCode, qrOfCode } from './rules.ts'

/** The purpose under which codes are hashed; a code of one shop says nothing in another. */
export const codeText = (organization_id: string, code: string) => `${organization_id} ${code}`
export const CODE_PURPOSE = 'buyer code'

/**
 * Gives a buyer a one-time code: 8 digits to say and 13 for the QR. Only its HMAC is kept.
 * Earlier codes of the buyer live until their own end.
 */
export async function issueCode(
  io: Io,
  ask: { organization_id: string; buyer_id: string; ttl_seconds: number },
): Promise<{ code: string; qr: string; expires_at: Date }> {
  const now = io.clock.now()
  const expires_at = new Date(now.getTime() + ask.ttl_seconds * 1000)
  for (;;) {
    const code = String(randomInt(10_000_000, 100_000_000))
    if (!isOneTimeCode(code)) continue
    const code_hash = io.secrets.hmac(CODE_PURPOSE, codeText(ask.organization_id, code))
    const { organization_id, buyer_id } = ask
    const kept = await insertCode(io.db, { organization_id, code_hash, buyer_id, expires_at }, now)
    if (kept) return { code, qr: qrOfCode(code), expires_at }
  }
}
