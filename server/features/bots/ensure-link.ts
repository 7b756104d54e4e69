import { randomBytes } from 'node:crypto'
import type { Io } from '#server/io/io.ts'
import { SLUG_LENGTH, slugOf } from './rules.ts'
import { putLink } from './store.ts'

/** The short name of a shop or of its point of sale in links; made at the first asking. */
export async function ensureLink(
  io: Pick<Io, 'db' | 'clock'>,
  organization_id: string,
  pos_id: string | null,
): Promise<string> {
  const slug = slugOf(randomBytes(SLUG_LENGTH))
  const row = await putLink(io.db, { slug, organization_id, pos_id }, io.clock.now())
  return row.slug
}
