import type { Io } from '#server/io/io.ts'
import * as factors from './second-factor-store.ts'
import { openSecret, sealSecret } from './use-code.ts'

/**
 * Seals the keys of second factors anew where they are not under the first of SECRET_KEYS.
 * Answers how many were.
 */
export async function resealSecondFactors(io: Pick<Io, 'db' | 'secrets'>): Promise<number> {
  let resealed = 0
  for (const { user_id, secret_sealed } of await factors.listSealed(io.db)) {
    if (!io.secrets.isStale(secret_sealed)) continue
    const anew = sealSecret(io, openSecret(io, secret_sealed))
    if (await factors.reseal(io.db, user_id, secret_sealed, anew)) resealed += 1
  }
  return resealed
}
