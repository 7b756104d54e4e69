import type { Answer, Ask } from '#contract/endpoint.ts'
import type { estimatePost } from '#contract/posts.ts'
import { CAP_MS, endOfQuiet } from '#server/features/bots/may-write-rules.ts'
import { ADVERTISING_PER_SECOND } from '#server/features/bots/send-pace.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { readSettings } from '#server/features/program/read-settings.ts'
import { countReach, findBusiestHour, type Reach } from '#server/features/segments/count-reach.ts'
import type { Io } from '#server/io/io.ts'
import { audienceOf } from './audience-of.ts'
import { bestMoment, localOf } from './rules.ts'
import type { PostRow } from './store.ts'

/** Viber's list price of a message that a bot begins, in hundredths of a euro cent. */
const VIBER_PRICE = 196

/** Whom a mailing would reach if it began now. */
export async function countReached(
  io: Io,
  organization: Organization,
  post: Pick<PostRow, 'segment_id' | 'filters' | 'bot_id'>,
): Promise<Reach> {
  const { notifications } = await readSettings(io.db, organization)
  return countReach(io, organization, audienceOf(post), {
    bot_id: post.bot_id,
    preferred: notifications.preferred_channel,
    cap: notifications.marketing_per_week_max,
    since: new Date(io.clock.now().getTime() - CAP_MS),
  })
}

/** Whom a mailing would reach now, how long it takes, what it costs, and when they buy. */
export async function estimateMailing(
  io: Io,
  organization: Organization,
  { segment_id, filters, bot_id }: Ask<typeof estimatePost>['body'],
): Promise<Answer<typeof estimatePost>> {
  const asked = { segment_id: segment_id ?? null, filters: filters ?? null, bot_id: bot_id ?? null }
  const { busiest, reached: _sum, ...reach } = await countReached(io, organization, asked)
  const busy = await findBusiestHour(io, organization, audienceOf(asked))
  const { notifications } = await readSettings(io.db, organization)
  const { timezone } = organization
  const now = io.clock.now().getTime()
  const quiet = endOfQuiet({ ...notifications, timezone }, now)
  const best = busy && bestMoment(busy, { ...notifications, timezone }, now)
  return {
    ...reach,
    // Each bot has a pace of its own.
    seconds: Math.ceil(busiest / ADVERTISING_PER_SECOND),
    viber_cents: Math.ceil((reach.viber * VIBER_PRICE) / 100),
    quiet_until: quiet === null ? null : new Date(quiet).toISOString(),
    best_local: best ? localOf(new Date(best), timezone) : null,
  }
}
