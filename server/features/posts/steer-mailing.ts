import {
  takeBackAdvertising,
  withdrawAdvertising,
} from '#server/features/bots/queue-advertising.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { inTransaction, type Tx } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { sourceOf, statusAt } from './rules.ts'
import { freeFeedTurn, letWait, skipWaiting } from './recipient-store.ts'
import { UNDO_MS } from './start-mailing.ts'
import { lockPost, updatePost, type PostRow } from './store.ts'

type Step = (tx: Tx, row: PostRow, now: Date) => Promise<Partial<PostRow>>

async function steer(io: Io, organization: Organization, id: string, step: Step): Promise<PostRow> {
  return inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization.id, id)
    if (!row) throw new Refusal('not_found')
    const now = io.clock.now()
    const changes = await step(tx, row, now)
    const next = { ...row, ...changes, version: row.version + 1, updated_at: now }
    await updatePost(tx, next)
    return next
  })
}

/** Nothing leaves until it is resumed, but what is at the messenger's door. Refuses: `post_state`. */
export const pauseMailing = (io: Io, organization: Organization, id: string): Promise<PostRow> =>
  steer(io, organization, id, async (tx, row) => {
    if (row.status !== 'sending') throw new Refusal('post_state')
    const key = { organization_id: organization.id, post_id: id }
    await letWait(tx, key, await withdrawAdvertising(tx, organization.id, sourceOf(id)))
    return { status: 'paused' }
  })

/** Goes on where it was paused. Refuses: `post_state`. */
export const resumeMailing = (io: Io, organization: Organization, id: string): Promise<PostRow> =>
  steer(io, organization, id, async (tx, row) => {
    if (row.status !== 'paused') throw new Refusal('post_state')
    const key = { organization_id: organization.id, post_id: id }
    await freeFeedTurn(tx, key)
    await io.jobs.send('posts.feed', key, { tx })
    return { status: 'sending' }
  })

/**
 * Before it has begun: makes it a draft again, and nobody has got anything. Later: nobody else gets
 * it. Refuses: `post_state`.
 */
export const stopMailing = (io: Io, organization: Organization, id: string): Promise<PostRow> =>
  steer(io, organization, id, async (tx, row, now) => {
    if (statusAt(row, now) === 'scheduled') {
      const planned =
        row.scheduled_at !== null && row.scheduled_at.getTime() > now.getTime() + UNDO_MS
      return { status: 'draft', scheduled_at: planned ? row.scheduled_at : null }
    }
    if (row.status !== 'sending' && row.status !== 'paused') throw new Refusal('post_state')
    const key = { organization_id: organization.id, post_id: id }
    await skipWaiting(tx, key, 'stopped', now)
    await takeBackAdvertising(tx, organization.id, sourceOf(id))
    await freeFeedTurn(tx, key)
    // What a messenger is being told right now is still to be written down.
    await io.jobs.send('posts.feed', key, { tx })
    return { status: 'sending', stopped_at: now }
  })
