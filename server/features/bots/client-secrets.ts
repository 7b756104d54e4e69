/** How what a messenger trusts us with is kept: sealed for one connection and no other. */
import type { Io } from '#server/io/io.ts'
import type { ClientRow } from './client-store.ts'

const purpose = (what: 'token' | 'secret', client_id: string) => `bot ${what} ${client_id}`

export const sealSecret = (
  io: Pick<Io, 'secrets'>,
  what: 'token' | 'secret',
  client_id: string,
  text: string,
): string => io.secrets.encrypt(purpose(what, client_id), text)

export const tokenOf = (
  io: Pick<Io, 'secrets'>,
  client: Pick<ClientRow, 'id' | 'token_sealed'>,
): string => io.secrets.decrypt(purpose('token', client.id), client.token_sealed)

export const hookSecretOf = (
  io: Pick<Io, 'secrets'>,
  client: Pick<ClientRow, 'id' | 'secret_sealed'>,
): string => io.secrets.decrypt(purpose('secret', client.id), client.secret_sealed)
