import { leadButton } from '#server/features/bots/lead-button.ts'
import { newsMessage } from '#server/features/bots/post-rules.ts'
import { sendSample } from '#server/features/bots/send-sample.ts'
import type { Organization } from '#server/features/organizations/require-organization.ts'
import { loadProgram } from '#server/features/program/load-program.ts'
import type { Io } from '#server/io/io.ts'
import { takeRate } from '#server/io/rate-limit.ts'
import { composeMailing } from './compose-mailing.ts'
import { noteTried, type PostRow } from './store.ts'

const TRIALS_PER_HOUR = 30

/**
 * Sends a post on trial to one subscriber of the shop.
 * Refuses: `buyer_not_found`, `no_messenger`, `rate_limited`.
 */
export async function tryPost(
  io: Io,
  organization: Organization,
  post: PostRow,
  phone: string,
): Promise<PostRow> {
  await takeRate(io, `post trial ${organization.id}`, TRIALS_PER_HOUR, 3600)
  const program = await loadProgram(io, organization)
  const shop = organization.name
  const led = { ...post, ...(await leadButton(io, organization.id, post)) }
  await sendSample(io, organization, {
    phone,
    bot_id: post.bot_id,
    say: async (buyer_id, { language }) =>
      post.type === 'news'
        ? newsMessage(led)
        : composeMailing(io, { post: led, program, shop, trial: true }, { buyer_id, language }),
  })
  const tested_at = io.clock.now()
  await noteTried(io.db, post, tested_at)
  return { ...post, tested_at }
}
