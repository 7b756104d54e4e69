import type { Io } from '#server/io/io.ts'
import { openSecret, sealSecret } from './secrets.ts'
import { listSealed, resealEndpoint } from './store.ts'

/**
 * Seals every secret anew where it is not under the first of SECRET_KEYS. Answers how many were;
 * afterwards older keys may be taken away.
 */
export async function resealEndpoints(io: Pick<Io, 'db' | 'secrets'>): Promise<number> {
  let resealed = 0
  for (const row of await listSealed(io.db)) {
    const { id, secret_sealed, previous_sealed } = row
    const stale = io.secrets.isStale(secret_sealed)
    if (!stale && (previous_sealed === null || !io.secrets.isStale(previous_sealed))) continue
    const again = (sealed: string) => sealSecret(io, id, openSecret(io, id, sealed))
    const done = await resealEndpoint(io.db, row, {
      secret_sealed: again(secret_sealed),
      previous_sealed: previous_sealed === null ? null : again(previous_sealed),
    })
    if (done) resealed += 1
  }
  return resealed
}
