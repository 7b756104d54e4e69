/** Every SQL of the call-back requests. They are written once and never changed. */
import type { Db, Tx } from '#server/io/db.ts'

export type FeedbackRequest = { id: string; name: string; phone: string; created_at: Date }

export async function insertRequest(tx: Tx, request: FeedbackRequest): Promise<void> {
  await tx.insertInto('feedback_request').values(request).execute()
}

export async function findRequest(db: Db, id: string): Promise<FeedbackRequest | undefined> {
  return db.selectFrom('feedback_request').selectAll().where('id', '=', id).executeTakeFirst()
}
