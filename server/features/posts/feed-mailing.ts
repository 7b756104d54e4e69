import { leadButton } from '#server/features/bots/lead-button.ts'
import { queueAdvertising } from '#server/features/bots/queue-advertising.ts'
import { requireRoomForMessages } from '#server/features/bots/require-room-for-messages.ts'
import { loadProgramOf } from '#server/features/program/load-program-of.ts'
import { readSettings } from '#server/features/program/read-settings.ts'
import { selectSegment } from '#server/features/segments/select-segment.ts'
import type { OrganizationId } from '#server/features/organizations/rules.ts'
import { inTransaction } from '#server/io/db.ts'
import type { Io } from '#server/io/io.ts'
import { Refusal } from '#server/io/refusal.ts'
import { audienceOf } from './audience-of.ts'
import { composeMailing } from './compose-mailing.ts'
import {
  collectOutcomes,
  insertRecipients,
  lockWaiting,
  markHanded,
  readProgress,
  refreshPlans,
  skipWaiting,
} from './recipient-store.ts'
import { sourceOf } from './rules.ts'
import { findPost, findShop, lockPost, updatePost, type PostRow, type Shop } from './store.ts'

/**
 * How many messages of one mailing lie in the outbox of one bot at most: longer than a look may be
 * late, so that the bot never waits for it; few enough that mailings of one bot take turns.
 */
const WINDOW = 250
/** So many are handed over in one transaction: the first ones leave while the next are written. */
const HANDED_AT_ONCE = 500
const NEXT_LOOK_MS = 1_000

type Key = { organization_id: string; post_id: string }

/**
 * One step of a mailing: begins it when its moment has come, writes down what became of the messages
 * that are out, hands over the next ones, and comes again until nobody is left. May run twice and
 * beside itself: who is handed over is marked in the transaction that writes the message.
 */
export async function feedMailing(io: Io, key: Key, window = WINDOW): Promise<void> {
  const shop = await findShop(io.db, key.organization_id)
  const found = shop && (await findPost(io.db, key.organization_id, key.post_id))
  if (!shop || !found || found.type !== 'manual_notification') return
  if (found.status === 'scheduled') await begin(io, shop, found)
  const post = await findPost(io.db, key.organization_id, key.post_id)
  if (!post || !['sending', 'paused'].includes(post.status)) return
  await collectOutcomes(io.db, key, io.clock.now())
  if (post.status === 'sending') {
    await refreshPlans(io.db)
    while ((await handOver(io, shop, post, window)) > 0) await refreshPlans(io.db)
  }
  const { waiting, handed, due_at } = await readProgress(io.db, key)
  if (waiting + handed === 0) return finish(io, key)
  if (post.status === 'paused' && handed === 0) return
  const soon = new Date(io.clock.now().getTime() + NEXT_LOOK_MS)
  // Through the quiet hours nothing is due: there is nothing to look for either.
  const start_after = due_at !== null && due_at > soon ? due_at : soon
  await io.jobs.send('posts.feed', key, { start_after })
}

/** Chooses the recipients, once; a crash between pages chooses the rest. */
async function begin(io: Io, shop: Shop, post: PostRow): Promise<void> {
  const now = io.clock.now()
  if (post.scheduled_at !== null && post.scheduled_at > now) return
  const key = { organization_id: shop.id, post_id: post.id }
  const { notifications } = await readSettings(io.db, shop)
  const ask = {
    bot_id: post.bot_id,
    preferred: notifications.preferred_channel,
    control_percent: post.control_percent,
  }
  let failure: string | null = null
  try {
    for await (const buyer_ids of selectSegment(io, shop, audienceOf(post))) {
      await insertRecipients(io.db, key, { ...ask, buyer_ids })
    }
    const { waiting } = await readProgress(io.db, key)
    const organization = { id: shop.id as OrganizationId, timezone: shop.timezone }
    await inTransaction(io.db, (tx) => requireRoomForMessages(tx, organization, waiting, now))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    failure = error.code
  }
  await inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, shop.id, post.id)
    // Taken back in the last moment: nobody has got anything.
    if (row?.status !== 'scheduled') return
    if (failure !== null) await skipWaiting(tx, key, failure, now)
    await updatePost(tx, {
      ...row,
      status: failure === null ? 'sending' : 'failed',
      ...{ failure, published_at: now, version: row.version + 1, updated_at: now },
    })
  })
}

/**
 * Fills the windows of the bots: the message and the mark are one transaction. Answers how many were
 * handed over.
 */
async function handOver(io: Io, shop: Shop, post: PostRow, window: number): Promise<number> {
  const key = { organization_id: shop.id, post_id: post.id }
  const loaded = await loadProgramOf(io, shop.id)
  if (!loaded) return 0
  const { program } = loaded
  const led = { ...post, ...(await leadButton(io, shop.id, post)) }
  return inTransaction(io.db, async (tx) => {
    // Whoever pauses or stops it waits for this, or this sees it.
    const row = await lockPost(tx, shop.id, post.id)
    if (row?.status !== 'sending' || row.stopped_at !== null) return 0
    const next = await lockWaiting(tx, key, { window, limit: HANDED_AT_ONCE })
    if (next.length === 0) return 0
    const pieces = await Promise.all(
      next.map(async (reader) => ({
        ...reader,
        message: await composeMailing(io, { post: led, program, shop: shop.name }, reader),
      })),
    )
    const about = { kind: 'mailing', source: sourceOf(post.id) }
    const ids = await queueAdvertising(io, tx, shop.id, about, pieces)
    const handedNow = next.map(({ buyer_id }, place) => ({
      buyer_id,
      message_id: ids[place] as string,
    }))
    await markHanded(tx, key, handedNow)
    return next.length
  })
}

async function finish(io: Io, { organization_id, post_id }: Key): Promise<void> {
  const now = io.clock.now()
  await inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization_id, post_id)
    if (!row || !['sending', 'paused'].includes(row.status)) return
    await updatePost(tx, {
      ...row,
      ...{ status: 'sent', finished_at: now, version: row.version + 1, updated_at: now },
    })
  })
}
