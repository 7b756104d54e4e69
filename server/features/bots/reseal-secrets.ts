import type { Io } from '#server/io/io.ts'
import { hookSecretOf, sealSecret, tokenOf } from './client-secrets.ts'
import { listAllClients, resealClient } from './client-store.ts'

/**
 * Seals every bot's token and secret anew where they are not under the first of SECRET_KEYS; the
 * bots go on working meanwhile. Answers how many were; afterwards older keys may be taken away.
 */
export async function resealSecrets(io: Pick<Io, 'db' | 'secrets'>): Promise<number> {
  let resealed = 0
  for (const client of await listAllClients(io.db)) {
    const sealed = [client.token_sealed, client.secret_sealed]
    if (!sealed.some((text) => io.secrets.isStale(text))) continue
    const done = await resealClient(io.db, client, {
      token_sealed: sealSecret(io, 'token', client.id, tokenOf(io, client)),
      secret_sealed: sealSecret(io, 'secret', client.id, hookSecretOf(io, client)),
    })
    if (done) resealed += 1
  }
  return resealed
}
