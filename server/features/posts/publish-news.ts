import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { lockPost, updatePost, type PostRow } from './store.ts'

/** Puts news into the bot, now or at its moment. Doing it again changes nothing. */
export async function publishNews(
  io: Io,
  organization: Organization,
  id: string,
): Promise<PostRow> {
  return inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization.id, id)
    if (!row) throw new Refusal('not_found')
    const now = io.clock.now()
    if (row.status !== 'draft') return row
    const waits = row.scheduled_at !== null && row.scheduled_at > now
    const next: PostRow = {
      ...row,
      status: waits ? 'scheduled' : 'sent',
      published_at: waits ? null : now,
      version: row.version + 1,
      updated_at: now,
    }
    await updatePost(tx, next)
    return next
  })
}
