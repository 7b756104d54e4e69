/** Every SQL of the call-back requests. Of a written one only what came of it changes. */
import type { Db, Tx } from '#server/io/db.ts'

export type FeedbackRequest = { id: string; name: string; phone: string; created_at: Date }
export type AnsweredRequest = FeedbackRequest & { done_at: Date | null; note: string }

export async function insertRequest(tx: Tx, request: FeedbackRequest): Promise<void> {
  await tx.insertInto('feedback_request').values(request).execute()
}

const requests = (db: Db) =>
  db.selectFrom('feedback_request').select(['id', 'name', 'phone', 'created_at', 'done_at', 'note'])

export async function findRequest(db: Db, id: string): Promise<AnsweredRequest | undefined> {
  return requests(db).where('id', '=', id).executeTakeFirst()
}

/** The newest first. */
export async function listRequests(
  db: Db,
  { page, limit, state }: { page: number; limit: number; state?: 'open' | 'done' | undefined },
): Promise<{ items: AnsweredRequest[]; total: number }> {
  let items = requests(db)
  let count = db.selectFrom('feedback_request')
  if (state !== undefined) {
    const is = state === 'open' ? 'is' : 'is not'
    items = items.where('done_at', is, null)
    count = count.where('done_at', is, null)
  }
  const { total } = await count
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = await items
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items: shown, total }
}

/** False when there is no such request. */
export async function updateRequest(
  db: Db,
  id: string,
  changes: { done_at: Date | null; done_by: string | null; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feedback_request')
    .set(changes)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
