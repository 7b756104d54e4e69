import type { Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { changeTag } from './import-store.ts'

/** Gives these buyers a tag, or takes it off, as a part of a transaction; safe to repeat. */
export async function tagMany(
  io: Pick<Io, 'clock'>,
  tx: Tx,
  by: { organization_id: string; user_id: string },
  buyer_ids: readonly string[],
  { tag, remove }: { tag: string; remove: boolean },
): Promise<void> {
  await changeTag(tx, by.organization_id, buyer_ids, { tag, remove }, io.clock.now())
}
