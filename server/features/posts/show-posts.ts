import type { Post } from '#contract/posts.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import type { Io } from '#server/io/io.ts'
import { localOf, statusAt } from './rules.ts'
import { readFigures, type Figures } from './recipient-store.ts'
import { countSeen, type PostRow } from './store.ts'

const nothing: Post['stats'] = {
  ...{ targeted: 0, queued: 0, sent: 0, delivered: 0, seen: 0, clicked: 0, failed: 0, blocked: 0 },
  ...{ skipped: 0, unsubscribed: 0, purchases: 0, revenue: 0, control: 0, control_purchases: 0 },
}

/** Posts of one organization as the cabinet shows them, with what became of them. */
export async function showPosts(
  io: Io,
  { id: organization_id, timezone }: Pick<Organization, 'id' | 'timezone'>,
  rows: readonly PostRow[],
): Promise<Post[]> {
  const now = io.clock.now()
  const news = rows.filter(({ type }) => type === 'news').map(({ id }) => id)
  const mailings = rows.filter(({ type }) => type !== 'news').map(({ id }) => id)
  const figures = await readFigures(io.db, organization_id, mailings)
  const seen = await countSeen(io.db, organization_id, news)
  return rows.map((row) => {
    const { created_by: _user, tested_at: _tested, stopped_at, ...fields } = row
    return {
      ...fields,
      status: statusAt(row, now),
      scheduled_at: row.scheduled_at?.toISOString() ?? null,
      scheduled_local: row.scheduled_at && localOf(row.scheduled_at, timezone),
      published_at: publishedAt(row, now)?.toISOString() ?? null,
      finished_at: row.finished_at?.toISOString() ?? null,
      stopped: stopped_at !== null,
      stats: statsOf(figures.get(row.id), seen.get(row.id) ?? 0),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    }
  })
}

const publishedAt = (row: PostRow, now: Date): Date | null =>
  row.published_at ?? (statusAt(row, now) === 'sent' ? row.scheduled_at : null)

function statsOf(figures: Figures | undefined, seen: number): Post['stats'] {
  if (!figures) return { ...nothing, seen }
  const { post_id: _id, ...counts } = figures
  return { ...nothing, ...counts }
}
