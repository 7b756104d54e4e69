import type { Answer, Ask } from '#contract/endpoint.ts'
import type { estimatePost } from '#contract/posts.ts'
import { endOfQuiet } from '#server/features/bots/may-write-rules.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { readSettings } from '#server/features/program/read-settings.ts'
import { countSegment } from '#server/features/segments/select-segment.ts'
import type { Io } from '#server/io/io.ts'
import { audienceOf } from './start-mailing.ts'

/** Messages a bot sends in a second. */
const PER_SECOND = 25
/** Viber's list price of a message that a bot begins, in hundredths of a euro cent. */
const VIBER_PRICE = 196

/** Whom a mailing would reach now, how long it takes, and what it costs. */
export async function estimateMailing(
  io: Io,
  organization: Organization,
  { segment_id, filters }: Ask<typeof estimatePost>['body'],
): Promise<Answer<typeof estimatePost>> {
  const ask = audienceOf({ segment_id: segment_id ?? null, filters: filters ?? null })
  const reach = await countSegment(io, organization, ask)
  const { notifications } = await readSettings(io.db, organization)
  const { timezone } = organization
  const quiet = endOfQuiet({ ...notifications, timezone }, io.clock.now().getTime())
  return {
    ...reach,
    // Each messenger's bot has a pace of its own.
    seconds: Math.ceil(Math.max(reach.telegram, reach.viber) / PER_SECOND),
    viber_cents: Math.ceil((reach.viber * VIBER_PRICE) / 100),
    quiet_until: quiet === null ? null : new Date(quiet).toISOString(),
  }
}
