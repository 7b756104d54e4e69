import type { Tx } from '#server/io/db.ts'

/** Hides every organization of an account, as deleting one does. Answers how many. */
export async function markOwnedDeleted(tx: Tx, owner_id: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('organization')
    .set({ deleted_at: now, updated_at: now })
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
