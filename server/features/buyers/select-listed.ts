import type { Io } from '#server/io/io.ts'
import { selectListedIds } from './list-store.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** The ids of the list as it is searched, in pages, in one order. */
export async function* selectListed(
  io: Pick<Io, 'db'>,
  organization_id: string,
  ask: { q?: string | undefined; status?: string | undefined; tag?: string | undefined },
  limit = 5000,
): AsyncGenerator<string[]> {
  for (let after = NO_ID; ;) {
    const ids = await selectListedIds(io.db, { ...ask, organization_id }, after, limit)
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}
