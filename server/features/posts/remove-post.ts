import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { deletePost, lockPost } from './store.ts'

/**
 * Takes a post away with what is known of its recipients; what was sent stays in the chats. One
 * that is gone already is no matter.
 * Refuses: `post_state` for a mailing that is being sent or about to be: it is stopped first.
 */
export async function removePost(io: Io, organization: Organization, id: string): Promise<void> {
  await inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization.id, id)
    if (!row) return
    const busy = ['scheduled', 'sending', 'paused'].includes(row.status)
    if (row.type !== 'news' && busy) throw new Refusal('post_state')
    await deletePost(tx, organization.id, id)
  })
}
