import { noteAct } from '#server/features/audit/note-act.ts'
import type { Owner } from '#server/features/identity/require-owner.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { countReached } from './estimate-mailing.ts'
import { lockPost, updatePost, type PostRow } from './store.ts'

/** Long enough to see a mistake and take it back. */
export const UNDO_MS = 10_000
/** So many are not written to before somebody has seen the message in a chat. */
const UNTRIED_MAX = 1000

/**
 * Lets a mailing go: in ten seconds, or at its moment. Asking again changes nothing.
 * Refuses: `email_unconfirmed`, `not_found`, `validation_failed` when nobody would get it or when
 * too many would get what nobody has tried, `segment_too_heavy`.
 */
export async function startMailing(
  io: Io,
  organization: Organization,
  owner: Owner,
  post: PostRow,
): Promise<PostRow> {
  if (post.status !== 'draft') return post
  if (!owner.email_confirmed) throw new Refusal('email_unconfirmed')
  const reach = await countReached(io, organization, post)
  // By the time it begins the week of those who have had enough may be over.
  const reached = reach.reached + reach.capped
  if (reached === 0) throw faulty('segment_id', 'nobody_reached')
  if (reached > UNTRIED_MAX && post.tested_at === null) throw faulty('test_phone', 'try_first')
  return inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization.id, post.id)
    if (!row) throw new Refusal('not_found')
    if (row.status !== 'draft') return row
    const now = io.clock.now()
    const soon = new Date(now.getTime() + UNDO_MS)
    const begins = row.scheduled_at !== null && row.scheduled_at > soon ? row.scheduled_at : soon
    const next: PostRow = {
      ...row,
      ...{ status: 'scheduled', scheduled_at: begins, failure: null },
      ...{ version: row.version + 1, updated_at: now },
    }
    await updatePost(tx, next)
    const act = { organization_id: organization.id, by: owner, facts: { buyers: reached } }
    await noteAct(tx, { ...act, act: 'mailing_started' }, now)
    const payload = { organization_id: organization.id, post_id: row.id }
    await io.jobs.send('posts.feed', payload, { tx, start_after: begins })
    return next
  })
}

const faulty = (path: string, code: string) =>
  new Refusal('validation_failed', { fields: [{ path, code }] })
