import { randomBytes } from 'node:crypto'
import type { Io } from '#server/io/io.ts'
import { SECRET_PREFIX } from './rules.ts'

const purpose = (endpoint_id: string) => `webhook ${endpoint_id}`

/** A new secret, in the clear and sealed for its address. */
export function makeSecret(io: Pick<Io, 'secrets'>, endpoint_id: string) {
  const secret = SECRET_PREFIX + randomBytes(32).toString('base64')
  return { secret, sealed: sealSecret(io, endpoint_id, secret) }
}

export const sealSecret = (io: Pick<Io, 'secrets'>, endpoint_id: string, secret: string): string =>
  io.secrets.encrypt(purpose(endpoint_id), secret)

export const openSecret = (io: Pick<Io, 'secrets'>, endpoint_id: string, sealed: string): string =>
  io.secrets.decrypt(purpose(endpoint_id), sealed)
