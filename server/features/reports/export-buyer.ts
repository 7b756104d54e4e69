import type { FileAnswer } from '#contract/endpoint.ts'
import { noteLook } from '#server/features/buyers/note-look.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { selectBuyerData } from './buyer-store.ts'

/**
 * Everything that is kept of a buyer, to hand it over when they ask. Who took it is written down
 * before it is answered. Refuses: `buyer_not_found`, `rate_limited`.
 */
export async function exportBuyer(
  io: Io,
  by: { user_id: string; address?: string | undefined },
  key: { organization_id: string; buyer_id: string },
): Promise<FileAnswer> {
  const found = await selectBuyerData(io.db, key)
  if (found === undefined) throw new Refusal('buyer_not_found')
  await noteLook(io, by, key, 'data_exported')
  return {
    file_name: `buyer-${key.buyer_id}.json`,
    media_type: 'application/json; charset=utf-8',
    bytes: Buffer.from(found),
  }
}
