import type { z } from 'zod'
import { POSTS_MAX } from '#contract/limits.ts'
import type { createPost as createEndpoint, updatePost as updateEndpoint } from '#contract/posts.ts'
import { requireProductLink } from '#server/features/catalog/find-product-link.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { requireSegment } from '#server/features/segments/select-segment.ts'
import { inTransaction } from '#server/io/db.ts'
import { newId } from '#server/io/id.ts'
import { keepImage, requireOwnImage } from '#server/io/images.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { Refusal } from '#server/io/refusal.ts'
import {
  emptyContent,
  faultsOf,
  readMoment,
  statusAt,
  type PostContent,
  type PostType,
} from './rules.ts'
import { countPosts, hasBot, insertPost, lockPost, updatePost, type PostRow } from './store.ts'

const PICTURES_PER_HOUR = 120

type Created = z.output<(typeof createEndpoint)['form']>
type Changed = z.output<(typeof updateEndpoint)['form']>
type Given<Fields> = { fields: Fields; image: Buffer | null }

/**
 * Writes a post; it stays a draft until it is sent.
 * Refuses: `validation_failed`, `not_found` for a bot or a segment that is not the shop's,
 * `in_use` when there are too many, and what a picture may be refused for.
 */
export async function createPost(
  io: Io,
  organization: Organization,
  owner: { user_id: string },
  bot_id: string | null,
  { fields, image }: Given<Created>,
): Promise<PostRow> {
  if ((await countPosts(io.db, organization.id)) >= POSTS_MAX) throw new Refusal('storage_full')
  const { type, ...given } = fields
  const empty = { ...emptyContent, text: given.text }
  // The seed names the bot of a new post in its address.
  if (bot_id !== null) Object.assign(given, { bot_id })
  const content = await contentOf(io, organization, type, empty, { fields: given, image })
  const now = io.clock.now()
  const row: PostRow = {
    ...{ organization_id: organization.id, id: newId(now), type, version: 1 },
    ...{ status: 'draft', ...content, published_at: null, finished_at: null, stopped_at: null },
    ...{ failure: null, tested_at: null, created_by: owner.user_id },
    ...{ created_at: now, updated_at: now },
  }
  await insertPost(io.db, row)
  return row
}

/**
 * Changes a post: news at any time, a mailing while it is a draft. `clear` empties fields.
 * Refuses: `version_conflict` with `showNow` of the present one, `post_state`, and as above.
 */
export async function changePost(
  io: Io,
  organization: Organization,
  id: string,
  { fields, image }: Given<Changed>,
  showNow: (row: PostRow) => Promise<unknown>,
): Promise<PostRow> {
  const { version, ...given } = fields
  let stale: PostRow | undefined
  const changed = await inTransaction(io.db, async (tx) => {
    const row = await lockPost(tx, organization.id, id)
    if (!row) throw new Refusal('not_found')
    if (row.version !== version) {
      stale = row
      return undefined
    }
    const now = io.clock.now()
    if (row.type !== 'news' && row.status !== 'draft') throw new Refusal('post_state')
    const content = await contentOf(io, organization, row.type, row, { fields: given, image })
    const waits = row.status === 'scheduled' && statusAt(row, now) === 'scheduled'
    const next: PostRow = {
      ...row,
      ...content,
      // News that wait for no moment any more are a draft again.
      status: waits && content.scheduled_at === null ? 'draft' : row.status,
      version: version + 1,
      updated_at: now,
    }
    await updatePost(tx, next)
    return next
  })
  if (changed) return changed
  throw new Refusal('version_conflict', { ...(stale && { data: await showNow(stale) }) })
}

async function contentOf(
  io: Io,
  organization: Organization,
  type: PostType,
  before: PostContent,
  { fields, image }: Given<Omit<Changed, 'version'>>,
): Promise<PostContent> {
  const { clear = [], pinned, scheduled_at, ...given } = fields
  const content: PostContent = pick(before)
  for (const field of clear) Object.assign(content, { [field]: emptyContent[field] })
  for (const [field, value] of Object.entries(given)) {
    if (value !== undefined) Object.assign(content, { [field]: value })
  }
  if (pinned !== undefined) content.pinned = pinned === 'true'
  if (scheduled_at !== undefined) {
    content.scheduled_at = readMoment(scheduled_at, organization.timezone)
  }
  if (image) {
    await takeRate(io, `upload ${organization.id}`, PICTURES_PER_HOUR, 3600)
    content.image = (await keepImage(io.config, organization.id, image, 'whole')).url
  } else if (content.image !== before.image) {
    await requireOwnImage(io.config, organization.id, content.image, 'image')
  }
  const { bot_id } = content
  if (bot_id !== null && bot_id !== before.bot_id) {
    if (!(await hasBot(io.db, organization.id, bot_id))) throw new Refusal('not_found')
  }
  if (content.segment_id !== null && content.segment_id !== before.segment_id) {
    await requireSegment(io, organization.id, content.segment_id)
  }
  const { button_product_id } = content
  if (button_product_id !== null && button_product_id !== before.button_product_id) {
    await requireProductLink(io, organization.id, button_product_id, 'button_product_id')
  }
  const faults = faultsOf(type, content)
  if (faults.length > 0) throw new Refusal('validation_failed', { fields: faults })
  return content
}

function pick(row: PostContent): PostContent {
  const { bot_id, title, text, image, pinned } = row
  const { button_text, button_url, button_leads_to, button_product_id } = row
  const { segment_id, filters, control_percent, scheduled_at } = row
  return {
    ...{ bot_id, title, text, image, pinned },
    ...{ button_text, button_url, button_leads_to, button_product_id },
    ...{ segment_id, filters, control_percent, scheduled_at },
  }
}
