import type { Io } from '#server/io/io.ts'
import type { ConfirmationKey } from './confirmation-store.ts'

const PURPOSE = 'spend confirmation'

/**
 * The 4 digits of a waiting, the present key's first. They are made from its id and a key of ours,
 * so that nothing in the database tells them.
 */
export const codesOf = (
  io: Pick<Io, 'secrets'>,
  { organization_id, receipt_id }: ConfirmationKey,
): string[] =>
  io.secrets
    .hmacAll(PURPOSE, `${organization_id} ${receipt_id}`)
    .map((hex) => String(Number.parseInt(hex.slice(0, 12), 16) % 10_000).padStart(4, '0'))
