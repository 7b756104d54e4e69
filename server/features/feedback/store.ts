/** Every SQL of the call-back requests. They are written once and never changed. */
import type { Db, Tx } from '#server/io/db.ts'

export type FeedbackRequest = { id: string; name: string; phone: string; created_at: Date }

export async function insertRequest(tx: Tx, request: FeedbackRequest): Promise<void> {
  await tx.insertInto('feedback_request').values(request).execute()
}

export async function findRequest(db: Db, id: string): Promise<FeedbackRequest | undefined> {
  return db.selectFrom('feedback_request').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The newest first. */
export async function listRequests(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ items: FeedbackRequest[]; total: number }> {
  const items = await db
    .selectFrom('feedback_request')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await db
    .selectFrom('feedback_request')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total }
}
