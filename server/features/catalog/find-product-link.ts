import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { selectLink } from './store.ts'

/** The page of a product on the web; null: it has none, or there is no such product any more. */
export async function findProductLink(
  io: Pick<Io, 'db'>,
  organization_id: string,
  id: string,
): Promise<string | null> {
  return (await selectLink(io.db, organization_id, id)) ?? null
}

/** Proves that a product of the shop has a page. Refuses: `validation_failed` at `path`. */
export async function requireProductLink(
  io: Pick<Io, 'db'>,
  organization_id: string,
  id: string,
  path: string,
): Promise<void> {
  const link = await selectLink(io.db, organization_id, id)
  if (link) return
  const code = link === undefined ? 'not_ours' : 'without_link'
  throw new Refusal('validation_failed', { fields: [{ path, code }] })
}
